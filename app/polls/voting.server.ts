/** Voting for pages and API: who the voter is, whether they may vote, what they choose, and the outcome. */
import type { RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import { type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import {
  admitInformalVoter,
  findInformalVoter,
  knowInformalVoter,
  releaseInformalVoter,
} from '#app/people/voters/informal-voter.server.ts';
import type { OwnVote, Voter, VoteStatus } from '#app/people/voters/voter.ts';
import { formerVotersOf } from '#app/people/voters/votes-of-account.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { castVote, findVoteStatus, withdrawVote } from '#app/polls/votes/vote-store.server.ts';
import type { Poll } from './poll.ts';
import { stateOf } from './poll-state.ts';
import { findPoll } from './poll-store.server.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Why a vote is refused, as a message for the user. `waitMs` if it may succeed later. */
export type VoteFault = { status: 401 | 403 | 404 | 409 | 422 | 429; reason: string; waitMs?: number };

export type VoteOutcome =
  | { kind: 'cast'; poll: Poll; vote: OwnVote; isChange: boolean; cookies: string[] }
  | ({ kind: 'refused'; poll?: Poll } & VoteFault);

/** The poll may be saved between reading it and voting: then it is read again. */
const MOST_TRIES = 5;

/** Casts or changes the sender's vote. `choices` are ids of options, or their texts. */
export async function vote(args: Args, pollId: string, choices: string[]): Promise<VoteOutcome> {
  const requestContext = args.context.get(requestContextKey);
  const { write } = requestContext.services;
  for (let tries = 1; ; tries++) {
    const poll = await findPoll(write, pollId);
    if (!poll) return { kind: 'refused', status: 404, reason: 'This poll does not exist.' };
    const fault = faultOfState(poll, requestContext.now) ?? refusalOfPerson(poll, requestContext);
    if (fault) return { kind: 'refused', poll, ...fault };
    const chosen = chosenOptions(poll, choices);
    if (typeof chosen === 'string') return { kind: 'refused', poll, status: 422, reason: chosen };
    const known = await knowVoter(args, poll);
    if ('status' in known) return { kind: 'refused', poll, ...known };
    const outcome = await castVote(write, poll, known.voter, chosen, requestContext.now);
    if (outcome.kind === 'cast') return { ...outcome, poll, cookies: known.cookies };
    if (outcome.kind === 'crowded') return { kind: 'refused', poll, ...CROWDED };
    const reason = await findLastingReason(write, poll, known.voter);
    if (reason) return { kind: 'refused', poll, ...reason };
    if (tries === MOST_TRIES) return { kind: 'refused', poll, ...CHANGED };
  }
}

const CROWDED: VoteFault = {
  status: 429,
  reason: 'Too many people on your network have voted without an account. Log in to vote as a member.',
};

const SEALED: VoteFault = {
  status: 409,
  reason: 'You voted before the poll was closed and reopened. Your ballot still counts.',
};

const RESTORED: VoteFault = {
  status: 409,
  reason:
    'You have voted. The site was restored from a backup, which does not record which ballot is yours. It still counts, but you can no longer change it.',
};

const FORMER: VoteFault = {
  status: 409,
  reason:
    'An account with your email address voted in this poll before it was deleted. That ballot counts, so you can’t vote again.',
};

const CHANGED: VoteFault = { status: 409, reason: 'The poll has just changed. Please vote again.' };

/** Why the vote was refused, if retrying would not help. */
async function findLastingReason(db: ReadDb, poll: Poll, voter: Voter): Promise<VoteFault | undefined> {
  const { kind } = await findVoteStatus(db, poll.id, voter.id);
  if (kind === 'sealed') return SEALED;
  if (kind === 'restored') return RESTORED;
  if (voter.kind !== 'member') return undefined;
  for (const former of voter.former ?? [])
    if ((await findVoteStatus(db, poll.id, former)).kind !== 'none') return FORMER;
  return undefined;
}

/** Why no one can vote now; undefined while the poll is open. */
export function faultOfState(poll: Poll, now: number): VoteFault | undefined {
  const state = stateOf(poll, now);
  if (state === 'closed') return { status: 409, reason: 'The poll is closed. You can no longer vote.' };
  if (state === 'scheduled') return { status: 409, reason: 'The poll is not open yet.' };
  return undefined;
}

/** Why this user can't vote; undefined if they may. */
function refusalOfPerson(
  { voters }: Pick<Poll, 'voters'>,
  { viewer, token }: { viewer: Viewer; token?: RequestContext['token'] },
): VoteFault | undefined {
  if (token !== undefined && token !== 'none')
    return { status: 403, reason: 'API tokens can’t vote. Log in and vote with your own session.' };
  if (voters === 'anyone') return undefined;
  if (viewer.kind === 'visitor') return { status: 401, reason: 'Log in to vote.' };
  if (voters === 'members' || viewer.isVerified) return undefined;
  return {
    status: 403,
    reason: 'Confirm your email address first. Only members with a confirmed email address can vote here.',
  };
}

/** The ids of the choices, or a message about the problem. */
export function chosenOptions({ options, maxChoices }: Poll, choices: string[]): string[] | string {
  const found = choices.map(
    (choice) => options.find(({ id }) => id === choice) ?? options.find(({ text }) => text === choice),
  );
  if (found.length === 0) return 'Choose an answer, then press Vote.';
  if (found.includes(undefined)) return 'That is not an answer in this poll.';
  const chosen = [...new Set(found)].flatMap((option) => option ?? []);
  if (chosen.length > maxChoices)
    return maxChoices === 1 ? 'Choose only one answer.' : `Choose at most ${maxChoices} answers.`;
  if (chosen.length > 1 && chosen.some((option) => option.isNone))
    return 'Choose “None of these” alone, or other answers without it.';
  return chosen.map((option) => option.id);
}

async function knowVoter(args: Args, poll: Poll): Promise<{ voter: Voter; cookies: string[] } | VoteFault> {
  const { viewer, services, address, town } = args.context.get(requestContextKey);
  const { auth } = services;
  if (viewer.kind !== 'visitor')
    return {
      voter: {
        kind: 'member',
        id: viewer.userId,
        isVerified: viewer.isVerified,
        former: formerVotersOf(auth.secret, poll.id, viewer),
      },
      cookies: [],
    };
  const { id, networks, cookies } = knowInformalVoter(auth, args.request, poll.id, address);
  const votersPerNetwork = Number(town.votersPerNetwork);
  const voter: Voter = { kind: 'informal', id, networks, votersPerNetwork };
  // A browser that has voted changes its vote: it is not new.
  if ((await findVoteStatus(services.write, poll.id, id)).kind !== 'none') return { voter, cookies };
  const waitMs = await admitInformalVoter(auth, poll.id, address, votersPerNetwork);
  return waitMs === 0 ? { voter, cookies } : { ...CROWDED, waitMs };
}

/** Withdraws the sender's vote in the open poll, if there is one; returns whether there was. */
export async function withdraw(args: Args, pollId: string): Promise<boolean> {
  const { viewer, services, address, now } = args.context.get(requestContextKey);
  const voter = ownVoterOf(args);
  if (voter === undefined || !(await withdrawVote(services.write, pollId, voter, now))) return false;
  if (viewer.kind === 'visitor') await releaseInformalVoter(services.auth, pollId, address);
  return true;
}

function ownVoterOf({ request, context }: Args): string | undefined {
  const { viewer, services } = context.get(requestContextKey);
  return viewer.kind === 'visitor' ? findInformalVoter(services.auth, request) : viewer.userId;
}

/** The sender's relation to the poll, according to `db`. */
export async function findOwnVoteStatus(args: Args, pollId: string, db: ReadDb): Promise<VoteStatus> {
  const voter = ownVoterOf(args);
  return voter === undefined ? { kind: 'none' } : findVoteStatus(db, pollId, voter);
}
