/** How long a preview link works. */
export const PREVIEW_DAYS = 7;
