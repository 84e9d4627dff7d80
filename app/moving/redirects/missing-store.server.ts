/** The report of addresses that were requested and not found. An address with a redirect is no longer in it. */

import type { Services } from '#app/people/request/services.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/** `id` is the address. Instants are UTC epoch milliseconds. */
type MissingAddress = { id: string; requests: number; firstAt: number; lastAt: number };

export const missingOrder: ListOrder = { column: 'requests', direction: 'desc', kind: 'number' };

/** The addresses that were requested most, or those that are ignored. */
export function pageMissing(
  db: ReadDb,
  { ignored }: { ignored: boolean },
  request: PageRequest,
): Promise<Page<MissingAddress>> {
  const open = unanswered(db, ignored).select([
    'missing_address.path as id',
    'requests',
    'firstAt',
    'lastAt',
  ]);
  return paginate(
    db.selectFrom(open.as('listed')).select(['id', 'requests', 'firstAt', 'lastAt']),
    missingOrder,
    request,
  );
}

export async function countMissing(db: ReadDb, { ignored }: { ignored: boolean }): Promise<number> {
  const { count } = await unanswered(db, ignored)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function unanswered(db: ReadDb, ignored: boolean) {
  return db
    .selectFrom('missing_address')
    .leftJoin('redirect', 'redirect.fromPath', 'missing_address.path')
    .where('ignored', '=', ignored ? 1 : 0)
    .where('redirect.fromPath', 'is', null);
}

/** Leaves an address out of the report, or lists it again. */
export async function ignoreMissing(db: WriteDb, path: string, ignored: boolean): Promise<void> {
  await db
    .updateTable('missing_address')
    .set({ ignored: ignored ? 1 : 0 })
    .where('path', '=', path)
    .execute();
}

/** A crawler that invents addresses must fill neither the memory nor the table. */
const MOST_COUNTED = 500;
const MOST_KEPT = 2000;
const KEPT_MS = 90 * DAY_MS;

/** Counts a request for an address that does not exist; `path` is its key, as `oldPathOf` writes it. */
export function countMissingAddress({ missing, now }: Services, path: string): void {
  if (!isWorthCounting(path)) return;
  const known = missing.get(path);
  if (!known && missing.size >= MOST_COUNTED) return;
  missing.set(path, { requests: (known?.requests ?? 0) + 1, lastAt: now() });
}

/**
 * Probes of bots, files that browsers look for, parts of the site's own pages, and whatever could be personal or a
 * secret, are not counted.
 */
function isWorthCounting(path: string): boolean {
  return !PROBES.test(path) && !PARTS.test(path) && !path.split('/').some(isTelling);
}

const PROBES =
  /\.(php\d?|phtml|aspx?|jsp|cgi|env|git|sql|bak|ya?ml|ini|conf|log|zip|gz|rar|map)(?=[/?.]|$)|^\/(wp-(admin|includes|login|json|cron|config)|wp-content\/(plugins|themes)|cgi-bin|vendor|xmlrpc|phpmyadmin|actuator|\.|(favicon|apple-touch-icon|browserconfig|ads\.txt|app-ads\.txt))/i;

/** Scripts and styles, and data requests. */
const PARTS = /^\/assets(?=[/?]|$)|\.data(\?|$)/i;

/** An email address, or a token: long, with digits, capitals and small letters. */
function isTelling(segment: string): boolean {
  if (/@|%40/.test(segment)) return true;
  return [/^[\w-]{32,}$/, /\d/, /[A-Z]/, /[a-z]/].every((form) => form.test(segment));
}

/**
 * Adds what this process has counted to the table, which keeps at most 2,000 addresses, those that were requested most,
 * for 90 days after their last request.
 */
export async function saveMissing({ missing, write, now }: Services): Promise<void> {
  if (missing.size === 0) return;
  const counts = [...missing];
  missing.clear();
  await inTransaction(write, async (db) => {
    for (const [path, { requests, lastAt }] of counts)
      await db
        .insertInto('missing_address')
        .values({ path, requests, firstAt: lastAt, lastAt })
        .onConflict((conflict) =>
          conflict.column('path').doUpdateSet((eb) => ({
            requests: eb('missing_address.requests', '+', requests),
            lastAt,
          })),
        )
        .execute();
    await db
      .deleteFrom('missing_address')
      .where('lastAt', '<', now() - KEPT_MS)
      .execute();
    await removeSurplus(db);
  });
}

async function removeSurplus(db: WriteDb): Promise<void> {
  const { count } = await db
    .selectFrom('missing_address')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const surplus = Number(count) - MOST_KEPT;
  if (surplus <= 0) return;
  const least = db
    .selectFrom('missing_address')
    .select('path')
    .orderBy('requests')
    .orderBy('lastAt')
    .orderBy('path')
    .limit(surplus);
  await db.deleteFrom('missing_address').where('path', 'in', least).execute();
}
