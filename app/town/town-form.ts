import type { FormSpec } from '#app/forms/field-spec.ts';

/** The settings a town decides, in plain words. */
export const townForm: FormSpec = [
  [{ name: 'title', label: 'Site title', kind: 'line', required: true }],
  [
    { name: 'town', label: 'Town', kind: 'line', required: true },
    { name: 'state', label: 'State', kind: 'line', required: true },
  ],
  [
    {
      name: 'timeZone',
      label: 'Time zone',
      kind: 'line',
      required: true,
      hint: 'Type a city or region, such as New York, and choose from the list. It decides when today begins.',
    },
    {
      name: 'locale',
      label: 'Locale',
      kind: 'line',
      required: true,
      hint: 'How dates are written, for example en-US.',
    },
  ],
  [{ name: 'contactEmail', label: 'Contact address', kind: 'email', required: true }],
  [
    { name: 'facebookUrl', label: 'Facebook link', kind: 'url', required: false },
    { name: 'instagramUrl', label: 'Instagram link', kind: 'url', required: false },
  ],
  [
    {
      name: 'eventImage',
      label: 'Default event image',
      kind: 'line',
      required: true,
      hint: 'A path on this site or an address; new events begin with it.',
    },
  ],
  [
    {
      name: 'votersPerNetwork',
      label: 'Votes without an account from one network',
      kind: 'number',
      required: true,
      hint: 'In polls in which anyone may vote. A school or a library is one network: raise it while a class votes.',
    },
  ],
  [
    {
      name: 'emailsPerHour',
      label: 'Emails that strangers can cause, per hour',
      kind: 'number',
      required: true,
      hint: 'Links to confirm an address or choose a new password, for the whole site. Beyond this number people are asked to try later, and you are told.',
    },
  ],
  [
    {
      name: 'webSubHub',
      label: 'WebSub hub',
      kind: 'url',
      required: false,
      hint: 'The address of a service that tells readers at once when the feeds change. Leave it empty to do without.',
    },
  ],
  [{ name: 'aboutText', label: 'About page', kind: 'html', required: false }],
  [{ name: 'contactText', label: 'Contact page', kind: 'html', required: false }],
  [{ name: 'privacyText', label: 'Privacy Policy page', kind: 'html', required: false }],
];

/** The same with time zones to choose from; other names of zones may be typed. */
export function townFormWith(timeZones: string[]): FormSpec {
  const choices = timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  return townForm.map((row) =>
    row.map((field) => (field.name === 'timeZone' ? { ...field, choices } : field)),
  );
}
