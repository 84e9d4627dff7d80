import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { parseEmailAddress } from '#app/mail/email-address.ts';
import type { Settings } from '#app/settings.server.ts';
import type { AccountRows, Ledger, User } from './account-ledger.ts';
import { hashPassword } from './password-hash.server.ts';
import { findPasswordProblem, LEAST_ADMIN_PASSWORD_LENGTH } from './password-rules.ts';
import { redeemSetupLink, removeSetupLink } from './setup-link.server.ts';

/** What is wrong with the fields, by name, as sentences for a person. */
export type FieldProblems = { email?: string | undefined; password?: string | undefined };

export type AdministratorEntry = { email: string; password: string };

export type AdministratorOutcome =
  | { kind: 'created'; userId: string }
  | { kind: 'refused'; problems: FieldProblems }
  /** The set-up link was used, has expired, or an administrator exists. */
  | { kind: 'dead' };

const SETTING = 'adminEmail';

/** The one address that can be the administrator's: the configured one, else the one chosen on the set-up page. */
export async function findAdminEmail(db: ReadDb, settings: Settings): Promise<string | undefined> {
  if (settings.adminEmail) return settings.adminEmail;
  const row = await db
    .selectFrom('town_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row?.value;
}

/** Whether the user is the verified holder of the administrator's address (product contract section 2, R-12). */
export async function isAdministrator(db: ReadDb, settings: Settings, user: User): Promise<boolean> {
  return user.emailVerified && user.email === (await findAdminEmail(db, settings));
}

/** The administrator, once somebody has proved to hold the address. */
export async function findAdministrator(
  rows: AccountRows,
  db: ReadDb,
  settings: Settings,
): Promise<User | undefined> {
  const email = await findAdminEmail(db, settings);
  const user = email ? await rows.findUserByEmail(email) : undefined;
  return user?.emailVerified ? user : undefined;
}

/**
 * Makes the holder of the address the verified administrator with this password. Whoever claimed the address without
 * proof loses account and sessions; a proven account keeps its data and gets the password. For the operator, who
 * needs no further proof; ends the set-up link.
 */
export async function createAdministrator(
  ledger: Ledger,
  settings: Settings,
  entry: AdministratorEntry,
): Promise<AdministratorOutcome> {
  return prepare(settings, entry, (email, hash) =>
    ledger.transact((rows, db) => install(rows, db, { email, hash })),
  );
}

/** The same for a person who has the set-up link at `now`. Of several at once one succeeds; the others find it dead. */
export async function setUpAdministrator(
  ledger: Ledger,
  settings: Settings,
  { token, now, ...entry }: AdministratorEntry & { token: string; now: number },
): Promise<AdministratorOutcome> {
  return prepare(settings, entry, (email, hash) =>
    ledger.transact(async (rows, db) => {
      if (await findAdministrator(rows, db, settings)) return { kind: 'dead' };
      if (!(await redeemSetupLink(db, token, now))) return { kind: 'dead' };
      return install(rows, db, { email, hash });
    }),
  );
}

async function prepare(
  settings: Settings,
  { email, password }: AdministratorEntry,
  create: (email: string, hash: string) => Promise<AdministratorOutcome>,
): Promise<AdministratorOutcome> {
  const address = parseEmailAddress(email);
  const problems: FieldProblems = {
    email: emailProblem(address, settings),
    password: findPasswordProblem(password, LEAST_ADMIN_PASSWORD_LENGTH),
  };
  if (!address || problems.email || problems.password) return { kind: 'refused', problems };
  return create(address, await hashPassword(password));
}

function emailProblem(address: string | undefined, { adminEmail }: Settings): string | undefined {
  if (!address) return 'Enter an email address';
  return adminEmail && address !== adminEmail
    ? `The administrator's address is set to ${adminEmail}`
    : undefined;
}

async function install(
  rows: AccountRows,
  db: WriteDb,
  { email, hash }: { email: string; hash: string },
): Promise<AdministratorOutcome> {
  await removeUnprovenClaim(rows, email);
  const proven = await rows.findUserByEmail(email);
  const user = proven ?? (await rows.addUser({ email, emailVerified: true, newsletterOptIn: false }));
  await rows.removeSessions(user.id);
  await rows.savePasswordHash(user.id, hash);
  // Also where the environment names the address: a later start without it must still know the administrator.
  await saveAdminEmail(db, email);
  await removeSetupLink(db);
  return { kind: 'created', userId: user.id };
}

/** Removes the account that only claims the address, with its password and sessions: proof wins. */
export async function removeUnprovenClaim(rows: AccountRows, email: string): Promise<void> {
  const user = await rows.findUserByEmail(email);
  if (user && !user.emailVerified) await rows.removeUser(user.id);
}

async function saveAdminEmail(db: WriteDb, email: string): Promise<void> {
  await db
    .insertInto('town_setting')
    .values({ name: SETTING, value: email })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: email }))
    .execute();
}
