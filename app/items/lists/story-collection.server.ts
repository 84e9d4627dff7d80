import { randomUUID } from 'node:crypto';
import type { Collection, StoredItem } from '#app/items/collection/collection.ts';
import type { FoundItem } from '#app/items/collection/facets.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { formatDate, formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { FeedExtras } from './published-drafts.server.tsx';
import {
  type FoundStory,
  findNextPublication,
  listSourceNames,
  listStories,
} from './published-items.server.ts';
import type { StoryInput, StoryStore } from './story-store.server.ts';

type Own = 'name' | 'singular' | 'heading' | 'jsonLd' | 'schema' | 'outputSchema' | 'form' | 'openPage';

/** What each such collection has of its own. `hrefOf` is where a search result leads, `sourceOf` its source's name. */
type StoryParts<Item extends StoryInput & StoredItem, Input extends StoryInput> = Pick<
  Collection<Item, Input>,
  Own
> & {
  rank: number;
  store: StoryStore<Item, Input>;
  feedExtras?: FeedExtras;
  hrefOf: (found: FoundStory) => string;
  sourceOf: (found: FoundStory) => string;
};

/** A collection whose items have a publication date, a source and a text with a teaser. */
export function storyCollection<Item extends StoryInput & StoredItem, Input extends StoryInput>({
  rank,
  store,
  hrefOf,
  sourceOf,
  feedExtras,
  ...own
}: StoryParts<Item, Input>): Collection<Item, Input> {
  const { source, order, list, find, save, saveNew, remove, selectPages } = store;
  const { name, heading } = own;
  const { table } = source;
  const toJson = ({ version, updatedAt, ...item }: Item) => ({
    ...item,
    pubDate: isoOf(item.pubDate),
  });
  return {
    ...own,
    source,
    order,
    list,
    find,
    save,
    saveNew,
    remove,
    toJson,
    toInputJson: toJson,
    htmlFields: ['description'],
    dateField: 'pubDate',
    standIns: { title: 'Untitled', description: '<p>No text yet.</p>' },
    titleOf: ({ title }) => title,
    search: {
      rank,
      date: 'published',
      listFound: async (db, ids, context) =>
        (await store.listFound(db, ids, context)).map(
          (found): FoundItem => ({
            id: found.id,
            title: found.title,
            text: found.text,
            href: hrefOf(found),
            facts: [found.date, sourceOf(found)],
          }),
        ),
    },
    sitemap: { select: selectPages },
    feed: {
      contents: heading,
      // The drafts are written with JSX, which the command-line tool can't load and never needs.
      list: async (context, request) => {
        const { listPublishedDrafts } = await import('./published-drafts.server.tsx');
        return listPublishedDrafts({ collection: name, table, extras: feedExtras }, context, request);
      },
      findNext: (db, now) => findNextPublication(db, table, now),
      listSources: (db) => listSourceNames(db, table),
    },
    stories: { list: (db, request) => listStories(db, table, request) },
    findSharePicture: async ({ read, town }, id) => {
      const item = await find(read, id);
      if (!item?.title) return undefined;
      const foot = `${placeOf(town)} — ${formatDate(item.pubDate, town)}`;
      const image = extractTeaser(item.description).image?.src;
      return { headline: item.title, foot, image, picture: item.picture };
    },
    adminList: {
      columns: ['Title'],
      listRows: (items, { town }) =>
        items.map(({ id, title, sourceName, pubDate }) => ({
          id,
          title,
          under: sourceName ?? undefined,
          time: `${formatShortDate(pubDate, town)}, ${formatTime(pubDate, town)}`,
          cells: [],
        })),
    },
    draft({ town, now, siteUrl }) {
      const id = randomUUID();
      return {
        id,
        sourceId: `local:${id}`,
        title: '',
        link: `${siteUrl}/${name}/${id}`,
        pubDate: isoOf(now),
        description: '',
        sourceName: town.title,
        sourceUrl: siteUrl,
      };
    },
  };
}
