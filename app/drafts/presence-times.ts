/** How often an open form reports itself, and how long it counts as open after that. */
export const FORM_REPORTS_MS = 10_000;
export const FORM_EXPIRES_MS = 30_000;
