import type { ListRequest, SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import type { FacetContext, FoundContext, FoundItem, PictureWords } from '#app/items/collection/facets.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { columnsOf } from '#app/items/content/item-fields.ts';
import { removeRow, saveItem, sortKeyOf } from '#app/items/content/item-store.server.ts';
import { FOUND_CHARACTERS } from '#app/items/lists/published-items.server.ts';
import { withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import type { Page, PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { extractTeaser, plainTextOf } from '#app/platform/html/extract.server.ts';
import { foldText } from '#app/platform/search-index/fold-text.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import { fixedTexts, settingOfPage } from '#app/town/fixed-texts.ts';
import { saveText } from '#app/town/town-store.server.ts';
import { type PageInput, pageSchema, type TownPage } from './page.ts';
import { addressOfPage } from './page-address.ts';
import { findFreeSlug, findSlug } from './page-slug-store.server.ts';

export const pageSource: TextSource = {
  kind: 'pages',
  table: 'page',
  place: 6,
  title: 'title',
  date: 'createdAt',
  columns: ['title', 'description'],
  counters: { page_slug: 'pages' },
  fieldsOf: ({ title = '', description = '' }) => ({ title, html: description, texts: [] }),
};

/** A to Z by title, case-insensitively. */
export const pageOrder: CountedOrder = {
  table: pageSource.table,
  column: 'titleKey',
  direction: 'asc',
  kind: 'string',
};

const pageColumns = [...columnsOf(pageSchema), 'version', 'updatedAt'] as const;

/** Pages A to Z, whole. */
export async function listPages(db: ReadDb, request: ListRequest): Promise<Page<TownPage>> {
  const query = db.selectFrom('page').select([...pageColumns, 'titleKey']);
  const page = await paginateCounted(db, query, pageOrder, request);
  return { ...page, items: page.items.map(({ titleKey, ...item }) => withDocumentIds(item)) };
}

/** What the list of all pages shows of one. `titleKey` begins with the letter that it is under. */
export type PageCard = Pick<TownPage, 'id' | 'title' | 'slug'> & { titleKey: string; deck: string };

/** Pages A to Z for the list of all pages. */
export function listPageCards(db: ReadDb, request: PageRequest): Promise<Page<PageCard>> {
  const query = db.selectFrom('page').select(['id', 'title', 'slug', 'deck', 'titleKey']);
  return paginateCounted(db, query, pageOrder, request);
}

export async function findPage(db: ReadDb, id: string): Promise<TownPage | undefined> {
  const row = await db.selectFrom('page').select(pageColumns).where('id', '=', id).executeTakeFirst();
  return row && withDocumentIds(row);
}

/**
 * Saves the page and reads it back (spec section 7). Its description must be sanitized. A slug that another page has is
 * refused; without one, it is made from the title.
 */
export function savePage(
  db: WriteDb,
  input: PageInput,
  options: SaveOptions,
): Promise<SaveOutcome<TownPage>> {
  return inTransaction(db, async (transaction) => {
    // Two pages must not find the same slug, or the same end of the menu, free.
    await lockName(transaction, 'pages');
    const own = settingOfPage(input.id) ? await findPage(transaction, input.id) : undefined;
    const slug = own?.slug ?? (await findSlug(transaction, input));
    if (own && input.slug !== null && input.slug !== own.slug)
      return { kind: 'refused', problems: [{ field: 'slug', message: 'The address of this page is fixed' }] };
    if (slug === undefined) return { kind: 'refused', problems: [{ field: 'slug', message: TAKEN }] };
    const row = {
      ...input,
      slug,
      position: await findPosition(transaction, input),
      titleKey: sortKeyOf(foldText(input.title)),
      deck: extractTeaser(input.description).deck,
    };
    const outcome = await saveItem(transaction, pageSource, row, { ...options, find: findPage });
    const setting = settingOfPage(input.id);
    if (setting && outcome.kind === 'saved') await saveText(transaction, setting, input.description);
    return outcome;
  });
}

const TAKEN = 'Another page has this address';

/** The position of a page that is saved: its own, or at the end of the list that it is new in. */
async function findPosition(db: ReadDb, { id, menu, position }: PageInput): Promise<number> {
  if (menu === 'none') return 0;
  const stored = await db
    .selectFrom('page')
    .select(['menu', 'position'])
    .where('id', '=', id)
    .executeTakeFirst();
  const isNewThere = stored !== undefined && stored.menu !== menu && stored.position === position;
  if (position !== undefined && !isNewThere) return position;
  if (stored?.menu === menu) return stored.position;
  const last = await db
    .selectFrom('page')
    .select(({ fn }) => fn.max<number | null>('position').as('position'))
    .where('menu', '=', menu)
    .executeTakeFirst();
  return (last?.position ?? 0) + 1;
}

/** The row of a restored page: with a number in its slug if another page has that by now. */
export async function toFreeRow(db: WriteDb, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  await lockName(db, 'pages');
  return { ...row, slug: await findFreeSlug(db, String(row.id), String(row.slug)) };
}

export function removePage(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return removeRow(db, pageSource, id, seen);
}

/** The share image of a page. */
export async function findPagePicture({ read }: FacetContext, id: string): Promise<PictureWords | undefined> {
  const page = await findPage(read, id);
  return page && { headline: page.title, foot: '', image: undefined, picture: page.picture };
}

/** The pages with these ids as search results. */
export async function listFoundPages(
  db: ReadDb,
  ids: string[],
  { clock }: FoundContext,
): Promise<FoundItem[]> {
  const rows = await db
    .selectFrom('page')
    .select(({ fn, val }) => [
      'id',
      'title',
      'slug',
      'checkedAt',
      fn<string>('substr', ['description', val(1), val(FOUND_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, slug, checkedAt, text }) => ({
    id,
    title,
    slug,
    text: plainTextOf(text),
    href: addressOfPage({ id, slug }),
    facts: checkedAt === null ? [] : [`Checked on ${formatDate(checkedAt, clock)}`],
  }));
}

/** The rows of the sitemap. */
export function selectPagePages(db: ReadDb) {
  // The fixed ones are listed with the other addresses of the site.
  return db
    .selectFrom('page')
    .select(['id', 'title', 'slug', 'updatedAt', 'titleKey'])
    .where('id', 'not in', Object.keys(fixedTexts));
}
