/** What a town calls itself, and how a site looks and speaks that has not been told yet. */
import { defaultTown } from './default-town.ts';
import type { Town } from './town.ts';

/** What setup asks for. */
export const setupFields = ['title', 'town', 'state', 'timeZone', 'contactEmail'] as const;

/** Shown in place of a name that is not set. */
const fallbacks = { title: 'Community News', town: 'our town', state: '', contactEmail: '' };

type NameField = keyof typeof fallbacks;

const nameFields = Object.keys(fallbacks) as NameField[];

/** The settings of a new site that is no sample: no names, no links and no texts of Maple Hollow. */
export const unnamedTown: Partial<Town> = {
  title: '',
  town: '',
  state: '',
  contactEmail: '',
  facebookUrl: '',
  instagramUrl: '',
  aboutText: '<p>Local reporting, news, events, polls and businesses, all in one place.</p>',
};

/** The town as pages show it: where a name is not set, words that suit any town. */
export function withFallbacks(town: Town): Town {
  const missing = nameFields.filter((field) => town[field] === '');
  return { ...town, ...Object.fromEntries(missing.map((field) => [field, fallbacks[field]])) };
}

/** A town whose settings nobody has read yet, for instance because the database is away: it names nobody's town. */
export const unknownTown: Town = withFallbacks({ ...defaultTown, ...unnamedTown });

/** The town as its form shows it: empty where a name is not set. */
export function withoutFallbacks(town: Town): Town {
  const missing = nameFields.filter((field) => town[field] === fallbacks[field]);
  return { ...town, ...Object.fromEntries(missing.map((field) => [field, ''])) };
}

const labels: Record<NameField, string> = {
  title: 'title',
  town: 'town',
  state: 'state',
  contactEmail: 'contact address',
};

/** Names that are not set, or in production are still the sample town's, in words; the state may be anybody's. */
export function listMissingNames(town: Town, production: boolean): string[] {
  return nameFields
    .filter(
      (field) =>
        town[field] === fallbacks[field] ||
        town[field] === '' ||
        (production && field !== 'state' && town[field] === defaultTown[field]),
    )
    .map((field) => labels[field]);
}

/** 'Maple Hollow, Vermont'; the town alone where the state is not set. */
export function placeOf({ town, state }: Pick<Town, 'town' | 'state'>): string {
  return [town, state].filter(Boolean).join(', ');
}
