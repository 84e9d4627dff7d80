/** Voting as pages and API do it alike: who it is, whether they may, what they choose, and what came of it. */
import type { RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/auth/viewer.ts';
import { type Visit, visitContext } from '#app/context.ts';
import type { Poll } from './poll.ts';
import { stateOf } from './poll-state.ts';
import { findPoll } from './poll-store.server.ts';
import { castVote, findStanding, type OwnVote, type Standing, type Voter } from './vote-store.server.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Why a vote does not count, in a sentence for the person. `waitMs` where it may later. */
export type VoteRefusal = { status: 401 | 403 | 404 | 409 | 422 | 429; reason: string; waitMs?: number };

export type VoteOutcome =
  | { kind: 'cast'; poll: Poll; vote: OwnVote; cookies: string[] }
  | ({ kind: 'refused'; poll?: Poll } & VoteRefusal);

/** Somebody may save the poll between our look at it and the vote: then we look again. */
const MOST_TRIES = 5;

/** Casts or changes the vote of who sends the request. `choices` are ids of options, or their texts. */
export async function vote(args: Args, pollId: string, choices: string[]): Promise<VoteOutcome> {
  const visit = args.context.get(visitContext);
  const { write } = visit.services;
  for (let tries = 1; ; tries++) {
    const poll = await findPoll(write, pollId);
    if (!poll) return { kind: 'refused', status: 404, reason: 'There is no such poll.' };
    const refusal = refusalOfState(poll, visit.now) ?? refusalOfPerson(poll, visit);
    if (refusal) return { kind: 'refused', poll, ...refusal };
    const chosen = chosenOptions(poll, choices);
    if (typeof chosen === 'string') return { kind: 'refused', poll, status: 422, reason: chosen };
    const known = await knowVoter(args, poll);
    if ('status' in known) return { kind: 'refused', poll, ...known };
    const outcome = await castVote(write, poll, known.voter, chosen, visit.now);
    if (outcome.kind === 'cast') return { kind: 'cast', poll, vote: outcome.vote, cookies: known.cookies };
    if (outcome.kind === 'crowded') return { kind: 'refused', poll, ...CROWDED };
    const standing = await findStanding(write, pollId, known.voter.id);
    if (standing.kind === 'sealed') return { kind: 'refused', poll, ...SEALED };
    if (tries === MOST_TRIES) return { kind: 'refused', poll, ...CHANGED };
  }
}

const CROWDED: VoteRefusal = {
  status: 429,
  reason:
    'Too many people on your network have voted without an account. Log in, and your vote counts as a member’s.',
};

const SEALED: VoteRefusal = {
  status: 409,
  reason: 'You voted before the poll was closed and opened again. Your ballot is counted as it was.',
};

const CHANGED: VoteRefusal = { status: 409, reason: 'The poll was changed just now. Please vote again.' };

/** Why nobody can vote now; undefined while the poll is open. */
export function refusalOfState(poll: Poll, now: number): VoteRefusal | undefined {
  const state = stateOf(poll, now);
  if (state === 'closed') return { status: 409, reason: 'The poll is closed. Votes are no longer taken.' };
  if (state === 'scheduled') return { status: 409, reason: 'The poll is not open yet.' };
  return undefined;
}

/** Why this person cannot vote; undefined for who may. */
export function refusalOfPerson(
  { voters }: Pick<Poll, 'voters'>,
  { viewer, token }: { viewer: Viewer; token?: Visit['token'] },
): VoteRefusal | undefined {
  if (token !== undefined && token !== 'none')
    return { status: 403, reason: 'A program has no vote. People vote with their own session.' };
  if (voters === 'anyone') return undefined;
  if (viewer.kind === 'visitor') return { status: 401, reason: 'Log in to vote.' };
  if (voters === 'members' || viewer.isVerified) return undefined;
  return {
    status: 403,
    reason: 'Confirm your email address first: only members with a confirmed address may vote here.',
  };
}

/** The ids of what was chosen, or a sentence on what is wrong with it. */
export function chosenOptions({ options, maxChoices }: Poll, choices: string[]): string[] | string {
  const found = choices.map(
    (choice) => options.find(({ id }) => id === choice) ?? options.find(({ text }) => text === choice),
  );
  if (found.length === 0) return 'Choose an answer, then press Vote.';
  if (found.includes(undefined)) return 'That is no answer of this poll.';
  const chosen = [...new Set(found)].flatMap((option) => option ?? []);
  if (chosen.length > maxChoices)
    return maxChoices === 1 ? 'Choose one answer only.' : `Choose ${maxChoices} answers at most.`;
  if (chosen.length > 1 && chosen.some((option) => option.isNone))
    return 'Choose “None of these” alone, or other answers without it.';
  return chosen.map((option) => option.id);
}

async function knowVoter(args: Args, poll: Poll): Promise<{ voter: Voter; cookies: string[] } | VoteRefusal> {
  const { viewer, services, address, town } = args.context.get(visitContext);
  if (viewer.kind !== 'visitor')
    return { voter: { kind: 'member', id: viewer.userId, isVerified: viewer.isVerified }, cookies: [] };
  const { auth } = services;
  const { id, networks, cookies } = auth.knowInformalVoter(args.request, poll.id, address);
  const votersPerNetwork = Number(town.votersPerNetwork);
  const voter: Voter = { kind: 'informal', id, networks, votersPerNetwork };
  // A browser that has a vote changes it: nobody new comes.
  if ((await findStanding(services.write, poll.id, id)).kind !== 'none') return { voter, cookies };
  const waitMs = await auth.admitInformalVoter(poll.id, address, votersPerNetwork);
  return waitMs === 0 ? { voter, cookies } : { ...CROWDED, waitMs };
}

/** What who sends the request has to do with the poll. */
export async function findOwnStanding(
  args: Args,
  pollId: string,
): Promise<{ id: string | undefined; standing: Standing }> {
  const { viewer, services } = args.context.get(visitContext);
  const id = viewer.kind === 'visitor' ? services.auth.findInformalVoter(args.request) : viewer.userId;
  if (id === undefined) return { id, standing: { kind: 'none' } };
  return { id, standing: await findStanding(services.write, pollId, id) };
}
