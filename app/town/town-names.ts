/** The town's names, and the defaults of a site that has none yet. */
import { defaultTown } from './default-town.ts';
import type { Town } from './town.ts';

/** What set-up asks for. */
export const setupFields = ['title', 'town', 'state', 'timeZone', 'contactEmail'] as const;

/** Shown in place of a missing name. */
export const fallbackNames = { title: 'Community News', town: 'our town', state: '', contactEmail: '' };

type NameField = keyof typeof fallbackNames;

const nameFields = Object.keys(fallbackNames) as NameField[];

/** The settings of a new site that is not a sample: without Maple Hollow's names, links and texts. */
export const unnamedTown: Partial<Town> = {
  title: '',
  town: '',
  state: '',
  contactEmail: '',
  facebookUrl: '',
  instagramUrl: '',
  aboutText: '<p>Local reporting, news, events, polls, and businesses, all in one place.</p>',
};

/** The town as pages show it: missing names are replaced by texts that suit any town. */
export function withFallbacks(town: Town): Town {
  const missing = nameFields.filter((field) => town[field] === '');
  return { ...town, ...Object.fromEntries(missing.map((field) => [field, fallbackNames[field]])) };
}

/** The town as its form shows it: empty where a name is missing. */
export function withoutFallbacks(town: Town): Town {
  const missing = nameFields.filter((field) => town[field] === fallbackNames[field]);
  return { ...town, ...Object.fromEntries(missing.map((field) => [field, ''])) };
}

const labels: Record<NameField, string> = {
  title: 'title',
  town: 'town',
  state: 'state',
  contactEmail: 'contact address',
};

/** Names that are missing, or in production are still the sample town's, as text; any state is valid. */
export function listMissingNames(town: Town, production: boolean): string[] {
  return listMissingFields(town, production).map((field) => labels[field]);
}

/** The same as names of fields in Settings. */
export function listMissingFields(town: Town, production: boolean): NameField[] {
  return nameFields.filter(
    (field) =>
      town[field] === fallbackNames[field] ||
      town[field] === '' ||
      (production && field !== 'state' && town[field] === defaultTown[field]),
  );
}

/** 'Maple Hollow, Vermont'; only the town if the state is missing. */
export function townAndStateOf({ town, state }: Pick<Town, 'town' | 'state'>): string {
  return [town, state].filter(Boolean).join(', ');
}
