import { readFile } from 'node:fs/promises';
import type { RouterContextProvider } from 'react-router';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { readSource } from '#app/sources/checks/read-source.server.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import type { FeedLink } from '#app/sources/import/source-item.ts';
import { sourceAddressOf } from '#app/sources/source.ts';

type Args = { context: Readonly<RouterContextProvider> };

/** A feed of a list, and the source that it already is. */
export type ListedFeed = { address: string; name: string; feeds: string; known: string | null };

export type ReadList =
  | { feeds: ListedFeed[]; notes: string[]; refusal?: undefined }
  | { feeds?: undefined; refusal: { status: number; sentence: string } };

/** Reads the list of feeds that came with the request, in the thread with limits. Adds nothing. */
export async function readList(args: Args): Promise<ReadList> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [upload] = uploads;
  const [skipped] = skippedFiles;
  if (skipped) return refuse(skipped.refusal.status, skipped.refusal.sentence);
  if (!upload) return refuse(400, 'Choose a file');
  const { read, town, now } = readContext(args);
  const parsed = await readSource({
    ...{ bytes: await readFile(upload.path), address: null, zone: town.timeZone, now },
  });
  if (parsed.format !== 'opml') return refuse(422, reasonFor(parsed.error));
  if (parsed.feeds.length === 0) return refuse(422, 'The list contains no feeds');
  const sources = await listSources(read, { now, zone: town.timeZone });
  const known = new Map(sources.map(({ address, id }) => [address, id]));
  return { feeds: parsed.feeds.map((feed) => listedOf(feed, known)), notes: parsed.notes };
}

function listedOf({ address, title, folder = '' }: FeedLink, known: Map<string, string>): ListedFeed {
  const name = title ?? new URL(address).hostname.replace(/^www\./, '');
  return { address, name, feeds: kindOf(folder), known: known.get(sourceAddressOf(address) ?? '') ?? null };
}

function kindOf(folder: string): string {
  if (/event|calendar|\bics\b/i.test(folder)) return 'events';
  if (/warning/i.test(folder)) return 'notices';
  return /article/i.test(folder) ? 'articles' : 'news';
}

function reasonFor(error: string | null): string {
  return error && /entities|nested|too many|too much|longer than/i.test(error)
    ? error
    : 'This is not a list of feeds (OPML)';
}

function refuse(status: number, sentence: string): ReadList {
  return { refusal: { status, sentence } };
}
