import { findHolder, type User } from '#app/people/accounts/user-store.server.ts';
import {
  LEAST_ADMIN_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
} from '#app/people/passwords/password-rules.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';

type Accounts = { db: ReadDb; settings: Settings };

const SETTING = 'adminEmail';

/** The one address that can be the administrator's: the configured one, otherwise the one chosen on the set-up page. */
export async function findAdminEmail(db: ReadDb, settings: Settings): Promise<string | undefined> {
  return settings.adminEmail ?? findSavedEmail(db);
}

export async function findSavedEmail(db: ReadDb): Promise<string | undefined> {
  const row = await db
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row?.value;
}

/**
 * Who loses the role when `email` becomes the administrator: the saved address, if it is another one and verified. A
 * changed BELFRY_ADMIN_EMAIL is not saved until `admin create` confirms it.
 */
export async function findReplaced(db: ReadDb, email: string): Promise<string | undefined> {
  const saved = await findSavedEmail(db);
  if (!saved || saved === email.toLowerCase()) return undefined;
  return (await findHolder(db, saved))?.email;
}

/** Saves the configured address, so that it is still known when another one is configured. Writes only changes. */
export async function rememberAdminEmail(db: WriteDb, email: string): Promise<void> {
  if ((await findSavedEmail(db)) !== email) await saveAdminEmail(db, email);
}

export async function saveAdminEmail(db: WriteDb, email: string): Promise<void> {
  await db
    .insertInto('town_setting')
    .values({ name: SETTING, value: email })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: email }))
    .execute();
}

/** Whether the user is the verified holder of the administrator's address (product contract section 2, R-12). */
export async function isAdministrator(db: ReadDb, settings: Settings, user: User): Promise<boolean> {
  return user.emailVerified && user.email === (await findAdminEmail(db, settings));
}

/** The administrator, once an account has verified the address. */
export async function findAdministrator(db: ReadDb, settings: Settings): Promise<User | undefined> {
  const email = await findAdminEmail(db, settings);
  return email ? findHolder(db, email) : undefined;
}

export async function hasAdministrator({ db, settings }: Accounts): Promise<boolean> {
  return (await findAdministrator(db, settings)) !== undefined;
}

/** The minimum password length for the current or future holder of the address. */
export async function leastPasswordLength(db: ReadDb, settings: Settings, address: string): Promise<number> {
  const isAdmins = address === (await findAdminEmail(db, settings));
  return isAdmins ? LEAST_ADMIN_PASSWORD_LENGTH : LEAST_PASSWORD_LENGTH;
}
