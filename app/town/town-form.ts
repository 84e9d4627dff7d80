import { type FieldSpec, type FormSpec, fieldsOf } from '#app/platform/forms/field-spec.ts';

/** A part of the settings with its own form: `id` is its anchor on the page, `title` its heading. */
export type TownSection = { id: string; title: string; form: FormSpec };

/** The site's own pictures. */
export const pictureSection: TownSection = {
  id: 'pictures',
  title: 'Pictures',
  form: [
    [
      {
        name: 'logo',
        label: 'Logo',
        kind: 'picture',
        required: false,
        isMark: true,
        hint: 'Shown next to the site title instead of the belfry. A square picture looks best.',
      },
    ],
    [
      {
        name: 'eventPicture',
        label: 'Default event picture',
        kind: 'picture',
        required: false,
        hint: 'New events start with this picture. Without one, they show the default event image below.',
      },
    ],
    [
      {
        name: 'shareImage',
        label: 'Share image',
        kind: 'picture',
        required: false,
        hint: 'Shown with shared pages that have no picture of their own, cropped to 1200 by 630 pixels.',
      },
    ],
  ],
};

/** The settings of a town, in sections that are saved separately. */
export const townSections: TownSection[] = [
  {
    id: 'site',
    title: 'Site and town',
    form: [
      [{ name: 'title', label: 'Site title', kind: 'line', required: true }],
      [
        { name: 'town', label: 'Town', kind: 'line', required: true },
        { name: 'state', label: 'State', kind: 'line', required: true },
      ],
    ],
  },
  {
    id: 'time',
    title: 'Time and language',
    form: [
      [
        {
          name: 'timeZone',
          label: 'Time zone',
          kind: 'line',
          required: true,
          hint: 'Type a city or region, such as New York, and choose from the list. Dates and times on the site use this zone.',
        },
        {
          name: 'locale',
          label: 'Locale',
          kind: 'line',
          required: true,
          hint: 'How dates are written, for example en-US.',
        },
      ],
    ],
  },
  {
    id: 'contact',
    title: 'Contact and links',
    form: [
      [{ name: 'contactEmail', label: 'Contact address', kind: 'email', required: true }],
      [
        { name: 'facebookUrl', label: 'Facebook link', kind: 'url', required: false },
        { name: 'instagramUrl', label: 'Instagram link', kind: 'url', required: false },
      ],
    ],
  },
  pictureSection,
  {
    id: 'events-and-polls',
    title: 'Events and polls',
    form: [
      [
        {
          name: 'eventImage',
          label: 'Default event image',
          kind: 'line',
          required: true,
          hint: 'A path on this site or a URL. New events start with this image. If there is a default event picture, they show that instead.',
        },
      ],
      [
        {
          name: 'votersPerNetwork',
          label: 'Votes per network without an account',
          kind: 'number',
          required: true,
          hint: 'Applies to polls that anyone can vote in. A school or library is one network, so raise the limit while a class votes.',
        },
      ],
    ],
  },
  {
    id: 'meetings',
    title: 'Meetings',
    form: [
      [
        {
          name: 'bodies',
          label: 'Public bodies',
          kind: 'text',
          required: false,
          rows: 5,
          hint: 'One name in each line, for example Selectboard. An event can then be a meeting of one of them, with its agenda and minutes. If you change a name, its meetings follow.',
        },
      ],
      [
        {
          name: 'agendaHours',
          label: 'Agenda: hours before',
          kind: 'number',
          required: true,
          hint: 'How long before a meeting the law wants its agenda posted.',
        },
        {
          name: 'minutesDays',
          label: 'Minutes: days after',
          kind: 'number',
          required: true,
          hint: 'How long after a meeting the law wants its minutes posted, as a draft at least.',
        },
      ],
    ],
  },
  {
    id: 'suggestions',
    title: 'Suggestions of readers',
    form: [
      [
        {
          name: 'trustAfter',
          label: 'Publish events of known senders at once',
          kind: 'choice',
          required: true,
          choices: [
            { value: 'never', label: 'Never: an editor reads everything first' },
            { value: '3', label: 'After 3 approved suggestions' },
            { value: '5', label: 'After 5 approved suggestions' },
            { value: '10', label: 'After 10 approved suggestions' },
          ],
          hint: 'For senders who confirmed their email address and had this many suggestions approved in the last year. The inbox lists what was published, with Undo. News, emails, possible duplicates, and events with a link or a web page still wait. An Undo, or a suggestion that was declined in the last 90 days, ends the trust.',
        },
      ],
    ],
  },
  {
    id: 'accounts',
    title: 'Accounts',
    form: [
      [
        {
          name: 'emailsPerHour',
          label: 'Account emails per hour',
          kind: 'number',
          required: true,
          hint: 'Limits the confirmation and password emails that people you don’t know can trigger on the whole site. Beyond the limit, people are asked to try later, and you get an email.',
        },
      ],
    ],
  },
  {
    id: 'feeds',
    title: 'Feeds',
    form: [
      [
        {
          name: 'webSubHub',
          label: 'WebSub hub',
          kind: 'url',
          required: false,
          hint: 'The URL of a service that notifies feed readers immediately when the feeds change. Leave empty for none.',
        },
      ],
    ],
  },
  {
    id: 'texts',
    title: 'Texts',
    form: [
      [{ name: 'aboutText', label: 'About page', kind: 'html', required: false }],
      [{ name: 'contactText', label: 'Contact page', kind: 'html', required: false }],
      [{ name: 'privacyText', label: 'Privacy Policy page', kind: 'html', required: false }],
    ],
  },
];

export const townForm: FormSpec = townSections.flatMap(({ form }) => form);

/** The texts of pages, with their labels. */
export const textFields = fieldsOf(townForm).filter(
  (field): field is FieldSpec & { name: 'aboutText' | 'contactText' | 'privacyText' } =>
    field.kind === 'html',
);

/** The sections that have at least one of these fields: those that the form contained. */
export function sectionsWith(names: Iterable<string>): TownSection[] {
  const given = new Set(names);
  return townSections.filter((section) => fieldNamesOf(section).some((name) => given.has(name)));
}

/** The label of the setting with this name. */
export function labelOf(name: string): string {
  return fieldsOf(townForm).find((field) => field.name === name)?.label ?? name;
}

export function fieldNamesOf({ form }: TownSection): string[] {
  return fieldsOf(form).map(({ name }) => name);
}

/** The part of the version of all settings that changes only with this section. */
export function versionPartOf(version: string, { id }: TownSection): string | undefined {
  return version.split('.')[townSections.findIndex((section) => section.id === id)];
}

/** The same rows with time zones as suggestions; other names of zones can be typed. */
export function withTimeZones(form: FormSpec, timeZones: string[]): FormSpec {
  const choices = timeZones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));
  return form.map((row) => row.map((field) => (field.name === 'timeZone' ? { ...field, choices } : field)));
}
