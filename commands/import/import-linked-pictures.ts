import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Collection } from '#app/items/collection/collection.ts';
import type { RefusedRecord } from '#app/items/content/import-records.server.ts';
import { listLinkedPictures, tidyPictured, withCopies } from '#app/items/text/linked-pictures.server.ts';
import type { OwnUrls } from '#app/items/text/own-link.ts';
import { type Fetching, fetchPicture, openPictureOutbound } from '#app/pictures/fetch-picture.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TextPicture } from '#app/platform/html/picture-tags.ts';
import { openMedia } from '#app/platform/media/media.server.ts';
import { findPicture, type Picture } from '#app/platform/media/picture-store.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { findTown } from '#app/town/town-store.server.ts';

/** The time for one picture; nobody waits for a page meanwhile. */
const PICTURE_MS = MINUTE_MS;

/** `copied` are new in the library; `left` could not be copied, or would be tried if this were not a dry run. */
export type PictureCounts = { copied: number; left: number };

type CopyingPictures = {
  settings: Settings;
  now: number;
  dryRun: boolean;
  signal: AbortSignal;
  onRefused: (refusal: RefusedRecord) => void;
  /** Called after each picture and each record. */
  onProgress: (records: number, pictures: number) => void;
};

type Copying = CopyingPictures & {
  own: OwnUrls;
  fetching: Fetching;
  copied: CopiedPictures;
  counts: PictureCounts;
};

/**
 * Imports records with `work`, which gets them with copies in the library instead of pictures of other sites. What can't
 * be copied stays and goes to `onRefused`; pictures of an earlier import are not fetched again. In a dry run nothing is
 * fetched. When the signal is aborted, the records end.
 */
export async function withCopiedPictures<Result>(
  db: WriteDb,
  collection: Collection,
  records: AsyncIterable<unknown>,
  options: CopyingPictures,
  work: (records: AsyncIterable<unknown>) => Promise<Result>,
): Promise<{ result: Result; counts: PictureCounts }> {
  const { settings, now, signal } = options;
  const media = openMedia(settings);
  const outbound = openPictureOutbound(settings.fetchAllow, PICTURE_MS);
  const fetching = { db, media, outbound, now, signal };
  const counts = { copied: 0, left: 0 };
  const copied = await openCopiedPictures(settings.dataFolder);
  const own = { siteUrl: settings.url, siteUrls: (await findTown(db)).siteUrls };
  try {
    const result = await work(rewrite(collection, records, { ...options, own, fetching, copied, counts }));
    return { result, counts };
  } finally {
    media.encoder.close();
  }
}

async function* rewrite(
  collection: Collection,
  records: AsyncIterable<unknown>,
  copying: Copying,
): AsyncGenerator<unknown> {
  let record = 0;
  for await (const raw of records) {
    record++;
    const input = typeof raw === 'object' && raw !== null ? tidyPictured(collection, raw, copying.own) : {};
    const pictures = listLinkedPictures(collection, input);
    const copies = await copyAll(pictures, record, input.id, copying);
    // What was not yielded is read again by the next import.
    if (copying.signal.aborted) return;
    yield copies.size > 0 ? withCopies(collection, input, copies) : raw;
    copying.onProgress(record, copying.counts.copied);
  }
}

async function copyAll(
  pictures: TextPicture[],
  record: number,
  id: unknown,
  copying: Copying,
): Promise<Map<string, Picture>> {
  const { signal, counts, dryRun, onRefused, onProgress } = copying;
  const copies = new Map<string, Picture>();
  for (const picture of pictures) {
    const found = await findCopy(picture, copying);
    if (found) copies.set(picture.address, found);
    else if (dryRun) counts.left++;
    else {
      const fetched = await fetchAndNote(picture, copying);
      if (signal.aborted || !fetched) return copies;
      if (fetched.picture) copies.set(picture.address, fetched.picture);
      else {
        const message = `${shorten(picture.address)} was not copied. ${fetched.problem}${effectOf(picture)}`;
        const shown = typeof id === 'string' ? id.slice(0, 130) : undefined;
        onRefused({ record, id: shown, problems: [{ field: '', message }] });
      }
      onProgress(record - 1, counts.copied);
    }
  }
  return copies;
}

async function findCopy(
  { address }: TextPicture,
  { copied, fetching }: Copying,
): Promise<Picture | undefined> {
  const id = copied.find(address);
  return id === undefined ? undefined : findPicture(fetching.db, id);
}

type Fetched = { picture: Picture; problem?: undefined } | { picture?: undefined; problem: string };

/** Undefined when the signal was aborted. */
async function fetchAndNote(
  picture: TextPicture,
  { fetching, copied, counts, signal }: Copying,
): Promise<Fetched | undefined> {
  try {
    const fetched = await fetchPicture(picture, fetching);
    if ('problem' in fetched) {
      counts.left++;
      return fetched;
    }
    if (fetched.isNew) counts.copied++;
    if (!/^data:/i.test(picture.address)) await copied.note(picture.address, fetched.picture.id);
    return { picture: fetched.picture };
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** Pages show pictures of other sites only from https. */
function effectOf({ address }: TextPicture): string {
  return /^https:/i.test(address) ? '' : ' Readers will not see it, because it is not from https.';
}

/** A picture that the text itself contains has an address of many thousand characters. */
function shorten(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}…` : address;
}

/** Which addresses of other sites were copied, so that an import that is run again does not fetch them again. */
type CopiedPictures = {
  /** The id of the picture that was copied from there, if it was; the picture may have been deleted since. */
  find: (address: string) => string | undefined;
  note: (address: string, picture: string) => Promise<void>;
};

const entry = z.object({ address: z.string(), picture: z.string() });

/** The memory of a data folder: a file with one line of JSON per address. */
async function openCopiedPictures(dataFolder: string): Promise<CopiedPictures> {
  const file = join(dataFolder, 'copied-pictures.jsonl');
  const known = new Map((await readLines(file)).flatMap(readEntry));
  return {
    find: (address) => known.get(address),
    async note(address, picture) {
      if (known.get(address) === picture) return;
      known.set(address, picture);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await appendFile(file, `${JSON.stringify({ address, picture })}\n`, { mode: 0o600 });
    },
  };
}

async function readLines(file: string): Promise<string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** After a power loss a line may be incomplete: then that picture is fetched again. */
function readEntry(line: string): [string, string][] {
  try {
    const { address, picture } = entry.parse(JSON.parse(line));
    return [[address, picture]];
  } catch {
    return [];
  }
}
