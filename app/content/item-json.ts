/** UTC epoch milliseconds as the ISO text of the API and forms. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
