import type { ReadDb } from '#app/platform/database/handles.ts';

/**
 * Whether anyone has logged in to an account since it was imported: then there is a session, a note of that, a passkey
 * or a password that was hashed here.
 */
export async function isUsed(db: ReadDb, id: string): Promise<boolean> {
  const used = await db
    .selectFrom('site_user')
    .select('id')
    .where('id', '=', id)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('session').select('userId').where('userId', '=', id)),
        // What a visitor did with an account, such as entering a wrong password, is noted with its id, too.
        exists(
          selectFrom('audit_entry').select('id').where('actorId', '=', id).where('actor', '!=', 'visitor'),
        ),
        exists(selectFrom('passkey').select('userId').where('userId', '=', id)),
        exists(
          selectFrom('password').select('userId').where('userId', '=', id).where('hash', 'like', '$argon2%'),
        ),
      ]),
    )
    .executeTakeFirst();
  return used !== undefined;
}
