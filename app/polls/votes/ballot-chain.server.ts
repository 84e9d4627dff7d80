import { createHash } from 'node:crypto';

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
