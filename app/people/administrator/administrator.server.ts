import { findNameProblem, readAccountName } from '#app/people/accounts/account-name.ts';
import { enableAddress } from '#app/people/accounts/disabled-accounts.server.ts';
import { removeIdentities } from '#app/people/accounts/identity-store.server.ts';
import { addUser, findHolder, saveName } from '#app/people/accounts/user-store.server.ts';
import { proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { removePasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { removeRecoveryCodes } from '#app/people/passkeys/recovery-code-store.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import {
  findPasswordProblem,
  LEAST_ADMIN_PASSWORD_LENGTH,
} from '#app/people/passwords/password-rules.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import type { AuthContext } from '#app/people/sign-in/desk.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { findAdministrator, findSavedEmail, saveAdminEmail } from './administrator-address.server.ts';
import { isSetupLink, redeemSetupLink, removeSetupLink } from './setup-link.server.ts';

/** What is wrong with the fields, by name, as messages for the user. */
export type FieldProblems = {
  email?: string | undefined;
  password?: string | undefined;
  name?: string | undefined;
};

/** Without a `name`, an account keeps the one it has. */
export type AdministratorEntry = { email: string; password: string; name?: string | undefined };

export type AdministratorOutcome =
  | { kind: 'created'; userId: string }
  | { kind: 'refused'; problems: FieldProblems }
  /** The set-up link was used, has expired, or an administrator exists. */
  | { kind: 'dead' };

/**
 * Makes the holder of the address the verified administrator with this password. Accounts that only claimed the address
 * are deleted; an account that verified it keeps its data, is enabled and gets the password. For the operator, who needs no further
 * verification; ends the set-up link.
 */
export async function createAdministrator(
  desk: AuthContext,
  entry: AdministratorEntry,
  names: readonly string[] = [],
): Promise<AdministratorOutcome> {
  return prepare(desk, entry, names, (email, hash) =>
    inTransaction(desk.db, (db) =>
      install(db, { email, hash, name: entry.name, now: desk.now(), secret: desk.secret }),
    ),
  );
}

/**
 * The same for a user with the set-up link. Of several at once, one succeeds; for the others the link no longer
 * works.
 */
export async function setUpAdministrator(
  desk: AuthContext,
  { token, ...entry }: AdministratorEntry & { token: string },
  names: readonly string[] = [],
): Promise<AdministratorOutcome> {
  const { settings } = desk;
  const now = desk.now();
  // Without the link, no one can have a password hashed, or learn the administrator's address.
  if (!(await isSetupLink(desk.db, token, now)) || (await findAdministrator(desk.db, settings)))
    return { kind: 'dead' };
  return prepare(desk, entry, names, (email, hash) =>
    inTransaction(desk.db, async (db) => {
      if (await findAdministrator(db, settings)) return { kind: 'dead' };
      if (!(await redeemSetupLink(db, token, now))) return { kind: 'dead' };
      return install(db, { email, hash, name: entry.name, now, secret: desk.secret });
    }),
  );
}

async function prepare(
  desk: AuthContext,
  entry: AdministratorEntry,
  names: readonly string[],
  create: (email: string, hash: string) => Promise<AdministratorOutcome>,
): Promise<AdministratorOutcome> {
  const problems = findEntryProblems(desk, entry, names);
  const address = parseEmailAddress(entry.email);
  if (!address || Object.values(problems).some(Boolean)) return { kind: 'refused', problems };
  return create(address, await hashPassword(entry.password, { secret: desk.secret, address }));
}

/** What an administrator's entry is refused for. It can contain the address that the environment names. */
export function findEntryProblems(
  { settings }: AuthContext,
  { email, password, name = '' }: AdministratorEntry,
  names: readonly string[] = [],
): FieldProblems {
  return {
    email: emailProblem(parseEmailAddress(email), settings),
    password: findPasswordProblem(password, { least: LEAST_ADMIN_PASSWORD_LENGTH, names }),
    name: findNameProblem(name),
  };
}

function emailProblem(address: string | undefined, { adminEmail }: Settings): string | undefined {
  if (!address) return 'Enter an email address';
  return adminEmail && address !== adminEmail
    ? `The administrator's address is set to ${adminEmail}`
    : undefined;
}

type Installing = { email: string; hash: string; name: string | undefined; now: number; secret: string };

async function install(
  db: WriteDb,
  { email, hash, name: typed, now, secret }: Installing,
): Promise<AdministratorOutcome> {
  await enableAddress(db, email);
  const isKnown = (await findSavedEmail(db)) === email;
  const userId = (await findHolder(db, email))?.id ?? (await addUser(db, { newsletterOptIn: false, now }));
  await proveAddress(db, { userId, address: email, now, secret });
  await removeSessions(db, userId);
  await removeProofs(db, userId);
  // An account that was imported or created before may have logins of someone else.
  if (!isKnown) {
    await removeIdentities(db, userId);
    await removePasskeys(db, userId);
    await removeRecoveryCodes(db, userId);
  }
  await savePassword(db, { userId, hash, now });
  const name = readAccountName(typed);
  if (name) await saveName(db, userId, name);
  // Also when the environment names the address: a later start without it must still know the administrator.
  await saveAdminEmail(db, email);
  await removeSetupLink(db);
  return { kind: 'created', userId };
}
