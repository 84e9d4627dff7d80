import type { VoterRule } from '#app/people/voters/voter.ts';
import { formatDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import type { ReadOnly } from '#app/town/read-only.ts';
import type { Poll, ResultRule } from './poll.ts';

export type PollState = 'scheduled' | 'open' | 'closed';

type Times = Pick<Poll, 'opensAt' | 'closesAt' | 'closedAt'>;

/** The poll's state at an instant: open from `opensAt` on, until just before `closesAt`. */
export function stateOf({ opensAt, closesAt, closedAt }: Times, now: number): PollState {
  if (closedAt !== null || (closesAt !== null && closesAt <= now)) return 'closed';
  return opensAt !== null && now < opensAt ? 'scheduled' : 'open';
}

/** The next instant at which the state changes automatically; undefined if there is none. */
export function findNextChange({ opensAt, closesAt, closedAt }: Times, now: number): number | undefined {
  if (closedAt !== null) return undefined;
  return [opensAt, closesAt].find((instant): instant is number => instant !== null && instant > now);
}

/** Who requests the results: the administrator sees all, and a vote counts if results are for those who voted. */
export type Asking = { isAdmin: boolean; hasVoted: boolean };

/** Whether results may be shown. After closing everyone sees them, unless they are for the administrator only. */
export function maySeeResults(rule: ResultRule, state: PollState, { isAdmin, hasVoted }: Asking): boolean {
  if (isAdmin || rule === 'always') return true;
  if (rule === 'admin') return false;
  return state === 'closed' || (rule === 'voted' && hasVoted);
}

/** Whether the ballots that had been cast by now are known: on another day in the past, those of open polls are not. */
export function areBallotsKnown(state: PollState, readOnly: ReadOnly | undefined): boolean {
  return !(readOnly?.isPast && state === 'open');
}

/** Who may vote, as text. */
export const voterWords: Record<VoterRule, string> = {
  verified: 'Members with a confirmed email address can vote. Each member has one vote.',
  members: 'Anyone with an account can vote. Each account has one vote.',
  anyone:
    'Anyone can vote, with or without an account. This poll is informal: one person can vote more than once, so votes without an account are shown separately.',
};

/** Who sees the results when, as text. */
export const resultWords: Record<ResultRule, string> = {
  always: 'Everyone can see the results at any time.',
  voted: 'You can see the results once you have voted. Everyone can see them after the poll closes.',
  closed: 'Everyone can see the results after the poll closes.',
  admin: 'The results are not published.',
};

/** 'Open until December 1, 2026, 8:00 PM', as lists and pages say it. */
export function timeWords(poll: Times, now: number, clock: TownClock): string {
  const at = (instant: number) => `${formatDate(instant, clock)}, ${formatTime(instant, clock)}`;
  const state = stateOf(poll, now);
  if (state === 'scheduled') return `Opens ${at(poll.opensAt as number)}`;
  if (state === 'closed') return `Closed ${at(poll.closedAt ?? (poll.closesAt as number))}`;
  return poll.closesAt === null ? 'Open' : `Open until ${at(poll.closesAt)}`;
}

/** How many options may be chosen, as text. */
export function choiceWords({ maxChoices }: Pick<Poll, 'maxChoices'>): string {
  return maxChoices === 1 ? 'Choose one answer' : `Choose up to ${maxChoices} answers`;
}
