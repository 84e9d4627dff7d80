/** `belfry export wxr FILE` and `belfry export ghost FILE`. */
import { collections } from '#app/collections.server.ts';
import { GhostWriter } from '#app/moving/formats/ghost/write-ghost.ts';
import { fieldTextOf, type LeavingItem } from '#app/moving/formats/leaving-item.ts';
import { WxrWriter } from '#app/moving/formats/wordpress/write-wxr.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { listPictures, type Picture, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import type { Invocation } from '../command.ts';
import { counted, countRecords } from './export-records.ts';
import type { ExportSource } from './export-snapshot.ts';
import { listLeaving } from './leaving-items.ts';
import { pagesOf } from './list-pages.ts';
import { writeWholeFiles } from './write-whole-files.ts';

/** An export reads all items once for each table that it writes. */
type Leaving = {
  source: ExportSource;
  invocation: Invocation;
  /** How many of each collection were written, by name. */
  counts: Map<string, number>;
  pictures: number;
};

export function exportWxr(
  source: ExportSource,
  path: string,
  invocation: Invocation,
): Promise<string[] | undefined> {
  return exportPieces(source, path, invocation, wxrPieces);
}

export function exportGhost(
  source: ExportSource,
  path: string,
  invocation: Invocation,
): Promise<string[] | undefined> {
  return exportPieces(source, path, invocation, ghostPieces);
}

async function exportPieces(
  source: ExportSource,
  path: string,
  invocation: Invocation,
  piecesOf: (leaving: Leaving) => AsyncIterable<string>,
): Promise<string[] | undefined> {
  const leaving: Leaving = { source, invocation, counts: new Map(), pictures: 0 };
  const isWritten = await writeWholeFiles([{ path, pieces: piecesOf(leaving) }], invocation.signal);
  return isWritten ? linesOf(leaving) : undefined;
}

async function* wxrPieces(leaving: Leaving): AsyncGenerator<string> {
  const { source, invocation } = leaving;
  const town = await findTown(source.read);
  const site = { title: town.title, address: source.settings.url, clock: town, now: invocation.now };
  const writer = new WxrWriter(site);
  yield writer.head(await listBylines(leaving));
  for await (const pictures of listLibrary(leaving)) {
    leaving.pictures += pictures.length;
    yield pictures.map((picture) => writer.picture(leavingPicture(picture, source))).join('');
  }
  for await (const items of listAll(leaving)) yield items.map((item) => writer.item(item)).join('');
  yield writer.foot();
}

async function* ghostPieces(leaving: Leaving): AsyncGenerator<string> {
  const { source, invocation } = leaving;
  const town = await findTown(source.read);
  const pictures = await indexPictures(leaving);
  const writer = new GhostWriter({
    ...{ title: town.title, address: source.settings.url, clock: town, now: invocation.now },
    findPicture: (id) => pictures.get(id),
  });
  const meta = { exported_on: invocation.now, version: '5.0.0' };
  yield `{"db":[{"meta":${JSON.stringify(meta)},"data":{`;
  yield* tablePieces('posts', leaving, (item) => [writer.post(item)]);
  const silent = { ...leaving, counts: new Map() };
  yield ',';
  yield* tablePieces('posts_tags', silent, (item) => writer.postTags(item));
  yield ',';
  yield* tablePieces('posts_authors', silent, (item) => writer.postAuthors(item));
  yield ',';
  yield* tablePieces('posts_meta', silent, (item) => writer.postMeta(item));
  yield `,"tags":${JSON.stringify(writer.tags())},"users":${JSON.stringify(writer.users())}}}]}\n`;
}

async function* tablePieces(
  name: string,
  leaving: Leaving,
  rowsOf: (item: LeavingItem) => object[],
): AsyncGenerator<string> {
  yield `"${name}":[`;
  let isFirst = true;
  for await (const items of listAll(leaving)) {
    const rows = items.flatMap(rowsOf);
    if (rows.length > 0)
      yield `${isFirst ? '\n' : ',\n'}${rows.map((row) => JSON.stringify(row)).join(',\n')}`;
    isFirst &&= rows.length === 0;
  }
  yield ']';
}

/** The items of all collections, some at a time. */
async function* listAll({ source, invocation, counts }: Leaving): AsyncGenerator<LeavingItem[]> {
  const { read, settings } = source;
  for (const collection of Object.values(collections)) {
    const items = listLeaving(collection, { read, now: invocation.now, siteUrl: settings.url });
    yield* counted(
      items,
      () => countRecords(read, collection),
      (done, total) => {
        counts.set(collection.name, done);
        invocation.terminal.showProgress(collection.name, done, total);
      },
    );
  }
}

/** Authors that are remembered: WordPress wants to know them before the posts. */
const MOST_BYLINES = 5000;

async function listBylines({ source, invocation }: Leaving): Promise<Set<string>> {
  const { read, settings } = source;
  const bylines = new Set<string>();
  const context = { read, now: invocation.now, siteUrl: settings.url };
  for await (const items of listLeaving(collections.articles, context))
    for (const { input } of items) {
      const byline = fieldTextOf(input, 'byline');
      if (byline && bylines.size < MOST_BYLINES) bylines.add(byline);
    }
  return bylines;
}

function listLibrary({ source }: Leaving): AsyncGenerator<Picture[]> {
  return pagesOf(pictureOrder, (request) => listPictures(source.read, {}, request));
}

function leavingPicture(picture: Picture, { settings }: ExportSource) {
  return { ...picture, address: settings.url + pictureAddress(picture) };
}

type Indexed = { address: string; alt: string | null; caption: string | null };

async function indexPictures(leaving: Leaving): Promise<Map<string, Indexed>> {
  const index = new Map<string, Indexed>();
  for await (const pictures of listLibrary(leaving))
    for (const picture of pictures) {
      const { id, address, alt, caption } = leavingPicture(picture, leaving.source);
      index.set(id, { address, alt, caption });
    }
  return index;
}

function linesOf({ counts, pictures, invocation }: Leaving): string[] {
  const word = invocation.words.at(-1);
  const lines = [...counts].map(([name, count]) => `${name} → ${word}: ${count} records`);
  return pictures > 0 ? [...lines, `pictures → ${word}: ${pictures} records`] : lines;
}
