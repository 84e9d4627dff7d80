/** How many queries this process has run since it started. */
export type QueryCount = { queries: number; failures: number; milliseconds: number };

const count: QueryCount = { queries: 0, failures: 0, milliseconds: 0 };

export function readQueryCount(): Readonly<QueryCount> {
  return count;
}

/** For Kysely's log: counts, and prints nothing. */
export function countQuery({
  level,
  queryDurationMillis,
}: {
  level: string;
  queryDurationMillis: number;
}): void {
  count.queries++;
  count.milliseconds += queryDurationMillis;
  if (level === 'error') count.failures++;
}
