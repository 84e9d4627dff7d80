import { randomUUID } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { SuppressionRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/**
 * Users who opted out of newsletters or left the site stay that way whatever is restored (R-68). Triggers record it in
 * the same transaction; this file next to the database is for the case that the database can't be read. It contains
 * numbers of accounts and hashes of subscribers' addresses, no addresses.
 */
export const SUPPRESSION_FILE = 'suppressed.jsonl';

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

/** How the entries of newsletter subscribers begin, before the hash of the address; no user's id begins like this. */
const SUBSCRIBER = 'newsletter:';

/**
 * Opts out and removes the users and subscribers whose last entry says so, and returns how many were affected. Those who
 * opted in again are left alone.
 */
export async function replaySuppressions(db: WriteDb): Promise<number> {
  const entries = await db.selectFrom('suppression_entry').select(entryColumns).orderBy('id').execute();
  const last = new Map(entries.map((entry) => [entry.userId, entry]));
  let affected = 0n;
  for (const entry of last.values()) {
    if (entry.what === 'in') continue;
    affected += entry.userId.startsWith(SUBSCRIBER)
      ? await keepUnsubscribed(db, entry)
      : await keepAway(db, entry);
  }
  return Number(affected);
}

async function keepAway(db: WriteDb, { userId, what }: SuppressionRow): Promise<bigint> {
  if (what === 'left') {
    const removed = await db.deleteFrom('site_user').where('id', '=', userId).executeTakeFirst();
    return removed.numDeletedRows;
  }
  const optedOut = await db
    .updateTable('site_user')
    .set({ newsletterOptIn: 0 })
    .where('id', '=', userId)
    .where('newsletterOptIn', '=', 1)
    .executeTakeFirst();
  return optedOut.numUpdatedRows;
}

/** A subscriber that the backup doesn't know gets a row without address, which keeps imports from adding it. */
async function keepUnsubscribed(db: WriteDb, { userId, at, what }: SuppressionRow): Promise<bigint> {
  const addressHash = userId.slice(SUBSCRIBER.length);
  const off = { state: 'unsubscribed', reason: 'restored', stateAt: at } as const;
  const known = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'state', 'address'])
    .where('addressHash', '=', addressHash)
    .executeTakeFirst();
  if (!known) {
    await db
      .insertInto('newsletter_subscriber')
      .values({ ...withoutAddress(addressHash, at), ...off })
      .execute();
    return 0n;
  }
  const isOff = known.state === 'unsubscribed' || known.state === 'bounced';
  if (!isOff) await unsubscribe(db, known, off);
  if (what !== 'erased' || known.address === null) return isOff ? 0n : 1n;
  // A trigger deletes it in the other tables, too.
  await db
    .updateTable('newsletter_subscriber')
    .set({ address: null, userId: null })
    .where('id', '=', known.id)
    .execute();
  return 1n;
}

type Off = { state: 'unsubscribed'; reason: string; stateAt: number };

async function unsubscribe(
  db: WriteDb,
  known: { id: string; address: string | null },
  off: Off,
): Promise<void> {
  await db.updateTable('newsletter_subscriber').set(off).where('id', '=', known.id).execute();
  await db
    .updateTable('site_user')
    .set({ newsletterOptIn: 0 })
    .where('newsletterOptIn', '=', 1)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('verified_address')
        .select('userId')
        .where('address', '=', known.address ?? ''),
    )
    .execute();
}

function withoutAddress(addressHash: string, at: number) {
  return {
    id: randomUUID(),
    address: null,
    addressHash,
    topics: 'stories events polls',
    frequency: 'weekly' as const,
    userId: null,
    flag: null,
    consentSource: '',
    consentAt: at,
    createdAt: at,
    bouncedAt: null,
    bounceReply: null,
  };
}
