/** UTC epoch milliseconds as the ISO text that programs and forms exchange. */
export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
