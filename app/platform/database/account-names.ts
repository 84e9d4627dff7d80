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

/** That name, otherwise the verified email address; null when there is neither, and when the account is gone. */
export function accountLabel(id: string) {
  return accounts
    .selectFrom('site_user')
    .leftJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .select(labelOf)
    .whereRef('site_user.id', '=', sql.ref(id));
}

/** The same for one account. */
export async function findAccountLabel(db: ReadDb, id: string | null): Promise<string | null> {
  if (id === null) return null;
  const row = await db
    .selectFrom('site_user')
    .leftJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .select(labelOf)
    .where('site_user.id', '=', id)
    .executeTakeFirst();
  return row?.label ?? null;
}

function labelOf({ fn }: ExpressionBuilder<Tables, 'site_user' | 'verified_address'>) {
  return fn.coalesce('site_user.name', 'verified_address.address').as('label');
}
