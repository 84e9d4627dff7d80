import type { ListRequest, SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import type { FacetContext, FoundItem, PictureWords } from '#app/items/collection/facets.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { columnsOf } from '#app/items/content/item-fields.ts';
import { removeRow, saveItem, sortKeyOf } from '#app/items/content/item-store.server.ts';
import { FOUND_CHARACTERS } from '#app/items/lists/published-items.server.ts';
import { withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import {
  type Business,
  type BusinessCard,
  type BusinessInput,
  businessSchema,
  cardFields,
} from './business.ts';

export const businessSource: TextSource = {
  kind: 'businesses',
  table: 'business',
  place: 5,
  title: 'name',
  date: 'createdAt',
  columns: ['name', 'category', 'description', 'address'],
  fieldsOf: ({ name = '', category = '', description = '', address = '' }) => ({
    title: name,
    html: description,
    texts: [category, address],
  }),
};

/** A to Z by name, case-insensitively. */
export const businessOrder: CountedOrder = {
  table: businessSource.table,
  column: 'nameKey',
  direction: 'asc',
  kind: 'string',
};

const businessColumns = [...columnsOf(businessSchema), 'version', 'updatedAt'] as const;

/** Businesses A to Z for the list; with a `category` only those of exactly that one. */
export async function listBusinessCards(
  db: ReadDb,
  request: PageRequest & { category?: string | undefined },
): Promise<Page<BusinessCard>> {
  const { category, ...slice } = request;
  const all = db.selectFrom('business').select([...cardFields, 'nameKey']);
  const page =
    category === undefined
      ? await paginateCounted(db, all, businessOrder, slice)
      : await paginateWalking(all.where('category', '=', category), businessOrder, slice);
  return { ...page, items: page.items.map(({ nameKey, ...card }) => card) };
}

/** The categories in use, in alphabetical order. */
export async function listBusinessCategories(db: ReadDb): Promise<string[]> {
  // Goes from each category to the next: `distinct` would read the index of all businesses.
  const rows = await db
    .withRecursive('step', (steps) =>
      steps
        .selectFrom('business')
        .select(({ fn }) => fn.min<string | null>('category').as('category'))
        .unionAll(
          steps
            .selectFrom('step')
            .where('step.category', 'is not', null)
            .select(({ selectFrom }) =>
              selectFrom('business')
                .whereRef('business.category', '>', 'step.category')
                .select(({ fn }) => fn.min<string | null>('business.category').as('next'))
                .as('category'),
            ),
        ),
    )
    .selectFrom('step')
    .select('category')
    .where('category', 'is not', null)
    .$narrowType<{ category: string }>()
    .execute();
  return rows.map((row) => row.category).sort((a, b) => a.localeCompare(b, 'en'));
}

/** Businesses A to Z, whole. */
export async function listBusinesses(db: ReadDb, request: ListRequest): Promise<Page<Business>> {
  const query = db.selectFrom('business').select([...businessColumns, 'nameKey']);
  const page = await paginateCounted(db, query, businessOrder, request);
  return { ...page, items: page.items.map(({ nameKey, ...business }) => withDocumentIds(business)) };
}

export async function findBusiness(db: ReadDb, id: string): Promise<Business | undefined> {
  const row = await db.selectFrom('business').select(businessColumns).where('id', '=', id).executeTakeFirst();
  return row && withDocumentIds(row);
}

/** The share image of a business. */
export async function findBusinessPicture(
  { read }: FacetContext,
  id: string,
): Promise<PictureWords | undefined> {
  const business = await findBusiness(read, id);
  if (!business) return undefined;
  const { name, category, address, picture } = business;
  return { headline: name, foot: `${category} — ${address}`, image: undefined, picture };
}

/** Saves the business and reads it back (spec section 7). Its description must be sanitized. */
export async function saveBusiness(
  db: WriteDb,
  input: BusinessInput,
  options: SaveOptions,
): Promise<SaveOutcome<Business>> {
  const row = { ...input, nameKey: sortKeyOf(input.name) };
  return saveItem(db, businessSource, row, { ...options, find: findBusiness });
}

export function removeBusiness(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return removeRow(db, businessSource, id, seen);
}

/** The businesses with these ids as search results. */
export async function listFoundBusinesses(db: ReadDb, ids: string[]): Promise<FoundItem[]> {
  const rows = await db
    .selectFrom('business')
    .select(({ fn, val }) => [
      'id',
      'name',
      'category',
      'address',
      fn<string>('substr', ['description', val(1), val(FOUND_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, name, category, address, text }) => ({
    id,
    title: name,
    text: plainTextOf(text),
    href: `/businesses/${id}`,
    facts: [category, address],
  }));
}

/** The rows of the sitemap. */
export function selectBusinessPages(db: ReadDb) {
  return db.selectFrom('business').select(['id', 'name as title', 'updatedAt', 'nameKey']);
}
