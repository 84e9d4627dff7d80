/**
 * How often an open form reports itself, and how long it counts as open after that: browsers let a tab in the background
 * run its timers only once a minute.
 */
export const FORM_REPORTS_MS = 10_000;
export const FORM_EXPIRES_MS = 75_000;
