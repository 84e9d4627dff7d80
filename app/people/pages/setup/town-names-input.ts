import type { Town } from '#app/town/town.ts';
import type { setupFields } from '#app/town/town-names.ts';

export type TownNames = Pick<Town, (typeof setupFields)[number]>;

/** The input with the time zone that the browser filled in. */
export const FILLED_ZONE = 'filledTimeZone';
