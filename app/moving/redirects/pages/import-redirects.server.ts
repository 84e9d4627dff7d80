import { randomUUID } from 'node:crypto';
import {
  type RedirectEntry,
  type RedirectSaving,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { CsvError, readCsv } from '#app/newsletter/subscribers/read-csv.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

const MOST_ROWS = 200_000;
/** The page lists at most this many refused rows. */
const MOST_SHOWN = 200;
const BATCH = 200;

type RefusedLine = { line: number; from: string; to: string; problem: string };

/** `id` removes what was added (`removeRedirectsOf`). `problem`: why the rest of the file was not read. */
export type RedirectImport = {
  id: string;
  added: number;
  kept: number;
  refusedCount: number;
  refused: RefusedLine[];
  problem?: string;
};

/**
 * Adds the redirects of a CSV file: the columns "from" and "to" (or the like), otherwise the first two. Old addresses
 * that have a redirect keep it. What can't be a redirect is left out and listed.
 */
export async function importRedirects(
  db: WriteDb,
  path: string,
  saving: Omit<RedirectSaving, 'moveIn'>,
): Promise<RedirectImport> {
  const done: RedirectImport = { id: `csv ${randomUUID()}`, added: 0, kept: 0, refusedCount: 0, refused: [] };
  const note = (line: RefusedLine) => {
    done.refusedCount++;
    if (done.refused.length < MOST_SHOWN) done.refused.push(line);
  };
  const save = async (batch: Line[]) => {
    const { saved, kept, refused } = await saveRedirects(db, batch, { ...saving, moveIn: done.id });
    done.added += saved;
    done.kept += kept;
    for (const entry of refused) note({ ...entry, line: lineNumberOf(batch, entry) });
  };
  let batch: Line[] = [];
  try {
    for await (const line of readLines(path)) {
      batch.push(line);
      if (batch.length < BATCH) continue;
      await save(batch);
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    done.problem = error.message;
  }
  await save(batch);
  return done;
}

type Line = RedirectEntry & { line: number };

/** A refused entry is the row with the same text: two rows with the same text are refused for the same reason. */
function lineNumberOf(batch: Line[], { from, to }: RedirectEntry): number {
  return batch.find((row) => row.from === from && row.to === to)?.line ?? 0;
}

async function* readLines(path: string): AsyncGenerator<Line> {
  let columns: { from: number; to: number } | undefined;
  let count = 0;
  for await (const { line, cells } of readCsv(path)) {
    if (!columns) {
      columns = columnsOf(cells);
      if (!cells.some((cell) => /^(\/|https?:)/i.test(cell))) continue;
    }
    if (++count > MOST_ROWS)
      throw new CsvError(`Only the first ${MOST_ROWS.toLocaleString('en')} rows were read`);
    yield { line, from: cells[columns.from] ?? '', to: cells[columns.to] ?? '' };
  }
}

const FROM = /^(from|source|old|request|origin)\b/i;
const TO = /^(to|target|new|destination|redirect)\b/i;

function columnsOf(cells: string[]): { from: number; to: number } {
  const [from, to] = [FROM, TO].map((form) => cells.findIndex((cell) => form.test(cell)));
  return from === undefined || to === undefined || from < 0 || to < 0 ? { from: 0, to: 1 } : { from, to };
}
