import type { OwnVote } from '#app/people/voters/voter.ts';
import type { OptionCount, Tally } from '#app/polls/votes/vote-count.server.ts';
import type { PollInput, PollOption } from './poll.ts';

/** One option in a table of results. `width` is its bar's, in CSS. */
export type ResultRow = {
  id: string;
  text: string;
  count: number;
  votes: string;
  share: string;
  width: string;
  isTop: boolean;
  isOwn: boolean;
};

export type ResultTable = { caption: string; rows: ResultRow[] };

/** Tables of results: one, or, if anyone may vote, one for members and one for votes without an account. */
export type ResultsFacts = { tables: ResultTable[]; hasSeveralChoices: boolean };

type Counted = { options: PollOption[]; voters?: PollInput['voters']; maxChoices: number };

/** The results in the order of their votes; votes without an account are separate. */
export function resultsOf(
  poll: Counted,
  tally: Tally,
  own: Pick<OwnVote, 'kind' | 'choices'> | undefined,
  locale: string,
): ResultsFacts {
  const number = new Intl.NumberFormat(locale);
  const counted = (count: number, one: string, many: string) =>
    `${number.format(count)} ${count === 1 ? one : many}`;
  const members = tally.voters - tally.informal;
  const table = (
    caption: string,
    kinds: OwnVote['kind'][],
    voters: number,
    countOf: (option: OptionCount) => number,
  ): ResultTable => ({
    caption,
    rows: rowsOf(poll.options, tally, {
      voters,
      countOf,
      // Marked in the table where it was counted.
      own: own && kinds.includes(own.kind) ? own.choices : [],
      votes: (count) => counted(count, 'vote', 'votes'),
    }),
  });
  const hasSeveralChoices = poll.maxChoices > 1;
  if (poll.voters !== 'anyone') {
    const caption = `Results, ${hasSeveralChoices ? counted(members, 'voter', 'voters') : counted(members, 'vote', 'votes')}`;
    return {
      tables: [table(caption, ['member', 'informal'], members, ({ votes }) => votes)],
      hasSeveralChoices,
    };
  }
  return {
    tables: [
      table(
        `Members, ${counted(members, 'voter', 'voters')}`,
        ['member'],
        members,
        ({ votes, informal }) => votes - informal,
      ),
      table(
        `Without an account (informal), ${counted(tally.informal, 'voter', 'voters')}`,
        ['informal'],
        tally.informal,
        ({ informal }) => informal,
      ),
    ],
    hasSeveralChoices,
  };
}

type RowOptions = {
  voters: number;
  countOf: (option: OptionCount) => number;
  own: string[];
  votes: (count: number) => string;
};

function rowsOf(
  options: PollOption[],
  tally: Tally,
  { voters, countOf, own, votes }: RowOptions,
): ResultRow[] {
  const counts = options.map(({ id, text }) => ({
    id,
    text,
    count: countOf(tally.options[id] ?? { votes: 0, informal: 0 }),
  }));
  const most = Math.max(1, ...counts.map(({ count }) => count));
  return counts
    .toSorted((one, other) => other.count - one.count)
    .map(({ id, text, count }) => {
      const share = voters === 0 ? 0 : (100 * count) / voters;
      return {
        id,
        text,
        count,
        votes: votes(count),
        share: `${Math.round(share)}%`,
        width: `${share.toFixed(1)}%`,
        isTop: count === most,
        isOwn: own.includes(id),
      };
    });
}
