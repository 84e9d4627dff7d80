import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { formatCsv } from '#app/items/text/csv-text.ts';
import type { ItemKind } from '#app/moving/formats/format.ts';
import { csvColumns, csvRowOf } from '#app/moving/formats/tables/csv-row.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { listPictures, type Picture, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import type { Invocation } from '../command.ts';
import { counted, countRecords } from './export-records.ts';
import type { ExportSource } from './export-snapshot.ts';
import { listLeaving } from './leaving-items.ts';
import { pagesOf } from './list-pages.ts';
import { writeWholeFiles } from './write-whole-files.ts';

type Row = (string | number)[];

/** Spreadsheets take a file without it for the encoding of their system. */
const BYTE_ORDER_MARK = '\ufeff';

const PICTURE_COLUMNS = ['id', 'name', 'url', 'width', 'height', 'alt', 'decorative', 'caption', 'credit'];

/** Writes a table for each collection, and one of the pictures, to `folder`. */
export async function exportCsv(
  { read, settings }: ExportSource,
  folder: string,
  { signal, now, terminal, words }: Invocation,
): Promise<string[] | undefined> {
  await mkdir(folder, { recursive: true });
  const counts = new Map<string, number>();
  const tableOf = (
    name: string,
    columns: readonly string[],
    pages: AsyncIterable<Row[]>,
    total: () => Promise<number>,
  ) => {
    const shown = counted(pages, total, (written, all) => {
      counts.set(name, written);
      terminal.showProgress(name, written, all);
    });
    return { path: join(folder, `${name}.csv`), pieces: csvPieces(columns, shown) };
  };
  const tables = Object.values(collections).map((collection: Collection) => {
    const items = listLeaving(collection, { read, now, siteUrl: settings.url });
    const columns = csvColumns[collection.name as ItemKind];
    return tableOf(collection.name, columns, mapped(items, csvRowOf), () => countRecords(read, collection));
  });
  const pictures = pagesOf(pictureOrder, (request) => listPictures(read, {}, request));
  const rows = mapped(pictures, (picture) => pictureRowOf(picture, settings.url));
  const all = [...tables, tableOf('pictures', PICTURE_COLUMNS, rows, async () => 0)];
  if (!(await writeWholeFiles(all, signal))) return undefined;
  return [...counts].map(([name, count]) => `${name} → ${words.at(-1)}/${name}.csv: ${count} records`);
}

function pictureRowOf(picture: Picture, siteUrl: string): Row {
  const { id, name, width, height, alt, decorative, caption, credit } = picture;
  const address = siteUrl + pictureAddress(picture);
  return [id, name, address, width, height, alt ?? '', String(decorative), caption ?? '', credit ?? ''];
}

async function* mapped<Item>(
  pages: AsyncIterable<Item[]>,
  rowOf: (item: Item) => Row,
): AsyncGenerator<Row[]> {
  for await (const items of pages) yield items.map(rowOf);
}

async function* csvPieces(columns: readonly string[], pages: AsyncIterable<Row[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + formatCsv([[...columns]]);
  for await (const rows of pages) yield formatCsv(rows);
}
