import { availableParallelism } from 'node:os';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import type { SourceDocument } from '#app/sources/formats/parse-source.ts';
import { PARSE_MEGABYTES, PARSE_MS } from '#app/sources/formats/source-limits.ts';
import { failedSource, type ParsedSource } from '#app/sources/import/source-item.ts';

/** How many documents are read at the same time. */
export const SOURCE_THREADS = Math.max(1, Math.min(4, availableParallelism()));

const threads = new IdleThread<SourceDocument, ParsedSource>('source-thread', import.meta.url, {
  threads: SOURCE_THREADS,
  timeoutMs: PARSE_MS,
  maxMegabytes: PARSE_MEGABYTES,
});

/**
 * The items and dates in a document, read in another thread. Never rejects: a document that takes longer than five
 * seconds or needs too much memory costs its thread, and `error` says so.
 */
export async function readSource(document: SourceDocument): Promise<ParsedSource> {
  try {
    return await threads.run(document);
  } catch (error) {
    return failedSource(reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  const { name, code, message } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return 'Reading the document takes longer than 5 seconds';
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return 'Reading the document needs too much memory';
  return `The document can't be read: ${message}`;
}
