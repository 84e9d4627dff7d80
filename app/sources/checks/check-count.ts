const counts = new Map<string, number>();

/** How many checks of sources this process has done since it started, by outcome. */
export function readCheckCount(): ReadonlyMap<string, number> {
  return counts;
}

export function countCheck(outcome: string): void {
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
}
