/** The search page of a static site, its index, and the list of everything. */
import type { Collection } from '#app/items/collection/collection.ts';
import type { FoundItem } from '#app/items/collection/facets.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { listSearchTexts } from '#app/platform/search-index/index-items.server.ts';
import { type AnyDb, selectFound } from '#app/platform/search-index/text-sources.ts';
import { cardsFileOf, SEARCH_HEAD, type SearchHead, searchFileOf, termsFileOf } from './search-files.ts';
import { CARDS_PER_FILE, openSearchIndex, type SearchCard } from './search-index.server.ts';
import script from './search-script.ts?script';
import type { SiteFolder } from './site-folder.server.ts';
import type { StaticNames } from './static-names.ts';
import {
  type AllPart,
  type AllPartFacts,
  allHandle,
  allPartHandle,
  searchHandle,
} from './static-search-page.tsx';

export type SearchSources = {
  requestContext: RequestContext;
  names: StaticNames;
  folder: SiteFolder;
  /** The HTML of a page that only a static site has. */
  renderOwnPage: (
    requestContext: RequestContext,
    pathname: string,
    handle: RouteHandle,
    loaderData: unknown,
  ) => string;
  /** Writes the file of the page at an address of its own. */
  writePage: (address: string, html: string) => Promise<void>;
  /** Whether to stop: then what was written is not used. */
  isStopped: () => boolean;
  onItem: () => void;
};

const ITEMS_PER_PART = 200;
const MOST_TEASER = 180;

/** An item to find, unless it is archived; the newest of all collections comes first. */
type Key = { kind: string; id: string; date: number; isArchived: boolean };

/** Writes everything that is found by searching. Without everything when it is stopped. */
export async function writeSearch(sources: SearchSources): Promise<void> {
  const { requestContext, writePage, renderOwnPage } = sources;
  const keys = await listKeys(requestContext);
  const { siteTitle } = { siteTitle: requestContext.town.title };
  await writePage('/search', renderOwnPage(requestContext, '/search', searchHandle, { siteTitle }));
  await writeIndex(sources, keys);
  await writeList(sources, keys);
}

async function listKeys({ read, collections }: RequestContext): Promise<Key[]> {
  const keys: Key[] = [];
  for (const { name, source } of Object.values(collections)) {
    const rows = (await selectFound(read as never, source)
      .leftJoin('archived_item', (join) =>
        join.onRef('archived_item.itemId', '=', 'item.id').on('archived_item.collection', '=', name),
      )
      .select(['item.id as id', `item.${source.date} as date`, 'archived_item.archivedAt as archivedAt'])
      .execute()) as { id: string; date: number; archivedAt: number | null }[];
    for (const { id, date, archivedAt } of rows)
      keys.push({ kind: name, id, date: Number(date), isArchived: archivedAt !== null });
  }
  return keys.sort((one, other) => other.date - one.date || (one.id < other.id ? -1 : 1));
}

async function writeIndex(
  { requestContext, names, folder, isStopped, onItem }: SearchSources,
  keys: Key[],
): Promise<void> {
  const index = await openSearchIndex(folder.workFolder);
  const kinds = Object.keys(requestContext.collections);
  for (let from = 0; from < keys.length && !isStopped(); from += CARDS_PER_FILE) {
    const found = await loadItems(requestContext, keys.slice(from, from + CARDS_PER_FILE));
    const cards = found.map(({ kind, item }): SearchCard | 0 => {
      if (!item) return 0;
      return [
        item.title,
        linkOf(item, requestContext, names),
        kinds.indexOf(kind),
        item.facts.join(' · '),
        teaserOf(item),
      ];
    });
    for (const [place, { words }] of found.entries()) {
      if (words && !keys[from + place]?.isArchived) await index.add(from + place, words);
      onItem();
    }
    const name = cardsFileOf(from / CARDS_PER_FILE);
    await folder.write(`search/${name}`, searchFileOf(name, cards));
  }
  const beginnings = await index.finish(async (beginning, terms) => {
    const name = termsFileOf(beginning);
    await folder.write(`search/${name}`, searchFileOf(name, terms));
  });
  const head: SearchHead = {
    beginnings,
    kinds: Object.values(requestContext.collections).map(({ heading }) => heading),
    cardsPerFile: CARDS_PER_FILE,
    locale: requestContext.town.locale,
  };
  await folder.write(`search/${SEARCH_HEAD}`, searchFileOf(SEARCH_HEAD, head));
  await folder.write('search/search.js', script);
}

type LoadedItem = {
  kind: string;
  item: FoundItem | undefined;
  words: { title: string[]; text: string[] } | undefined;
};

/** What search shows and finds of these items, in their order. */
async function loadItems(requestContext: RequestContext, keys: Key[]): Promise<LoadedItem[]> {
  const loaded = new Map<string, LoadedItem>();
  for (const [kind, some] of Map.groupBy(keys, (key) => key.kind)) {
    const {
      source,
      facets: { search },
    } = requestContext.collections[kind] as Collection;
    const ids = some.map(({ id }) => id);
    const items = await search.listFound(requestContext.read, ids, {
      clock: requestContext.town,
      now: requestContext.now,
    });
    const texts = await listSearchTexts(requestContext.read, source, ids);
    const textById = new Map(texts.map((text) => [text.id, text]));
    for (const item of items) {
      const text = textById.get(item.id);
      const words = text && { title: splitWords(text.title), text: splitWords(text.text) };
      loaded.set(`${kind}/${item.id}`, { kind, item, words });
    }
  }
  return keys.map(
    ({ kind, id }) => loaded.get(`${kind}/${id}`) ?? { kind, item: undefined, words: undefined },
  );
}

function splitWords(text: string): string[] {
  return text.split(' ').filter(Boolean);
}

/** From the root of the folder; other sites' addresses stay as they are. */
function linkOf({ href }: FoundItem, { services }: RequestContext, names: StaticNames): string {
  const { url } = services.settings;
  const address = URL.parse(href, url);
  if (address?.origin !== url) return href;
  const file = names(address)?.file ?? 'all/index.html';
  return file.split('/').map(encodeURIComponent).join('/');
}

function teaserOf({ text }: FoundItem): string {
  if (text.length <= MOST_TEASER) return text;
  const cut = text.slice(0, MOST_TEASER);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), MOST_TEASER / 2)).trimEnd()}…`;
}

async function writeList(
  { requestContext, writePage, renderOwnPage, isStopped }: SearchSources,
  keys: Key[],
): Promise<void> {
  const collections: AllPart[] = [];
  for (const {
    name,
    heading,
    facets: { search },
  } of Object.values(requestContext.collections)) {
    const ids = keys.filter(({ kind }) => kind === name).map(({ id }) => id);
    const parts = Math.ceil(ids.length / ITEMS_PER_PART);
    collections.push({ name, heading, parts, total: ids.length });
    for (let part = 1; part <= parts && !isStopped(); part++) {
      const shown = ids.slice((part - 1) * ITEMS_PER_PART, part * ITEMS_PER_PART);
      const found = await search.listFound(requestContext.read, shown, {
        clock: requestContext.town,
        now: requestContext.now,
      });
      const byId = new Map(found.map((item) => [item.id, item]));
      const items = shown.flatMap((id) => byId.get(id) ?? []);
      const facts: AllPartFacts = { name, heading, part, parts, items: items.map(entryOf) };
      await writePage(
        `/all/${name}-${part}`,
        renderOwnPage(requestContext, `/all/${name}-${part}`, allPartHandle, facts),
      );
    }
  }
  await writePage('/all', renderOwnPage(requestContext, '/all', allHandle, { collections }));
}

function entryOf({ id, title, href, facts }: FoundItem) {
  return { id, title, href, facts: facts.join(' · ') };
}

/** How many items the site has. */
export async function countItems({ read, collections }: RequestContext): Promise<number> {
  let total = 0;
  for (const { source } of Object.values(collections)) {
    const { count } = (await selectFound(read as AnyDb as never, source)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()) as { count: number };
    total += Number(count);
  }
  return total;
}
