/**
 * Imports many items into the town of a folder in this process, as a site does that serves readers meanwhile, and
 * reports how late its event loop was.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { collections } from '#app/collections.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { readSource } from '#app/sources/checks/read-source.server.ts';
import { findSourceRow } from '#app/sources/checks/read-sources.server.ts';
import { importSource } from '#app/sources/import/import-source.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { sourceSchema } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { writeCalendar, writeFeed } from './feeds.ts';

/** In milliseconds. `turn` is the CPU time of the longest turn of the event loop, which other processes don't affect. */
export type ImportFigures = { seconds: number; added: number; p99: number; most: number; turn: number };

const FEED_ITEMS = 500;
const CALENDAR_DATES = 2000;
const WARM_UP = 200;

const [dataFolder = '', feeds = 'news', trust = 'review', count = '5000'] = process.argv.slice(2);
process.on('disconnect', () => process.exit(0));
const now = Date.now();
const siteUrl = 'http://localhost:3000';
const database = openDatabase({ dataFolder });
const { write } = resolveLinks(database, siteUrl);
const context = { write, collections, town: await findTown(write), siteUrl, now: () => now };
// The first items compile the code, which a running site did long ago.
await importItems(1_000_000, WARM_UP);
const figures = await measure(Number(count));
process.send?.(figures);
await database.close();
process.disconnect?.();

async function measure(items: number): Promise<ImportFigures> {
  const watch = watchTurns();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const { added, seconds } = await importItems(0, items);
  delay.disable();
  return { seconds, added, p99: delay.percentile(99) / 1e6, most: delay.max / 1e6, turn: await watch() };
}

/** Adds a source and imports that many items from number `first` on. */
async function importItems(first: number, items: number): Promise<{ added: number; seconds: number }> {
  const address = `https://paper${first}.example/`;
  const { id } = await addSource(write, sourceSchema.parse({ address, feeds, trust }), { by: null, now });
  const source = await findSourceRow(write, id);
  if (!source) throw new Error('The source is missing');
  const parsed = await readItems(address, first, items);
  const startedAt = performance.now();
  const { added } = await importSource(context, source, parsed);
  return { added, seconds: (performance.now() - startedAt) / 1000 };
}

/** A document has at most 500 items or 2,000 dates: several of them together. They are read in another thread. */
async function readItems(address: string, first: number, items: number): Promise<ParsedSource> {
  const size = feeds === 'events' ? CALENDAR_DATES : FEED_ITEMS;
  const documents: ParsedSource[] = [];
  for (let done = 0; done < items; done += size) {
    const text = writeDocument(first + done, Math.min(size, items - done));
    const zone = context.town.timeZone;
    documents.push(await readSource({ bytes: Buffer.from(text), address, zone, now }));
  }
  const [one] = documents;
  return {
    ...(one as ParsedSource),
    items: documents.flatMap((document) => document.items),
    occurrences: documents.flatMap(({ occurrences }) => occurrences),
  };
}

function writeDocument(first: number, items: number): string {
  return feeds === 'events' ? writeCalendar(first, items, now) : writeFeed(first, items, now);
}

/** Returns a function that ends it and returns the CPU time of the longest turn, in milliseconds. */
function watchTurns(): () => Promise<number> {
  let most = 0;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const before = process.threadCpuUsage();
      await turn();
      const { user, system } = process.threadCpuUsage(before);
      most = Math.max(most, (user + system) / 1000);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return most;
  };
}
