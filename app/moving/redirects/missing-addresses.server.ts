/**
 * Addresses that were requested and not found, with how often and when: nothing of who requested them. Each process
 * counts in memory and adds its counts to the table once a minute.
 */

import type { Services } from '#app/people/request/services.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

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
