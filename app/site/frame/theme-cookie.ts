import { YEAR_MS } from '#app/platform/time/durations.ts';

/** How long a browser keeps the choice of a light or a dark page. */
export const THEME_MS = YEAR_MS;
