import { findNameProblem, readAccountName } from '#app/people/accounts/account-name.ts';
import { enableAddress } from '#app/people/accounts/disabled-accounts.server.ts';
import { removeIdentities } from '#app/people/accounts/identity-store.server.ts';
import { addUser, findHolder, saveName } from '#app/people/accounts/user-store.server.ts';
import { proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import type { AuthContext, Caller, FieldProblems, SignInOutcome } from '#app/people/auth-context.server.ts';
import { removePasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { removeRecoveryCodes } from '#app/people/passkeys/recovery-code-store.server.ts';
import { orBusy } from '#app/people/passwords/hashing-queue.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import {
  findPasswordProblem,
  LEAST_ADMIN_PASSWORD_LENGTH,
} from '#app/people/passwords/password-rules.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { revokeTokensOfAdministrator } from '#app/people/tokens/api-token-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import {
  findAdministrator,
  findConfiguredEmail,
  findSavedEmail,
  hasAdministrator,
  saveAdminEmail,
} from './administrator-address.server.ts';
import { isSetupLink, redeemSetupLink, removeSetupLink } from './setup-link.server.ts';

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
  auth: AuthContext,
  entry: AdministratorEntry,
): Promise<AdministratorOutcome> {
  return prepare(auth, entry, [], (email, hash) =>
    inTransaction(auth.db, (db) =>
      install(db, { email, hash, name: entry.name, now: auth.now(), secret: auth.secret }),
    ),
  );
}

/** Whether the token opens the set-up page: not after it was used, after 24 hours, or with an administrator. */
export async function canSetUp(auth: AuthContext, token: string): Promise<boolean> {
  return !(await hasAdministrator(auth)) && (await isSetupLink(auth.db, token, auth.now()));
}

/**
/**
 * The same as `createAdministrator` for a user with the set-up link (R-13), who is logged in. Of several at once, one
 * succeeds; for the others the link no longer works.
 */
export function setUpAdministrator(
  auth: AuthContext,
  { token, ...entry }: AdministratorEntry & { token: string },
  caller: Caller = {},
): Promise<SignInOutcome | { kind: 'dead' }> {
  return orBusy(auth, caller, async () => {
    // Without the link, no one can have a password hashed, or learn the administrator's address.
    if (!(await canSetUp(auth, token))) return { kind: 'dead' };
    const now = auth.now();
    const outcome = await prepare(auth, entry, caller.names ?? [], (email, hash) =>
      inTransaction(auth.db, async (db) => {
        if (await findAdministrator(db, auth.settings)) return { kind: 'dead' };
        if (!(await redeemSetupLink(db, token, now))) return { kind: 'dead' };
        return install(db, { email, hash, name: entry.name, now, secret: auth.secret });
      }),
    );
    if (outcome.kind !== 'created') return outcome;
    const { userId } = outcome;
    return { kind: 'signedIn', cookies: await letIn(auth, { userId }, caller), userId, isNew: true };
  });
}

async function prepare(
  auth: AuthContext,
  entry: AdministratorEntry,
  names: readonly string[],
  create: (email: string, hash: string) => Promise<AdministratorOutcome>,
): Promise<AdministratorOutcome> {
  const problems = await findEntryProblems(auth, entry, names);
  const address = parseEmailAddress(entry.email);
  if (!address || Object.values(problems).some(Boolean)) return { kind: 'refused', problems };
  return create(address, await hashPassword(entry.password, { secret: auth.secret, address }));
}

/** What an administrator's entry is refused for. It can contain the address that the environment names. */
export async function findEntryProblems(
  { db, settings }: AuthContext,
  { email, password, name = '' }: AdministratorEntry,
  names: readonly string[] = [],
): Promise<FieldProblems> {
  return {
    email: emailProblem(parseEmailAddress(email), await findConfiguredEmail(db, settings)),
    password: findPasswordProblem(password, { least: LEAST_ADMIN_PASSWORD_LENGTH, names }),
    name: findNameProblem(name),
  };
}

function emailProblem(address: string | undefined, adminEmail: string | undefined): string | undefined {
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
  // An account that was imported or created before may have logins of someone else (R-12).
  if (!isKnown) {
    await removeIdentities(db, userId);
    await removePasskeys(db, userId);
    await removeRecoveryCodes(db, userId);
    // Those of the administrator before.
    await revokeTokensOfAdministrator(db, now);
  }
  await savePassword(db, { userId, hash, now });
  const name = readAccountName(typed);
  if (name) await saveName(db, userId, name);
  // Also when the environment names the address: a later start without it must still know the administrator.
  await saveAdminEmail(db, email);
  await removeSetupLink(db);
  return { kind: 'created', userId };
}
