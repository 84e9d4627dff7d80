import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { SuppressionRow } from '#app/database/tables.ts';

/**
 * Who opted out of newsletters or left the site stays out whatever is restored. Triggers write it down in the
 * transaction that does it; this file beside the database is for the day on which the database cannot be read. It holds
 * numbers of accounts, no address.
 */
export const SUPPRESSION_FILE = 'suppressed.jsonl';

/** Adds to the file of the data folder what the database knows more. Ids rise with time. */
export async function appendSuppressions(db: ReadDb, dataFolder: string): Promise<void> {
  const last = (await readSuppressionFile(dataFolder)).at(-1)?.id ?? '';
  const rows = await db
    .selectFrom('suppression_entry')
    .selectAll()
    .where('id', '>', last)
    .orderBy('id')
    .limit(10_000)
    .execute();
  if (rows.length === 0) return;
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  const lines = rows.map(({ id, at, userId, what }) => `${JSON.stringify({ id, at, userId, what })}\n`);
  await appendFile(join(dataFolder, SUPPRESSION_FILE), lines.join(''), { mode: 0o600, flush: true });
}

/** What the file says, in order; a line that was cut short is left out. */
export async function readSuppressionFile(folder: string): Promise<SuppressionRow[]> {
  const text = await readFile(join(folder, SUPPRESSION_FILE), 'utf8').catch(() => '');
  const rows: SuppressionRow[] = [];
  for (const line of text.split('\n')) {
    try {
      const row = JSON.parse(line) as SuppressionRow;
      if (row.id && row.userId) rows.push(row);
    } catch {
      // Cut short by a power loss: the database still has it.
    }
  }
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1));
}

/**
 * Opts out and removes whom the entries of the database say so about last, and answers how many were affected. Who
 * opted in again is left as they are.
 */
export async function replaySuppressions(db: WriteDb): Promise<number> {
  const entries = await db.selectFrom('suppression_entry').selectAll().orderBy('id').execute();
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
