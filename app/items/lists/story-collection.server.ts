import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { Collection, ItemForm, StoredItem } from '#app/items/collection/collection.ts';
import type { FoundItem, ItemFacets } from '#app/items/collection/facets.ts';
import { htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import type { StoryInput, StoryStore } from '#app/items/content/item-store.server.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { formatDate, formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import type { FeedExtras } from './published-drafts.server.tsx';
import {
  type FoundStory,
  findNextPublication,
  listSourceNames,
  listStories,
} from './published-items.server.ts';

/** What each such collection has of its own. `hrefOf` is where a search result leads, `sourceOf` its source's name. */
type StoryParts<Item extends StoryInput & StoredItem, Input extends StoryInput> = Pick<
  Collection<Item, Input>,
  'name' | 'singular' | 'heading'
> &
  Pick<ItemForm<Item, Input>, 'fields'> &
  Pick<ItemFacets<Item>, 'jsonLd' | 'openPage' | 'proof'> & {
    schema: z.ZodObject & z.ZodType<Input>;
    rank: number;
    store: StoryStore<Item, Input>;
    feedExtras?: FeedExtras;
    hrefOf: (found: FoundStory) => string;
    sourceOf: (found: FoundStory) => string;
  };

/** A collection whose items have a publication date, a source and a text with a teaser. */
export function storyCollection<Item extends StoryInput & StoredItem, Input extends StoryInput>({
  name,
  singular,
  heading,
  rank,
  store: { source, listFound, selectPages, ...store },
  schema,
  fields,
  hrefOf,
  sourceOf,
  feedExtras,
  jsonLd,
  openPage,
  proof,
}: StoryParts<Item, Input>): Collection<Item, Input> {
  const { table } = source;
  const toJson = jsonOf(schema);
  return {
    name,
    singular,
    heading,
    source,
    store,
    json: {
      schema,
      outputSchema: outputOf(schema),
      htmlFields: htmlFieldsOf(schema),
      dateField: 'pubDate',
      toJson,
      toInputJson: toJson,
    },
    form: {
      fields,
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
      standIns: { title: 'Untitled', description: '<p>No text yet.</p>' },
    },
    facets: {
      search: {
        rank,
        date: 'published',
        listFound: async (db, ids, context) =>
          (await listFound(db, ids, context)).map(
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
      findSharePicture: async ({ read, town }, id) => {
        const item = await store.find(read, id);
        if (!item?.title) return undefined;
        const foot = `${townAndStateOf(town)} — ${formatDate(item.pubDate, town)}`;
        const image = extractTeaser(item.description).image?.src;
        return { headline: item.title, foot, image, picture: item.picture };
      },
      jsonLd,
      ...(proof && { proof }),
      openPage,
    },
  };
}
