/** The form of a source: the same for a new one and for changing one. */
import { defineField, type FieldSpec, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { intervalChoices } from './source-words.ts';

export const addressField = defineField({
  name: 'address',
  label: 'Address',
  kind: 'line',
  required: true,
  hint: 'A web page, or the feed itself if you know it',
});

export const feedsField = defineField({
  name: 'feeds',
  label: 'What should it add?',
  kind: 'radio',
  required: true,
  choices: [
    { value: 'events', label: 'Events' },
    { value: 'news', label: 'News' },
    { value: 'articles', label: 'Articles' },
    { value: 'notices', label: 'Official warnings' },
  ],
});

export type CardChoice = { value: string; label: string; hint: string };

export const trustField = defineField({
  name: 'trust',
  label: 'How much do you trust it?',
  kind: 'radio',
  required: true,
});

export const trustChoices: CardChoice[] = [
  {
    value: 'review',
    label: 'Review everything first',
    hint: 'Each item waits in the inbox. Best for a new source.',
  },
  {
    value: 'publish',
    label: 'Publish right away',
    hint: 'For the town office, the school and the weather. Possible duplicates still wait for you.',
  },
];

export const rankField = defineField({
  name: 'rank',
  label: 'What kind of source is it?',
  kind: 'choice',
  required: true,
  hint: 'When two sources disagree, the primary one wins.',
  choices: [
    { value: 'primary', label: 'Primary: it reports or organizes this itself' },
    { value: 'aggregator', label: 'Aggregator: it collects from others' },
  ],
});

export const nameField = defineField({
  name: 'name',
  label: 'Display name',
  kind: 'line',
  required: true,
  hint: 'Shown with every item, with a link.',
});

const zone = defineField({ name: 'zone', label: 'Time zone', kind: 'choice', required: true });

/** `zones` are the names of all time zones, `hint` is about the times of this source. */
export function zoneField(town: string, zones: string[], hint: string | undefined): FieldSpec {
  const choices = [
    { value: '', label: 'As the source says' },
    { value: town, label: `${town} (the town’s)` },
    ...zones.filter((each) => each !== town).map((each) => ({ value: each, label: each })),
  ];
  return {
    ...zone,
    choices,
    hint: hint ?? `Times without a zone are in ${town}. Choose another zone only if the times are wrong.`,
  };
}

const every = defineField({ name: 'every', label: 'How often to check', kind: 'choice', required: true });

export function everyField(present: string): FieldSpec {
  return {
    ...every,
    hint: 'Less often if the source asks.',
    choices: intervalChoices(present),
  };
}

export const areasField = defineField({
  name: 'areas',
  label: 'Areas',
  kind: 'text',
  required: false,
  hint: 'Names or codes as the warnings have them, one a line, such as Washington, VT or VTC023. Without any, all count.',
});

export const severityField = defineField({
  name: 'severity',
  label: 'Lowest severity',
  kind: 'choice',
  required: true,
  choices: [
    { value: 'minor', label: 'Minor, and unknown' },
    { value: 'moderate', label: 'Moderate' },
    { value: 'severe', label: 'Severe' },
    { value: 'extreme', label: 'Extreme' },
  ],
});

/** The areas in a text: one a line, or separated by semicolons. */
export function areasIn(text: string): string[] {
  return text
    .split(/[;\n]/)
    .map((area) => area.trim())
    .filter(Boolean);
}

export const sourceForm = [
  [
    ...[addressField, feedsField, trustField, rankField, nameField, zone, every],
    ...[areasField, severityField],
  ],
];

/** What was typed. */
export type SourceValues = ValuesOf<typeof sourceForm>;
