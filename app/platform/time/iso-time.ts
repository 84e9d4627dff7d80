/** The instant (UTC epoch milliseconds) in UTC to the second, as RFC 3339 writes it: `2026-11-21T00:00:00Z`. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString().replace(/\.\d{3}Z$/, 'Z');
}
