/** Who has an item's form open. Each form reports to the server while it is open. */
import { capitalize } from '#app/items/collection/capitalize.ts';
import { accountName } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { FORM_EXPIRES_MS, type Others } from './presence-words.ts';

/** A form that someone has open; `form` is a random id of the page in the browser. */
export type OpenForm = { form: string; collection: string; itemId: string; userId: string };

/** Records that the form is open at `now`, which counts for a while. Removes forms that stopped reporting. */
export async function reportForm(db: WriteDb, open: OpenForm, now: number): Promise<void> {
  await db.deleteFrom('open_form').where('expiresAt', '<=', now).execute();
  const row = { ...open, expiresAt: now + FORM_EXPIRES_MS };
  await db
    .insertInto('open_form')
    .values(row)
    .onConflict((conflict) => conflict.column('form').doUpdateSet({ expiresAt: row.expiresAt }))
    .execute();
}

/** The form was closed or left. */
export async function closeForm(
  db: WriteDb,
  { form, userId }: Pick<OpenForm, 'form' | 'userId'>,
): Promise<void> {
  await db.deleteFrom('open_form').where('form', '=', form).where('userId', '=', userId).execute();
}

/**
 * Who else has the item's form open at `now`: the names of other editors, and whether the user has it open in another
 * window. `form` is the user's own form, absent while its page is loaded: then the user's other windows can't be recognized.
 */
export async function findOthers(
  db: ReadDb,
  { collection, itemId, userId, form }: Omit<OpenForm, 'form'> & { form?: string },
  now: number,
): Promise<Others> {
  const rows = await db
    .selectFrom('open_form')
    .leftJoin('verified_address', 'verified_address.userId', 'open_form.userId')
    .select(['form', 'open_form.userId', 'verified_address.address'])
    .select(accountName('open_form.userId').as('name'))
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('expiresAt', '>', now)
    .execute();
  const others = rows.filter((row) => row.userId !== userId);
  return {
    names: [...new Set(others.map(({ name, address }) => name ?? nameOf(address)))].sort(),
    isElsewhere: form !== undefined && rows.some((row) => row.userId === userId && row.form !== form),
  };
}

/** 'Anna' for anna@example.org, who entered no name. */
function nameOf(address: string | null): string {
  const [name = ''] = (address ?? '').split('@');
  return name === '' ? 'Another editor' : capitalize(name);
}
