/** and the sizes of requests. */
export const MOST_BYTES = 8 * 1024 * 1024;
export const MOST_ITEMS = 500;
export const MOST_TITLE = 300;
export const MOST_BODY = 256 * 1024;
export const MOST_SOURCE_ID = 500;
export const HORIZON_MONTHS = 18;
export const MOST_DATES_OF_EVENT = 366;
export const MOST_DATES_OF_SOURCE = 2000;
/** Official warnings of a document that are new, and messages that replace others. */
export const MOST_WARNINGS = 100;
export const MOST_UPDATES = 1000;
export const PARSE_MS = 5000;
export const PARSE_MEGABYTES = 128;
