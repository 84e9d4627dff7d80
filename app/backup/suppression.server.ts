import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { SuppressionRow } from '#app/database/operation-tables.ts';

/**
 * Users who opted out of newsletters or left the site stay that way whatever is restored. Triggers record it in
 * the same transaction; this file next to the database is for the case that the database can't be read. It contains
 * numbers of accounts, no addresses.
 */
export const SUPPRESSION_FILE = 'suppressed.jsonl';

const DAY_MS = 24 * 60 * 60 * 1000;
const PAGE_ROWS = 1000;

/**
 * Appends what the database has in addition to the file of the data folder. Ids are not in the order of commits: every
 * entry of the last day before the newest line is compared, and all of them when the file has another number of entries
 * than the database.
 */
export async function appendSuppressions(db: ReadDb, dataFolder: string): Promise<void> {
  const written = await readSuppressionFile(dataFolder);
  const known = new Set(written.map(({ id }) => id));
  const { count } = await db
    .selectFrom('suppression_entry')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const newest = written.at(-1)?.at ?? 0;
  let from = Number(count) === known.size ? idsFrom(newest - DAY_MS) : '';
  while (true) {
    const rows = await listEntries(db, from);
    const missing = rows.filter(({ id }) => !known.has(id));
    if (missing.length > 0) await appendLines(dataFolder, missing);
    if (rows.length < PAGE_ROWS) return;
    from = (rows.at(-1) as SuppressionRow).id;
  }
}

/** Ids begin with the instant they were created at, in fifteen digits. */
function idsFrom(at: number): string {
  return String(Math.max(0, at)).padStart(15, '0');
}

const entryColumns = ['id', 'at', 'userId', 'what'] as const;

function listEntries(db: ReadDb, after: string): Promise<SuppressionRow[]> {
  return db
    .selectFrom('suppression_entry')
    .select(entryColumns)
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE_ROWS)
    .execute();
}

async function appendLines(dataFolder: string, rows: SuppressionRow[]): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lines = rows.map(({ id, at, userId, what }) => `${JSON.stringify({ id, at, userId, what })}\n`);
  await appendFile(join(dataFolder, SUPPRESSION_FILE), lines.join(''), { mode: 0o600, flush: true });
}

/** The content of the file, in order, without incomplete lines. */
export async function readSuppressionFile(folder: string): Promise<SuppressionRow[]> {
  const text = await readFile(join(folder, SUPPRESSION_FILE), 'utf8').catch(() => '');
  const rows: SuppressionRow[] = [];
  for (const line of text.split('\n')) {
    try {
      const row = JSON.parse(line) as SuppressionRow;
      if (row.id && row.userId) rows.push(row);
    } catch {
      // Cut off by a power loss: the database still has it.
    }
  }
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Opts out and removes the users whose last entry says so, and returns how many were affected. Users who opted in again
 * are left alone.
 */
export async function replaySuppressions(db: WriteDb): Promise<number> {
  const entries = await db.selectFrom('suppression_entry').select(entryColumns).orderBy('id').execute();
  const last = new Map(entries.map(({ userId, what }) => [userId, what]));
  let affected = 0;
  for (const [id, what] of last) {
    const change =
      what === 'left'
        ? db.deleteFrom('site_user').where('id', '=', id)
        : db
            .updateTable('site_user')
            .set({ newsletterOptIn: 0 })
            .where('id', '=', id)
            .where('newsletterOptIn', '=', 1);
    if (what === 'in') continue;
    const result = (await change.executeTakeFirst()) as { numDeletedRows?: bigint; numUpdatedRows?: bigint };
    affected += Number(result.numDeletedRows ?? result.numUpdatedRows ?? 0n);
  }
  return affected;
}
