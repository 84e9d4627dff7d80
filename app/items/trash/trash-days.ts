/** How long an item stays in the trash. */
export const TRASH_DAYS = 30;
