/** The fields of items, how each is read, and the other names that it has in databases and tables. */

import { ofCollections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { isoIn, lineIn, longTextIn, truthIn } from '#app/moving/formats/tables/field-values.ts';
import type { FieldKind } from '#app/platform/forms/field-spec.ts';
import { isObject, listIn, textIn } from '#app/sources/formats/json-value.ts';
import type { ItemKind } from './format.ts';

type RecordField = {
  /** As the page on which columns are chosen names it. */
  label: string;
  read: (value: unknown, zone: string) => unknown;
  /** Other names, the likeliest first; case, spaces and marks don't matter. */
  names: string[];
  isRequired?: boolean;
};

type Fields = Record<string, RecordField>;

function field(label: string, read: RecordField['read'], ...names: string[]): RecordField {
  return { label, read, names };
}

function required(label: string, read: RecordField['read'], ...names: string[]): RecordField {
  return { label, read, names, isRequired: true };
}

const id = field('ID', lineIn, 'uid', 'key', 'slug');
const title = required('Title', lineIn, 'headline', 'name', 'subject', 'summary');
const description = required('Description', longTextIn, 'content', 'body', 'text', 'details', 'notes');
const link = field('Link', lineIn, 'url', 'website', 'permalink');
const image = field(
  'Picture',
  lineIn,
  'imageUrl',
  'picture',
  'photo',
  'thumbnail',
  'coverImage',
  'featuredImage',
);

/** Drafts stay drafts, whatever a table calls them. */
const PUBLICATION: Fields = {
  publication: field(
    'Draft, scheduled or published',
    publicationIn,
    'publicationStatus',
    'postStatus',
    'state',
  ),
  publishAt: field('Publish time', isoIn),
};

const STORY: Fields = {
  title,
  pubDate: required(
    'Publication date',
    isoIn,
    'published',
    'publishedAt',
    'publishDate',
    'publicationDate',
    'datePublished',
    'publishedOn',
    'postDate',
    'postedOn',
    'datePosted',
    'date',
    'created',
    'createdAt',
  ),
  description,
  link,
  sourceName: field('Source name', lineIn, 'source', 'publisher'),
  sourceUrl: field('Source URL', lineIn),
  sourceId: field('Source ID', lineIn),
  image,
  ...PUBLICATION,
  publication: field(
    'Draft, scheduled or published',
    publicationIn,
    'publicationStatus',
    'postStatus',
    'status',
  ),
  id,
};

const own: Readonly<Record<string, Fields>> = {
  articles: {
    ...STORY,
    deck: field('Short summary', longTextIn, 'excerpt', 'teaser', 'summary'),
    byline: field('Byline', lineIn, 'author', 'writer'),
    tags: field('Tags', tagsIn, 'categories', 'category', 'labels', 'keywords'),
    corrections: field('Corrections', correctionsIn),
  },
  news: STORY,
  events: {
    title,
    eventDate: required('Date', isoIn, 'startDate', 'start', 'date', 'startsAt', 'when', 'begin'),
    eventTime: field('Time, as readers see it', lineIn, 'time', 'startTime', 'hours'),
    endDate: field('End', isoIn, 'end', 'endsAt', 'finish'),
    allDay: field('All day', truthIn, 'isAllDay', 'allDayEvent'),
    eventLocation: field('Location', lineIn, 'location', 'place', 'venue', 'where', 'address'),
    description,
    link,
    category: field('Category', lineIn, 'categories', 'type'),
    enclosureUrl: field('Picture', lineIn, ...image.names, 'image'),
    enclosureType: field('Type of the picture', lineIn),
    status: field('Status', lineIn),
    statusNote: field('Note on the status', lineIn),
    pubDate: field('Publication date', isoIn, 'published', 'publishedAt', 'created', 'createdAt'),
    sourceId: field('Source ID', lineIn),
    ...PUBLICATION,
    id,
  },
  polls: {
    title: { ...title, names: ['name', 'question', 'headline'] },
    description,
    options: required('Options', optionsIn, 'answers', 'choices'),
    opensAt: field('Opens', isoIn, 'opens', 'startsAt', 'startDate'),
    closesAt: field('Closes', isoIn, 'closes', 'endsAt', 'endDate', 'deadline'),
    voters: field('Who can vote', oneOf('verified', 'members', 'anyone')),
    resultsShown: field('When results are shown', oneOf('always', 'voted', 'closed', 'admin')),
    maxChoices: field('Most choices', countIn),
    noneOfThese: field('Offers “None of these”', truthIn),
    ...PUBLICATION,
    id,
  },
  businesses: {
    name: required('Name', lineIn, 'title', 'business', 'company'),
    category: required('Category', lineIn, 'type', 'kind', 'industry'),
    address: required('Address', lineIn, 'location', 'street', 'streetAddress'),
    description: { ...description, isRequired: false },
    phone: field('Phone', lineIn, 'telephone', 'tel', 'phoneNumber'),
    website: field('Website', lineIn, 'url', 'link', 'web', 'homepage'),
    email: field('Email', lineIn, 'mail', 'emailAddress'),
    openingHours: field('Opening hours', lineIn, 'hours', 'open'),
    ...PUBLICATION,
    id,
  },
};

const readers: Partial<Record<FieldKind, RecordField['read']>> = {
  html: longTextIn,
  text: longTextIn,
  datetime: isoIn,
  date: isoIn,
  check: truthIn,
  number: countIn,
  options: optionsIn,
};

/** The fields of each kind. Those that have no other names elsewhere follow from the form. */
export const RECORD_FIELDS: Readonly<Record<ItemKind, Fields>> = ofCollections(fieldsOf);

function fieldsOf({ name, form, store, json }: Collection): Fields {
  const fields = form.fields.flat().filter(({ name: each, kind }) => {
    const isOfTables = each in json.outputSchema.shape && each !== store.exclusiveColumn;
    return isOfTables && kind !== 'picture' && kind !== 'notes';
  });
  const derived = fields.map(({ name: each, label, kind, required: isRequired }) => [
    each,
    { label, read: readers[kind] ?? lineIn, names: [], isRequired },
  ]);
  return { ...Object.fromEntries(derived), ...PUBLICATION, ...own[name] };
}

/** The kind that a file is named after: 'news.csv', also as browsers name a second download; undefined for other names. */
export function kindOfFile(name: string): ItemKind | undefined {
  const [, kind = ''] = /^(\w{1,20}?)(?: \(\d{1,3}\)|-\d{1,3})?\.(?:json|csv|tsv|tab)$/.exec(name) ?? [];
  return Object.hasOwn(RECORD_FIELDS, kind) ? (kind as ItemKind) : undefined;
}

/**
 * Which of a record's `names` is which field of `kind`: each at most once, fields by their own name first. The names
 * are unchanged in the values.
 */
export function namesOfFields(kind: ItemKind, names: readonly string[]): Map<string, string> {
  const free = new Map(names.map((name) => [plain(name), name]));
  const found = new Map<string, string>();
  const take = (field: string, name: string) => {
    const written = free.get(plain(name));
    if (written === undefined || found.has(field)) return;
    found.set(field, written);
    free.delete(plain(name));
  };
  const fields = Object.entries(RECORD_FIELDS[kind]);
  for (const [field] of fields) take(field, field);
  for (const [field, { names: others }] of fields) for (const name of others) take(field, name);
  return found;
}

function plain(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Also the words of WordPress. An item with any other word is a draft. */
function publicationIn(value: unknown): string | undefined {
  const word = lineIn(value)?.toLowerCase() ?? '';
  if (/^(draft|auto-draft|pending|private|unpublished|hidden)$/.test(word)) return 'draft';
  if (/^(scheduled|future)$/.test(word)) return 'scheduled';
  return /^(published?|public|live)$/.test(word) ? 'published' : undefined;
}

function tagsIn(value: unknown): string[] | undefined {
  const parts = typeof value === 'string' ? value.split(/[,;|]/) : listIn(value);
  const tags = parts.flatMap((part) => lineIn(part) ?? []);
  return tags.length > 0 ? tags : undefined;
}

/** A list of texts or of objects with one, an object with a text for each key, or one text with commas or lines. */
function optionsIn(value: unknown): string[] | undefined {
  const listed = isObject(value) ? Object.values(value) : listIn(value);
  // Of options on lines of their own, each may contain commas.
  const marks = /\n/.test(String(value)) ? /\r?\n/ : /[,;|]/;
  const parts = typeof value === 'string' ? value.split(marks) : listed;
  const options = parts.flatMap(
    (part) => lineIn(isObject(part) ? (part.text ?? part.title ?? part.name) : part) ?? [],
  );
  return options.length > 0 ? options : undefined;
}

function oneOf(...words: string[]): RecordField['read'] {
  return (value) => words.find((word) => word === lineIn(value)?.toLowerCase());
}

function countIn(value: unknown): number | undefined {
  const count = Number(textIn(value) ?? value);
  return Number.isInteger(count) && count > 0 ? count : undefined;
}

/** Dates and texts, as a list or on lines of their own. */
function correctionsIn(value: unknown, zone: string): { date: string; text: string }[] | undefined {
  const given = typeof value === 'string' ? value.split(/\r?\n/) : listIn(value);
  const corrections = given.flatMap((each) => {
    const [, day, rest] = /^(\S+)\s+(.+)$/.exec(String(each)) ?? [];
    const date = isoIn(isObject(each) ? each.date : day, zone);
    const text = lineIn(isObject(each) ? each.text : rest);
    return date && text ? [{ date, text }] : [];
  });
  return corrections.length > 0 ? corrections : undefined;
}
