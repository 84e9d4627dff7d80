/** How other people see an account: the only place that turns its id into text. */
import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import type { ReadDb } from './handles.ts';

const accounts = expressionBuilder<Tables, never>();

/**
 * The name that the account's owner entered; null without one, and when the account is gone. `id` is the column with
 * the account, with its table. The text is plain and can be anyone's: it says nothing about rights.
 */
export function accountName(id: string) {
  return accounts.selectFrom('site_user').select('site_user.name').whereRef('site_user.id', '=', sql.ref(id));
}

/**
 * That name, otherwise what the account is on the site: 'An editor'. Never an email address. Null when the account is
 * gone.
 */
export function accountLabel(id: string) {
  return accounts.selectFrom('site_user').select(labelOf).whereRef('site_user.id', '=', sql.ref(id));
}

/** The same for one account, for the middle of a sentence: 'an editor'. */
export async function findAccountLabel(db: ReadDb, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db.selectFrom('site_user').select('name').where('id', '=', id).executeTakeFirst();
  return row ? (row.name ?? 'an editor') : null;
}

/** The name that the account's owner entered; null without one, and when the account is gone. */
export async function findAccountName(db: ReadDb, id: string): Promise<string | null> {
  const row = await db.selectFrom('site_user').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

function labelOf({ fn, val }: ExpressionBuilder<Tables, 'site_user'>) {
  return fn.coalesce('site_user.name', val('An editor')).as('label');
}
