import { requireLinked } from '#app/items/content/permalink.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { findNextChange, stateOf } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { loadPollView } from '#app/polls/poll-view.server.ts';
import { findVoteStatus } from '#app/polls/votes/vote-store.server.ts';
import type { Route } from './+types/poll-page';
import { arrivalNoteOf, PollArticle } from './poll-article.tsx';
import { PollHead } from './poll-head.tsx';

export const handle: RouteHandle = { section: 'polls', page: PollPage };

export default PollPage;

/**
 * A poll. Visitors share one page; while it is open, a member gets a page of their own, with their vote. An unknown id
 * is a 404.
 */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(readContext(args).read, (read) => loadPage(args, read));
}

async function loadPage(args: Route.LoaderArgs, read: ReadDb) {
  const { remember, town, viewer, now, keepUntil, readOnly } = readContext(args);
  const poll = await requireLinked('polls', findPoll, read, args.params);
  keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  const isAdmin = isEditor(viewer);
  const shared = { read, remember, now, clock: town, siteTitle: town.title, readOnly };
  if (viewer.kind === 'visitor' || stateOf(poll, now) !== 'open') {
    const asking = { isAdmin, isMember: viewer.kind !== 'visitor', isVerified: false };
    const voteStatus = { kind: 'none' } as const;
    // Where nobody can vote, the results take the place of the ballot.
    const withResults = readOnly !== undefined;
    const view = await loadPollView(poll, { ...shared, asking, voteStatus, withResults });
    return { poll: view, note: undefined };
  }
  const mailNote = storedMailNote(args.context.get(requestContextKey).services.settings);
  const asking = { isAdmin, isMember: true, isVerified: viewer.isVerified, member: viewer, mailNote };
  const voteStatus = await findVoteStatus(read, poll.id, viewer.userId);
  return {
    poll: await loadPollView(poll, {
      ...shared,
      asking,
      voteStatus,
      withResults: voteStatus.kind !== 'none',
    }),
    note: arrivalNoteOf(new URL(args.url).searchParams, mailNote),
  };
}

function PollPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PollHead poll={loaderData.poll} />
      <PollArticle poll={loaderData.poll} note={loaderData.note} />
    </>
  );
}
