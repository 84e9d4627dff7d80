import { findHolder, type User } from '#app/people/accounts/user-store.server.ts';
import {
  LEAST_ADMIN_PASSWORD_LENGTH,
  LEAST_PASSWORD_LENGTH,
} from '#app/people/passwords/password-rules.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';

type Accounts = { db: ReadDb; settings: Settings };

const SETTING = 'adminEmail';
/** A JSON array of the addresses of former administrators, who handed the role over. */
const FORMER = 'formerAdminEmails';

/** The one address that can be the administrator's: the configured one, otherwise the saved one. */
export async function findAdminEmail(db: ReadDb, settings: Settings): Promise<string | undefined> {
  const { saved, configured } = await findAddresses(db, settings);
  return configured ?? saved;
}

/** The address in the environment, unless it is that of someone who handed the role over. */
export async function findConfiguredEmail(db: ReadDb, settings: Settings): Promise<string | undefined> {
  return (await findAddresses(db, settings)).configured;
}

/** Whether the role of this address was handed over to another person: configuring it has no effect. */
export async function isFormerAddress(db: ReadDb, email: string): Promise<boolean> {
  const { saved, former } = await readAddresses(db);
  return saved !== undefined && former.includes(email);
}

async function findAddresses(db: ReadDb, { adminEmail }: Settings) {
  const { saved, former } = await readAddresses(db);
  const isFormer = adminEmail !== undefined && saved !== undefined && former.includes(adminEmail);
  return { saved, configured: isFormer ? undefined : adminEmail };
}

async function readAddresses(db: ReadDb): Promise<{ saved: string | undefined; former: string[] }> {
  const rows = await db
    .selectFrom('town_setting')
    .select(['name', 'value'])
    .where('name', 'in', [SETTING, FORMER])
    .execute();
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  return { saved: values.get(SETTING), former: JSON.parse(values.get(FORMER) ?? '[]') as string[] };
}

/** Records that the role of these addresses went to someone else; in the caller's transaction. */
export async function recordFormerAddresses(db: WriteDb, emails: string[]): Promise<void> {
  const { former } = await readAddresses(db);
  await saveFormer(db, [...new Set([...former, ...emails])]);
}

async function saveFormer(db: WriteDb, emails: string[]): Promise<void> {
  const value = JSON.stringify(emails);
  await db
    .insertInto('town_setting')
    .values({ name: FORMER, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
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

/** From now on, the holder of the address is the administrator; it is no former one's. */
export async function saveAdminEmail(db: WriteDb, email: string): Promise<void> {
  const { former } = await readAddresses(db);
  if (former.includes(email))
    await saveFormer(
      db,
      former.filter((one) => one !== email),
    );
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

/** The minimum password length for the holder of the address: longer for those who work on the site. */
export async function leastPasswordLength(db: ReadDb, settings: Settings, address: string): Promise<number> {
  const isStaffs = address === (await findAdminEmail(db, settings)) || (await findHolder(db, address))?.role;
  return isStaffs ? LEAST_ADMIN_PASSWORD_LENGTH : LEAST_PASSWORD_LENGTH;
}
