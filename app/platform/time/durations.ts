/** Lengths of time in milliseconds. A day of a town may be an hour shorter or longer: town-time.ts counts those. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const YEAR_MS = 365 * DAY_MS;
