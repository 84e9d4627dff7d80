import { withLeadPictures } from '#app/items/text/lead-picture.server.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { TeaserImage } from '#app/platform/html/extract.server.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { EditionPicture, StoryEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';

const tables = { articles: 'article', news: 'news_item' } as const;
const labels = { articles: 'Articles', news: 'News' } as const;

export type StoryCollection = keyof typeof tables;

export function isStory(key: ItemKey): key is ItemKey & { collection: StoryCollection } {
  return key.collection in tables;
}

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
      return rows.map((row) => entryOf(collection, row, town));
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

function entryOf(
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
