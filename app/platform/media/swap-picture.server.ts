/** Puts another picture, or none, in the place of one that an item uses, and takes documents away. */
import type { WriteDb } from '#app/platform/database/handles.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { withoutEmptyFigures } from '#app/platform/html/picture-tags.ts';
import type { AnyDb, TextSource } from '#app/platform/search-index/text-sources.ts';
import { heightAt, type PictureSize, pictureAddress, widthsOf } from './picture-sizes.ts';
import { type PictureUse, SETTINGS } from './picture-uses.server.ts';

/** The id of a picture or a document, and what takes its place: nothing if `to` is null, as always for a document. */
export type Swap = { from: string; to: PictureSize | null };

/** HTML with the other picture, which keeps the alternative text, caption and width of its place. */
function swapInText(html: string, { from, to }: Swap): string {
  const tags = new RegExp(`<img [^>]*/media/${from}-[^>]*>`, 'g');
  if (!to) return html.search(tags) < 0 ? html : withoutEmptyFigures(html.replace(tags, ''));
  const width = widthsOf(to).at(-1) as number;
  const sized = html.replace(tags, (tag) =>
    tag
      .replace(/ width="\d+"/, ` width="${width}"`)
      .replace(/ height="\d+"/, ` height="${heightAt(to, width)}"`),
  );
  return sized.replace(new RegExp(`/media/${from}-\\d+\\.(?:avif|webp|jpeg)`, 'g'), pictureAddress(to, 960));
}

/** In a row, the ids of documents are JSON. */
type Content = {
  picture?: string | null;
  description?: string;
  documents?: string[] | string | null;
  meeting?: object | string | null;
};

/** The columns of an item's own row that are different afterwards. */
function swapInRow({ hasTeaser }: TextSource, row: Content, swap: Swap): object {
  const changes = swapInContent(row, swap);
  if (!changes.description || !hasTeaser) return changes;
  // What lists show of the text; its first words have no picture.
  const { image } = extractTeaser(changes.description);
  return { ...changes, image: image && JSON.stringify(image) };
}

/** The fields with a picture that are different afterwards. */
function swapInContent({ picture, description, documents, meeting }: Content, swap: Swap): Content {
  const text = description && swapInText(description, swap);
  return {
    ...(documents?.includes(swap.from) ? { documents: withoutDocument(documents, swap.from) } : {}),
    ...(meeting && JSON.stringify(meeting).includes(swap.from)
      ? { meeting: withoutNamed(meeting, swap.from) }
      : {}),
    ...(picture === swap.from ? { picture: swap.to?.id ?? null } : {}),
    ...(!text || text === description ? {} : { description: text }),
  };
}

function withoutDocument(documents: string[] | string, id: string): string[] | string | null {
  if (typeof documents !== 'string') return documents.filter((each) => each !== id);
  const others = (JSON.parse(documents) as string[]).filter((each) => each !== id);
  return others.length > 0 ? JSON.stringify(others) : null;
}

/** A meeting names the documents with its agenda and its minutes. */
function withoutNamed(meeting: object | string, id: string): object | string {
  if (typeof meeting === 'string') return JSON.stringify(withoutNamed(JSON.parse(meeting), id));
  return Object.fromEntries(
    Object.entries(meeting).map(([name, value]) => [name, value === id ? null : value]),
  );
}

function swapInJson(json: string, swap: Swap): string {
  const content = JSON.parse(json);
  return JSON.stringify({ ...content, ...swapInContent(content, swap) });
}

type Item = Pick<PictureUse, 'collection' | 'itemId'>;

/**
 * Swaps the picture in all versions of an item, published or not, in the trash, or in a setting, in the caller's
 * transaction. What is changed counts as saved at `now`; earlier versions stay as they are.
 */
export async function swapInItem(
  db: WriteDb,
  source: TextSource | undefined,
  item: Item,
  swap: Swap,
  now: number,
): Promise<void> {
  const stored = db.withoutPlugins();
  if (item.collection === SETTINGS) return swapInSetting(stored, item, swap);
  await swapInVersions(stored, item, swap, now);
  if (!source) return;
  await swapInPublished(stored, source, item, swap, now);
  await swapInTrash(stored, source, item, swap);
}

async function swapInSetting(db: WriteDb, { itemId }: Item, swap: Swap): Promise<void> {
  const row = await db
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', itemId)
    .executeTakeFirst();
  if (!row) return;
  const value = row.value === swap.from ? (swap.to?.id ?? '') : swapInText(row.value, swap);
  await db.updateTable('town_setting').set({ value }).where('name', '=', itemId).execute();
}

async function swapInPublished(
  db: WriteDb,
  source: TextSource,
  { itemId }: Item,
  swap: Swap,
  now: number,
): Promise<void> {
  const rows = db as unknown as AnyDb;
  const row = await rows
    .selectFrom(source.table)
    .select(['picture', 'description', 'documents', ...(source.json ?? [])])
    .where('id', '=', itemId)
    .executeTakeFirst();
  const changes = swapInRow(source, row ?? {}, swap);
  if (Object.keys(changes).length === 0) return;
  await rows
    .updateTable(source.table)
    .set(({ eb }) => ({
      ...changes,
      version: eb('version', '+', 1),
      updatedAt: now,
    }))
    .where('id', '=', itemId)
    .execute();
}

async function swapInVersions(
  db: WriteDb,
  { collection, itemId }: Item,
  swap: Swap,
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('item_version')
    .select(['state', 'version', 'item'])
    .where('collection', '=', collection)
    .where('id', '=', itemId)
    .execute();
  for (const { state, version, item } of rows) {
    if (!item.includes(swap.from)) continue;
    await db
      .updateTable('item_version')
      .set({ item: swapInJson(item, swap), version: version + 1, updatedAt: now })
      .where('collection', '=', collection)
      .where('id', '=', itemId)
      .where('state', '=', state)
      .where('version', '=', version)
      .execute();
  }
}

async function swapInTrash(
  db: WriteDb,
  source: TextSource,
  { collection, itemId }: Item,
  swap: Swap,
): Promise<void> {
  const parts = await db
    .selectFrom('trash_item')
    .innerJoin('trash_row', 'trash_row.trashId', 'trash_item.id')
    .select(['trashId', 'part', 'tableName', 'rows'])
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('tableName', 'in', [source.table, 'item_version'])
    .execute();
  for (const { trashId, part, tableName, rows } of parts) {
    if (!rows.includes(swap.from)) continue;
    const swapped = (JSON.parse(rows) as Record<string, unknown>[]).map((row) =>
      tableName === 'item_version'
        ? { ...row, item: swapInJson(String(row.item), swap) }
        : { ...row, ...swapInRow(source, row, swap) },
    );
    await db
      .updateTable('trash_row')
      .set({ rows: JSON.stringify(swapped) })
      .where('trashId', '=', trashId)
      .where('part', '=', part)
      .execute();
  }
}
