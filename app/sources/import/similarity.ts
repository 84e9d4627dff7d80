/** From here on, two titles may be those of one story. */
export const SIMILAR = 0.75;
/** From here on, two texts differ in hardly more than a word. */
export const NEARLY_IDENTICAL = 0.9;

/** As much of a text as is compared. */
const MOST_COMPARED = 2000;

/** How many of their pairs of letters two texts have in common: 0 nothing, 1 all (Dice's coefficient). */
export function similarityOf(one: string, other: string): number {
  if (one === other) return 1;
  const [short, long] = [one.slice(0, MOST_COMPARED), other.slice(0, MOST_COMPARED)].sort(
    (a, b) => a.length - b.length,
  ) as [string, string];
  const all = short.length + long.length - 2;
  // So different in length that it can't matter.
  if (short.length < 2 || (2 * (short.length - 1)) / all < SIMILAR) return 0;
  const pairs = new Map<string, number>();
  for (const pair of pairsOf(long)) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  let common = 0;
  for (const pair of pairsOf(short)) {
    const left = pairs.get(pair) ?? 0;
    if (left === 0) continue;
    common++;
    pairs.set(pair, left - 1);
  }
  return (2 * common) / all;
}

function* pairsOf(text: string): Generator<string> {
  for (let at = 0; at + 1 < text.length; at++) yield text.slice(at, at + 2);
}
