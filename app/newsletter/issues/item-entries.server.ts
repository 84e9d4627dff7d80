/** The items of an issue as its editions show them: stories, polls and corrections. Events are in event-entries. */
import type { Correction } from '#app/articles/article.ts';
import { withLeadPictures } from '#app/items/text/lead-picture.server.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { TeaserImage } from '#app/platform/html/extract.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { listPollDigests, type PollDigest } from '#app/polls/poll-digest.server.ts';
import { timeWords } from '#app/polls/poll-state.ts';
import type { Town } from '#app/town/town.ts';
import type { CorrectionEntry, EditionPicture, PollEntry, StoryEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';

const tables = { articles: 'article', news: 'news_item' } as const;
const labels = { articles: 'Articles', news: 'News' } as const;

type StoryCollection = keyof typeof tables;

/** Those of the keys that are public articles or news at `now`, by their keys. */
export async function findStories(
  db: ReadDb,
  { town, now }: { town: Town; now: number },
  keys: ItemKey[],
): Promise<Map<string, StoryEntry>> {
  const found = await Promise.all(
    (Object.keys(tables) as StoryCollection[]).map(async (collection) => {
      const ids = keys.filter((key) => key.collection === collection).map(({ id }) => id);
      const rows = await withLeadPictures(db, await listRows(db, collection, ids, now));
      return rows.map((row) => storyEntryOf(collection, row, town));
    }),
  );
  return new Map(found.flat().map((entry) => [keyOf(entry), entry]));
}

type StoryRow = {
  id: string;
  title: string;
  deck: string;
  link: string;
  pubDate: number;
  sourceName: string | null;
  picture: string | null;
  image: TeaserImage | null;
};

async function listRows(
  db: ReadDb,
  collection: StoryCollection,
  ids: string[],
  now: number,
): Promise<StoryRow[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom(tables[collection])
    .select(['id', 'title', 'deck', 'link', 'pubDate', 'sourceName', 'picture', 'image'])
    .where('id', 'in', ids)
    .where('pubDate', '<=', now)
    .execute();
  return rows.map((row) => ({ ...row, image: row.image ? JSON.parse(row.image) : null }));
}

type Shown = Omit<StoryRow, 'picture'> & { picture: ShownPicture | null };

function storyEntryOf(
  collection: StoryCollection,
  { id, title, deck, link, pubDate, sourceName, picture, image }: Shown,
  town: Town,
): StoryEntry {
  // Links to this site are stored as paths.
  const source = sourceName ?? siteNameOf(link);
  return {
    collection,
    label: labels[collection],
    id,
    title,
    deck,
    path: `/${collection}/${id}`,
    source: source === '' || source === town.title ? null : source,
    date: formatDate(pubDate, town),
    at: pubDate,
    picture: picture ? pictureOf(picture) : illustrationOf(image),
  };
}

/** How wide the file of a picture is at least, if the picture is: emails show it 600 pixels wide. */
const PICTURE_WIDTH = 960;

function pictureOf({ id, width, height, alt, credit, focalPoint, color }: ShownPicture): EditionPicture {
  const address = pictureAddress({ id, width, height }, PICTURE_WIDTH);
  return { id, address, width, height, alt, credit, focalPoint, color };
}

/** Each drawing of the sample town has a JPEG next to it, because emails can't show SVG. */
function illustrationOf(image: TeaserImage | null): EditionPicture | null {
  const [, name] = /^\/illustrations\/([a-z-]+)\.svg$/.exec(image?.src ?? '') ?? [];
  if (!image || !name) return null;
  const { width, height, alt } = image;
  const address = `/illustrations/${name}.jpg`;
  return { id: '', address, width, height, alt, credit: null, focalPoint: 5, color: '#ffffff' };
}

/** The maximum number of options of a result. */
const MOST_RESULTS = 6;

/** Those of the keys that are public polls that have opened at `now`, by their keys. Open polls have no results. */
export async function findPolls(
  db: ReadDb,
  { town, now }: { town: Town; now: number },
  keys: ItemKey[],
): Promise<Map<string, PollEntry>> {
  const ids = keys.filter(({ collection }) => collection === 'polls').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { locale } = town;
  const request = { now, ids, limit: ids.length, locale, keepUntil: () => {} };
  const entries = (await listPollDigests(db, request)).map((poll) => pollEntryOf(poll, town, now));
  return new Map(entries.map((entry) => [keyOf(entry), entry]));
}

function pollEntryOf(poll: PollDigest, town: Town, now: number): PollEntry {
  const { id, title, state } = poll;
  // The votes of members come first.
  const table = poll.results?.tables[0];
  const results = (table?.rows ?? []).slice(0, MOST_RESULTS);
  return {
    collection: 'polls',
    id,
    title,
    path: `/polls/${id}`,
    source: null,
    isOpen: state === 'open',
    time: timeWords(poll, now, town),
    until: state === 'open' && poll.closesAt !== null ? formatDate(poll.closesAt, town) : null,
    options: poll.options.map(({ text }) => text),
    results: results.map(({ text, share, votes }) => ({ text, share, votes })),
    turnout: table?.caption ?? '',
  };
}

type Span = { since: number; until: number };

/** The maximum number of corrected articles in an issue. */
const MOST_CORRECTED = 20;

/** The ids of public articles with a correction dated after `since`, until `until`: the last corrected first. */
export async function listCorrected(db: ReadDb, span: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select(['id', 'title', 'corrections'])
    .where('corrections', 'is not', null)
    // Whatever has a new correction was saved since.
    .where('updatedAt', '>', span.since)
    .where('pubDate', '<=', span.until)
    .execute();
  return rows
    .map(readCorrected)
    .map(({ id, corrections }) => ({
      id,
      at: Math.max(0, ...correctionsIn(corrections, span).map(({ date }) => date)),
    }))
    .filter(({ at }) => at > 0)
    .sort((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_CORRECTED)
    .map(({ id }) => id);
}

/** The corrections of the span by the keys of their articles; without those that are no longer there. */
export async function findCorrections(
  db: ReadDb,
  town: Town,
  keys: ItemKey[],
  span: Span,
): Promise<Map<string, CorrectionEntry>> {
  const ids = keys.filter(({ collection }) => collection === 'corrections').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['id', 'title', 'corrections'])
    .where('id', 'in', ids)
    .where('pubDate', '<=', span.until)
    .execute();
  const entries = rows.map(readCorrected).map((row) => correctionEntryOf(row, town, span));
  return new Map(
    entries.filter(({ corrections }) => corrections.length > 0).map((entry) => [keyOf(entry), entry]),
  );
}

function readCorrected<Row extends { corrections: string | null }>(row: Row) {
  return { ...row, corrections: JSON.parse(row.corrections ?? '[]') as Correction[] };
}

function correctionsIn(corrections: Correction[], { since, until }: Span): Correction[] {
  return corrections.filter(({ date }) => date > since && date <= until);
}

function correctionEntryOf(
  { id, title, corrections }: { id: string; title: string; corrections: Correction[] },
  town: Town,
  span: Span,
): CorrectionEntry {
  return {
    collection: 'corrections',
    id,
    title,
    path: `/articles/${id}`,
    source: null,
    corrections: correctionsIn(corrections, span).map(({ date, text }) => ({
      date: formatDate(date, town),
      at: date,
      text,
    })),
  };
}
