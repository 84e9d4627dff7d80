/** A measured quantity: the median of its rounds, and their smallest and largest value. */
export type Figure = { median: number; min: number; max: number; unit: string; aside?: string };

export function figureOf(values: readonly number[], unit: string, aside?: string): Figure {
  return {
    median: medianOf(values),
    min: Math.min(...values),
    max: Math.max(...values),
    unit,
    ...(aside ? { aside } : {}),
  };
}

/** NaN of an empty list. */
export function medianOf(values: readonly number[]): number {
  return quantileOf(values, 0.5);
}

/** The value below which `share` (0 to 1) of the values are. NaN of an empty list. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  if (sorted.length === 0) return Number.NaN;
  const at = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(at)] as number, sorted[Math.ceil(at)] as number];
  return low + (high - low) * (at - Math.floor(at));
}

/** `first` and `second` alternately, in changing order, so that drift affects both. */
export async function inTurns<First, Second>(
  rounds: number,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<{ first: First; second: Second }[]> {
  const pairs: { first: First; second: Second }[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      const one = await first();
      pairs.push({ first: one, second: await second() });
    } else {
      const other = await second();
      pairs.push({ first: await first(), second: other });
    }
  }
  return pairs;
}
