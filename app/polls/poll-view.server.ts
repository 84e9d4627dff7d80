import type { PageContext } from '#app/items/collection/facets.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import type { ShownDocument } from '#app/items/text/document-links.tsx';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { hasOpenLink } from '#app/people/addresses/proof-store.server.ts';
import type { OwnVote, VoteStatus } from '#app/people/voters/voter.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type Remember, rememberNothing } from '#app/platform/database/memory.server.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';
import { formatDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import { countPoll, keepResultUntil } from '#app/polls/votes/vote-count.server.ts';
import { countVoters } from '#app/polls/votes/voter-store.server.ts';
import type { ReadOnly } from '#app/town/read-only.ts';
import { optionKeyOf, type Poll, type PollOption } from './poll.ts';
import {
  type Asking,
  areBallotsKnown,
  maySeeResults,
  type PollState,
  resultWords,
  stateOf,
  timeWords,
  voterWords,
} from './poll-state.ts';
import { findPoll, findPollHistory } from './poll-store.server.ts';
import { type ResultsFacts, resultsOf } from './results.ts';

/** What prevents voting; 'none' if the viewer may vote now. */
export type Hindrance = 'none' | 'login' | 'unverified' | 'sealed' | 'restored' | 'not-open';

/** A poll as a page shows it to a viewer at a moment. */
export type PollView = {
  id: string;
  version: number;
  title: string;
  description: string;
  options: PollOption[];
  maxChoices: number;
  state: PollState;
  /** 'Open until …' */
  time: string;
  who: string;
  resultsWhen: string;
  isInformal: boolean;
  hindrance: Hindrance;
  own: OwnVote | undefined;
  /** What a member chose before logging in, as ids of options. */
  kept?: string[];
  /**
   * What a member has to confirm before voting, and whether the link for it was emailed and still works. `mailNote` says
   * why no email arrives, if the site has no mail server.
   */
  unconfirmed: { email: string; hasOpenLink: boolean; mailNote: string } | undefined;
  /** Whether this viewer may see the results; `results` has them if the page shows them. */
  maySeeResults: boolean;
  results: ResultsFacts | undefined;
  /** In place of the results, where only the number of votes is known. */
  turnout: string | undefined;
  notes: { at: string; text: string }[];
  /** For a closed poll whose ballots are listed; only the head if the results are not published. */
  sealed: { ballots: number; head: string; isListed: boolean } | undefined;
  picture: ShownPicture | null;
  /** The day on which it was archived, as text; null unless it is. */
  archived: string | null;
  /** What readers say is wrong with it while that is being checked. */
  doubt: string | null;
  documents: ShownDocument[];
  siteTitle: string;
  /** The ballot can't be filled in or sent. */
  isPreview?: boolean;
};

export type ViewRequest = {
  read: ReadDb;
  /** Without it, what pages share is loaded. */
  remember?: Remember;
  now: number;
  clock: TownClock;
  siteTitle: string;
  asking: Pick<Asking, 'isAdmin'> & {
    isMember: boolean;
    isVerified: boolean;
    /** Whose page it is. */
    member?: { userId: string; email: string } | undefined;
    mailNote?: string;
  };
  voteStatus: VoteStatus;
  /** Called with the instant at which a shared page expires. */
  keepUntil?: (instant: number) => void;
  /** Whether results are counted for this page while the poll is open. */
  withResults: boolean;
  readOnly?: ReadOnly | undefined;
};

/** Everything a page says about a poll. */
export async function loadPollView(poll: Poll, request: ViewRequest): Promise<PollView> {
  const { read, now, clock, asking, voteStatus } = request;
  const state = stateOf(poll, now);
  const hasVoted = voteStatus.kind !== 'none';
  const own = voteStatus.kind === 'voted' ? voteStatus.vote : undefined;
  const mayKnow = maySeeResults(poll.resultsShown, state, { ...asking, hasVoted });
  const isShown = mayKnow && (request.withResults || state === 'closed');
  const hasBallots = areBallotsKnown(state, request.readOnly);
  const tally = isShown && hasBallots ? await countPoll(read, poll.id) : undefined;
  if (tally && state === 'open') request.keepUntil?.(keepResultUntil(tally, now));
  const hindrance = hindranceOf(poll, state, request);
  const closing = await findSeal(read, poll);
  const { notes, archivedAt } = await findPollHistory(read, poll.id);
  return {
    id: poll.id,
    version: poll.version,
    title: poll.title,
    description: poll.description,
    options: poll.options,
    maxChoices: poll.maxChoices,
    state,
    time: timeWords(poll, now, clock),
    who: voterWords[poll.voters],
    resultsWhen: resultWords[poll.resultsShown],
    isInformal: poll.voters === 'anyone',
    hindrance,
    own,
    unconfirmed: hindrance === 'unverified' ? await findUnconfirmed(request) : undefined,
    maySeeResults: mayKnow && hasBallots,
    results: tally ? resultsOf(poll, tally, own, clock.locale) : undefined,
    turnout: isShown && !hasBallots ? await describeTurnout(read, poll.id, clock.locale) : undefined,
    notes: notes.map(({ at, text }) => ({ at: `${formatDate(at, clock)}, ${formatTime(at, clock)}`, text })),
    sealed: closing && {
      ballots: closing.ballots,
      head: closing.head,
      isListed: poll.resultsShown !== 'admin',
    },
    picture: await findLeadPicture(read, poll),
    documents: await findItemDocuments(read, poll, clock),
    archived: archivedAt === null ? null : formatDate(archivedAt, clock),
    doubt: await findDoubt(request.remember ?? rememberNothing(read), 'polls', poll.id),
    siteTitle: request.siteTitle,
  };
}

async function describeTurnout(read: ReadDb, pollId: string, locale: string): Promise<string> {
  const voters = (await countVoters(read, [pollId])).get(pollId) ?? 0;
  if (voters === 0) return 'No votes had been cast by then, not counting those withdrawn since.';
  const votes = `${new Intl.NumberFormat(locale).format(voters)} ${voters === 1 ? 'vote' : 'votes'}`;
  return `${votes} had been cast by then, not counting those withdrawn since. The site stores the hour in which people voted, but not with their ballots, so it can’t show the results of that day.`;
}

async function findUnconfirmed({ read, now, asking }: ViewRequest): Promise<PollView['unconfirmed']> {
  if (!asking.member) return undefined;
  const { userId, email } = asking.member;
  const { mailNote = '' } = asking;
  return { email, mailNote, hasOpenLink: await hasOpenLink(read, { userId, address: email, now }) };
}

function hindranceOf({ voters }: Poll, state: PollState, { asking, voteStatus }: ViewRequest): Hindrance {
  if (state !== 'open') return 'not-open';
  if (voteStatus.kind === 'sealed' || voteStatus.kind === 'restored') return voteStatus.kind;
  if (voters === 'anyone') return 'none';
  if (!asking.isMember) return 'login';
  return voters === 'members' || asking.isVerified ? 'none' : 'unverified';
}

/** What the page of a poll will show once the poll is saved, with a ballot that can't be sent. */
export async function loadPollPreview(poll: Poll, { read, town, now }: PageContext) {
  const stored = await findPoll(read, poll.id);
  const view = await loadPollView(stored ? continuing(poll, stored) : poll, {
    read,
    now,
    clock: town,
    siteTitle: town.title,
    asking: { isAdmin: false, isMember: true, isVerified: true },
    voteStatus: { kind: 'none' },
    withResults: false,
  });
  return { poll: { ...view, isPreview: true }, note: undefined };
}

/** What a save keeps of the stored poll: an option with the same text is the same option. */
function continuing(poll: Poll, { closedAt, archivedAt, archived, round, options }: Poll): Poll {
  const known = new Map(options.map((option) => [optionKeyOf(option.text), option.id]));
  return {
    ...poll,
    ...{ closedAt, archivedAt, archived, round },
    options: poll.options.map((option) => ({
      ...option,
      id: known.get(optionKeyOf(option.text)) ?? option.id,
    })),
  };
}
