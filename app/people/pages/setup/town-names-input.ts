import { defineForm } from '#app/platform/forms/field-spec.ts';
import type { Town } from '#app/town/town.ts';
import type { setupFields } from '#app/town/town-names.ts';

export type TownNames = Pick<Town, (typeof setupFields)[number]>;

/** The input with the time zone that the browser filled in. */
export const FILLED_ZONE = 'filledTimeZone';

export const townNamesForm = defineForm([
  [{ name: 'town', label: 'Town', kind: 'line', required: true }],
  [{ name: 'state', label: 'State', kind: 'line', required: true }],
  [
    {
      name: 'title',
      label: 'Site title',
      kind: 'line',
      required: true,
      hint: 'What a neighbor would call it.',
    },
  ],
  [
    {
      name: 'timeZone',
      label: 'Time zone',
      kind: 'line',
      required: true,
      hint: 'Type a city or region, such as New York, and choose from the list. Dates and times on the site use this zone.',
    },
  ],
  [
    {
      name: 'contactEmail',
      label: 'Contact address',
      kind: 'line',
      required: true,
      hint: 'An email address, shown on the Contact page.',
    },
  ],
]);
