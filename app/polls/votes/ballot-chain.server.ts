import { createHash } from 'node:crypto';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** A public ballot. `choices` are option ids, separated by one space. */
export type Ballot = { kind: 'member' | 'informal'; receipt: string; choices: string };

/** The hash of the first line; each further one is of the hash before it, a line feed, and the line. */
export function startChain(pollId: string): string {
  return sha256(firstLine(pollId));
}

/** The hash after one more line. */
export function extendChain(head: string, line: string): string {
  return sha256(`${head}\n${line}`);
}

export function firstLine(pollId: string): string {
  return `belfry-ballots 1 ${pollId}`;
}

export function ballotLine({ kind, receipt, choices }: Ballot): string {
  return `${kind} ${receipt} ${choices}`;
}

/** The end of a round: when, and the options' texts at that time. */
export function closingLine(
  round: number,
  closedAt: number,
  options: { id: string; text: string }[],
): string {
  const texts = options.map(({ id, text }) => ({ id, text }));
  return `closing ${round} ${new Date(closedAt).toISOString()} ${JSON.stringify(texts)}`;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const BATCH_SIZE = 1000;

/**
 * The lines of a poll's chain, a batch at a time: the first, the ballots of each round, and its closing. Everything for
 * a recount; the hash of the last line is the head.
 */
export async function* readBallotLines(
  db: ReadDb,
  { id, round }: { id: string; round: number },
): AsyncGenerator<string[]> {
  yield [firstLine(id)];
  for (let at = 1; at <= round; at++) {
    yield* readRound(db, id, at);
    const closing = await db
      .selectFrom('poll_closing')
      .select('line')
      .where('pollId', '=', id)
      .where('round', '=', at)
      .executeTakeFirst();
    if (closing) yield [closing.line];
  }
}

async function* readRound(db: ReadDb, pollId: string, round: number): AsyncGenerator<string[]> {
  let after = 0;
  for (;;) {
    const rows = await db
      .selectFrom('poll_ballot')
      .select(['position', 'kind', 'receipt', 'choices'])
      .where('pollId', '=', pollId)
      .where('position', '>', after)
      .where('round', '=', round)
      .orderBy('position')
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length > 0) yield rows.map(ballotLine);
    after = Number(rows.at(-1)?.position ?? after);
    if (rows.length < BATCH_SIZE) return;
  }
}

/** The first ballots of a finalized poll, in the order of the chain. */
export function listBallots(db: ReadDb, pollId: string, limit: number) {
  return db
    .selectFrom('poll_ballot')
    .select(['position', 'kind', 'receipt', 'choices'])
    .where('pollId', '=', pollId)
    .orderBy('position')
    .limit(limit)
    .execute();
}
