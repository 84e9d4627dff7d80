/** UTC epoch milliseconds as the ISO text of the API and forms. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}

/** The same for an instant that may be missing. */
export function optionalIsoOf(instant: number | null | undefined): string | null {
  return instant === null || instant === undefined ? null : isoOf(instant);
}
