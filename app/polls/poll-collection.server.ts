import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { BALLOT_TABLES } from '#app/polls/votes/ballot-sealing.server.ts';
import { countBallots, unlinkedRow } from '#app/polls/votes/voter-store.server.ts';
import { closeDuePoll } from './close-poll.server.ts';
import {
  type Poll,
  type PollInput,
  pollDefaults,
  pollForm,
  pollOutputSchema,
  pollSchema,
  tidyPollDraft,
} from './poll.ts';
import { pollDraftJson, pollInputJson, pollJson, pollsNow, unstoredPoll } from './poll-json.server.ts';
import { pollJsonLd } from './poll-json-ld.ts';
import {
  findOpenPolls,
  findPollPicture,
  listFoundPolls,
  listPollRows,
  selectPollPages,
} from './poll-listings.server.ts';
import {
  findPoll,
  isBegun,
  listFrozenOptions,
  listPolls,
  pollLinkedUntil,
  pollOrder,
  pollSource,
  pollTables,
  removePoll,
  savePoll,
} from './poll-store.server.ts';
import { loadPollPreview } from './poll-view.server.ts';

export const polls = withDrafts<Poll, PollInput>({
  name: 'polls',
  singular: 'poll',
  heading: 'Polls',
  source: pollSource,
  store: {
    order: pollOrder,
    list: listPolls,
    find: findPoll,
    save: savePoll,
    remove: removePoll,
    listFrozen: listFrozenOptions,
    belongings: {
      of: 'pollId',
      tables: pollTables,
      words: ['vote', 'votes'],
      count: countBallots,
      linkedUntil: pollLinkedUntil,
      unlink: unlinkedRow,
      settle: closeDuePoll,
      traced: BALLOT_TABLES,
    },
    // Closing a poll is not a save.
    untouchedVersion: sql`1 + (select count(*) from poll_closing where "pollId" = poll.id)`,
  },
  json: {
    schema: pollSchema,
    outputSchema: pollOutputSchema,
    htmlFields: [],
    tidyInput: tidyPollDraft,
    toJson: pollJson,
    toDraftJson: pollDraftJson,
    toPresentJson: pollsNow,
    toInputJson: pollInputJson,
    toItem: unstoredPoll,
  },
  form: {
    fields: pollForm,
    fieldsFor: pollFormFor,
    draft: () => ({ id: randomUUID(), title: '', description: '', options: ['', ''], ...pollDefaults }),
    standIns: {
      title: 'Untitled',
      description: 'No description yet.',
      options: ['First option', 'Second option'],
    },
    uncopied: ['opensAt', 'closesAt'],
  },
  facets: {
    search: { rank: 5, date: 'added', listFound: listFoundPolls },
    sitemap: { select: selectPollPages },
    // Polls open without a write, and their list reports when, so there is no `findNext`.
    feed: {
      contents: 'Polls and their results',
      // Written with JSX, which the command-line tool can't load and never needs: imported on first use.
      list: async (context, request) =>
        (await import('./poll-feed.server.tsx')).listPollDrafts(context, request),
    },
    adminList: {
      columns: ['Title', 'Voting', 'Votes', 'Closes'],
      listRows: listPollRows,
      findCurrent: findOpenPolls,
      isLast: true,
    },
    findSharePicture: findPollPicture,
    jsonLd: pollJsonLd,
    openPage: async () => ({
      handle: (await import('#app/polls/pages/poll-page.tsx')).handle,
      load: loadPollPreview,
    }),
  },
});

/** The form of a poll that someone has voted in. */
const begunPollForm: FormSpec = pollForm.map((row) =>
  row.map((field) =>
    field.name === 'options'
      ? {
          ...field,
          isLocked: true,
          hint: 'People have voted. You can correct the wording, and readers will see each correction. To add options, close the poll and reopen it.',
        }
      : field,
  ),
);

/** What can't change after the first vote is locked. */
async function pollFormFor({ read, values }: { read: ReadDb; values: FormValues }): Promise<FormSpec> {
  const poll = await findPoll(read, String(values.id));
  return poll && (await isBegun(read, poll)) ? begunPollForm : pollForm;
}
