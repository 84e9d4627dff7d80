/** The form of a source: the same for a new one and for changing one. */
import type { FieldSpec, FormSpec } from '#app/platform/forms/field-spec.ts';
import { intervalChoices } from './source-words.ts';

/** What was typed, as the form sends it. */
export type SourceValues = {
  address: string;
  name: string;
  feeds: string;
  trust: string;
  rank: string;
  zone: string;
  every: string;
};

export type SourceProblems = Partial<Record<keyof SourceValues, string>>;

export const sourceFieldNames = ['address', 'name', 'feeds', 'trust', 'rank', 'zone', 'every'] as const;

export const addressField: FieldSpec = {
  name: 'address',
  label: 'Address',
  kind: 'line',
  required: true,
  hint: 'A web page, or the feed itself if you know it',
};

export const feedsField: FieldSpec = {
  name: 'feeds',
  label: 'What should it add?',
  kind: 'radio',
  required: true,
  choices: [
    { value: 'events', label: 'Events' },
    { value: 'news', label: 'News' },
    { value: 'articles', label: 'Articles' },
  ],
};

export type CardChoice = { value: string; label: string; hint: string };

export const trustField: FieldSpec = {
  name: 'trust',
  label: 'How much do you trust it?',
  kind: 'radio',
  required: true,
};

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

export const rankField: FieldSpec = {
  name: 'rank',
  label: 'What kind of source is it?',
  kind: 'choice',
  required: true,
  hint: 'When two sources disagree, the primary one wins.',
  choices: [
    { value: 'primary', label: 'Primary: it reports or organizes this itself' },
    { value: 'aggregator', label: 'Aggregator: it collects from others' },
  ],
};

export const nameField: FieldSpec = {
  name: 'name',
  label: 'Display name',
  kind: 'line',
  required: true,
  hint: 'Shown with every item, with a link.',
};

/** `zones` are the names of all time zones, `hint` is about the times of this source. */
export function zoneField(town: string, zones: string[], hint: string | undefined): FieldSpec {
  const choices = [
    { value: '', label: 'As the source says' },
    { value: town, label: `${town} (the town’s)` },
    ...zones.filter((zone) => zone !== town).map((zone) => ({ value: zone, label: zone })),
  ];
  return {
    ...{ name: 'zone', label: 'Time zone', kind: 'choice', required: true, choices },
    hint: hint ?? `Times without a zone are in ${town}. Choose another zone only if the times are wrong.`,
  };
}

export function everyField(present: string): FieldSpec {
  return {
    ...{ name: 'every', label: 'How often to check', kind: 'choice', required: true },
    hint: 'Less often if the source asks.',
    choices: intervalChoices(present),
  };
}

/** For the list of problems. */
export const problemSpec: FormSpec = [
  [addressField, feedsField, trustField, rankField, nameField],
  [
    { name: 'zone', label: 'Time zone', kind: 'choice', required: true },
    { name: 'every', label: 'How often to check', kind: 'choice', required: true },
  ],
];
