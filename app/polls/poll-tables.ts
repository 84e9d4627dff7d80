/** The tables of polls and votes. Instants are UTC epoch milliseconds. */
import type { Generated } from 'kysely';
import type { ItemTables, RowOf } from '#app/items/content/item-row.ts';
import type { pollFields } from './poll.ts';

declare module '#app/platform/database/tables/tables.ts' {
  interface Tables extends ItemTables<'poll', PollRow, string> {
    poll_option: PollOptionRow;
    poll_voter: PollVoterRow;
    poll_key: { pollId: string; key: string };
    poll_network: { pollId: string; network: string; voters: number; refused: Generated<number> };
    poll_ballot: PollBallotRow;
    poll_closing: PollClosingRow;
    poll_sealing: PollSealingRow;
    poll_note: { pollId: string; at: number; number: number; text: string };
  }
}

/** `titleKey` is the lower-case title, so that the list sorts the same on both databases. */
type PollRow = Omit<RowOf<typeof pollFields>, 'options'> & {
  titleKey: string;
  deck: string;
  /** When it was closed; its ballots are finalized from then on. */
  closedAt: Generated<number | null>;
  archivedAt: Generated<number | null>;
  /** `closedAt`, else `closesAt`, else the largest safe integer. */
  endsAt: Generated<number>;
  /** Increases when it is reopened. */
  round: Generated<number>;
  archived: Generated<number>;
};

/** `isNone`: choosing it excludes all other options. */
type PollOptionRow = {
  id: string;
  pollId: string;
  position: number;
  text: string;
  isNone: Generated<number>;
};

/**
 * Who has voted, without the choice. `voter` is the account, an opaque id of a browser, or a keyed hash if the account
 * was deleted. `network` is deleted when the poll closes. `votedAt` is rounded to the hour.
 */
type PollVoterRow = {
  pollId: string;
  voter: string;
  userId: string | null;
  kind: 'member' | 'informal';
  round: number;
  network: string | null;
  votedAt: number;
};

/**
 * A ballot, without its voter. `choices` are option ids, sorted, separated by one space. `ref` is computed from the
 * voter and the poll's key, so that the voter can change it; null once finalized, when `position` and `hash` put it
 * into the chain.
 */
type PollBallotRow = {
  pollId: string;
  receipt: string;
  round: number;
  kind: 'member' | 'informal';
  choices: string;
  ref: string | null;
  position: number | null;
  hash: string | null;
};

/** A closed poll whose ballots are being finalized or, after that, whose traces are still on the disk. */
type PollSealingRow = { pollId: string; phase: 'ballots' | 'disk' };

/** One per round. `ballots` and `counts` (JSON) are of all rounds so far; `line` ends the chain, `head` is its hash. */
type PollClosingRow = {
  pollId: string;
  round: number;
  closedAt: number;
  ballots: number;
  counts: string;
  line: string;
  head: string;
};
