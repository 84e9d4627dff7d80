import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { formatCsv } from '#app/items/text/csv-text.ts';
import type { ItemKind } from '#app/moving/formats/format.ts';
import { csvColumns, csvRowOf } from '#app/moving/formats/tables/csv-row.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { listPictures, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import type { Invocation } from '../command.ts';
import { countRecords, pagesOf } from './export-records.ts';
import type { ExportSource } from './export-snapshot.ts';
import { listLeaving } from './leaving-items.ts';

type Row = (string | number)[];

/** Spreadsheets take a file without it for the encoding of their system. */
const BYTE_ORDER_MARK = '\ufeff';

/** Writes a table for each collection, and one of the pictures, to `folder`. */
export async function exportCsv(
  source: ExportSource,
  folder: string,
  { signal, now, terminal, words }: Invocation,
): Promise<string[] | undefined> {
  await mkdir(folder, { recursive: true });
  const unfinished = (name: string) => join(folder, `.${name}.csv.unfinished`);
  const tables = [
    ...Object.values(collections).map((each) => itemsTable(each, source, now)),
    picturesTable(source),
  ];
  try {
    const lines: string[] = [];
    for (const { name, columns, total, pages } of tables) {
      const count = await total();
      const rows = await writeTable(unfinished(name), columns, pages(), (written) => {
        terminal.showProgress(name, written, Math.max(written, count));
        return signal.aborted;
      });
      if (rows === undefined) return undefined;
      lines.push(`${name} → ${words.at(-1)}/${name}.csv: ${rows} records`);
    }
    for (const { name } of tables) await rename(unfinished(name), join(folder, `${name}.csv`));
    return lines;
  } finally {
    for (const { name } of tables) await rm(unfinished(name), { force: true });
  }
}

type Table = {
  name: string;
  columns: readonly string[];
  total: () => Promise<number>;
  pages: () => AsyncIterable<Row[]>;
};

function itemsTable(collection: Collection, { read, settings }: ExportSource, now: number): Table {
  const context = { read, now, siteUrl: settings.url };
  return {
    name: collection.name,
    columns: csvColumns[collection.name as ItemKind],
    total: () => countRecords(read, collection),
    pages: () => mapped(listLeaving(collection, context), csvRowOf),
  };
}

const PICTURE_COLUMNS = ['id', 'name', 'url', 'width', 'height', 'alt', 'decorative', 'caption', 'credit'];

function picturesTable({ read, settings }: ExportSource): Table {
  return {
    name: 'pictures',
    columns: PICTURE_COLUMNS,
    total: async () => 0,
    pages: () =>
      mapped(
        pagesOf(pictureOrder, (request) => listPictures(read, {}, request)),
        (picture) => [
          ...[
            picture.id,
            picture.name,
            settings.url + pictureAddress(picture),
            picture.width,
            picture.height,
          ],
          ...[picture.alt ?? '', String(picture.decorative), picture.caption ?? '', picture.credit ?? ''],
        ],
      ),
  };
}

async function* mapped<Item>(
  pages: AsyncIterable<Item[]>,
  rowOf: (item: Item) => Row,
): AsyncGenerator<Row[]> {
  for await (const items of pages) yield items.map(rowOf);
}

/** Waits for each page to be written before it reads the next. Undefined when `onPage` says to stop. */
async function writeTable(
  path: string,
  columns: readonly string[],
  pages: AsyncIterable<Row[]>,
  onPage: (written: number) => boolean,
): Promise<number | undefined> {
  const file: FileHandle = await open(path, 'w');
  try {
    let written = 0;
    await file.writeFile(BYTE_ORDER_MARK + formatCsv([[...columns]]));
    for await (const rows of pages) {
      await file.writeFile(formatCsv(rows));
      written += rows.length;
      if (onPage(written)) return undefined;
    }
    await file.sync();
    return written;
  } finally {
    await file.close();
  }
}
