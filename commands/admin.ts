import {
  disableAccount,
  enableAddress,
  findAccountId,
  listDisabledAccounts,
} from '#app/people/accounts/disabled-accounts.server.ts';
import { listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import type { AdministratorEntry } from '#app/people/administrator/administrator.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { findReplaced } from '#app/people/administrator/administrator-address.server.ts';
import { type AuthContext, openAuth } from '#app/people/auth-context.server.ts';
import { removePasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { removeRecoveryCodes } from '#app/people/passkeys/recovery-code-store.server.ts';
import { resetPassword } from '#app/people/passwords/own-password.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from './command.ts';
import { recordOperation, withCurrentDatabase } from './with-database.ts';

export const admin: Command = {
  name: 'admin',
  summary: 'Create the administrator, reset a password, disable an account',
  help: `Usage: ${commandLine('admin')} create EMAIL [--name NAME] [--replace]
       ${commandLine('admin')} reset-password EMAIL [--remove-passkeys]
       ${commandLine('admin')} disable EMAIL
       ${commandLine('admin')} enable EMAIL
       ${commandLine('admin')} disabled

create           Makes EMAIL the administrator. If an account with this address exists, it keeps
                 its data. If someone else is the administrator, the command says who would lose
                 the role and changes nothing unless --replace is given. Editors see NAME with
                 what this account changes, and new articles have it as their byline.
reset-password   Gives any account a new password and signs it out everywhere. Its passkeys keep
                 working unless --remove-passkeys removes them and the recovery codes.
disable          Nobody can log in to the account of EMAIL any more, and nobody can open another
                 one with this address. Its data and its newsletter stay.
enable           Undoes this, also for accounts that were disabled in the system they came from.
disabled         Lists the disabled accounts.

The command prompts for the password without showing it. Without a terminal, it reads the
password from the first line of standard input. The administrator's password can also come from
BELFRY_ADMIN_PASSWORD.`,
  options: {
    name: { type: 'string' },
    'remove-passkeys': { type: 'boolean' },
    replace: { type: 'boolean' },
  },
  words: 'many',
  verbs: {
    create: { options: ['name', 'replace'] },
    'reset-password': { options: ['remove-passkeys'] },
    disable: { options: [] },
    enable: { options: [] },
    disabled: { options: [] },
  },
  async run(invocation) {
    const [action = '', email = '', ...rest] = invocation.words;
    const work = Object.hasOwn(actions, action) ? actions[action] : undefined;
    if (!work || rest.length > 0 || (email === '') !== (action === 'disabled')) {
      throw new UsageError(`Type 'admin create EMAIL' or 'admin reset-password EMAIL'. ${seeHelp('admin')}`);
    }
    // Only read here: when the address is typed, the variable needs no BELFRY_ADMIN_EMAIL.
    const { BELFRY_ADMIN_PASSWORD: given, ...environment } = invocation.environment;
    const settings = readSettings(environment);
    return withCurrentDatabase(settings, async (database) => {
      const auth = openAuth(database, settings, openSecret(settings), () => invocation.now);
      await work({ invocation, database, auth, settings, email, given });
      return exitCodes.done;
    });
  },
};

/** `given` is BELFRY_ADMIN_PASSWORD. */
type Work = {
  invocation: Invocation;
  database: Database;
  auth: AuthContext;
  settings: Settings;
  email: string;
  given: string | undefined;
};

const actions: Record<string, (work: Work) => Promise<void>> = {
  create: async ({ invocation, database, auth, email, given }) => {
    const replaced = await findReplaced(database.read, email);
    if (replaced && invocation.options.replace !== true)
      throw new CommandError(
        `${replaced} is the administrator and would lose the role. Nothing was changed. To make ${email} the administrator instead, run the command again with --replace.`,
      );
    const { name } = invocation.options;
    const password = given || (await askPassword(invocation));
    const done = await create(auth, { email, password, name: typeof name === 'string' ? name : undefined });
    await recordOperation(database.write, invocation, 'administrator-created');
    invocation.terminal.print(done);
    if (replaced) invocation.terminal.print(`${replaced} is no longer the administrator.`);
  },
  'reset-password': async ({ invocation, database, auth, settings, email, given }) => {
    const isAdministrators = email.toLowerCase() === settings.adminEmail;
    const password = (isAdministrators && given) || (await askPassword(invocation));
    const done = await reset(auth, { email, password }, invocation.options['remove-passkeys'] === true);
    await recordOperation(database.write, invocation, 'password-reset');
    invocation.terminal.print(done);
  },
  disable: async ({ invocation, database, auth, email }) => {
    const outcome = await disableAccount(auth, email);
    if (outcome === 'missing') throw new CommandError(`No account has the address ${email}.`);
    if (outcome === 'administrator')
      throw new CommandError(`${email} is the administrator and can't be disabled. Nothing was changed.`);
    await recordOperation(database.write, invocation, 'account-disabled');
    invocation.terminal.print(`${email} is disabled: nobody can log in to it.`);
  },
  enable: async ({ invocation, database, auth, email }) => {
    if ((await enableAddress(auth.db, email)) === 0)
      throw new CommandError(`No disabled account has the address ${email}. Nothing was changed.`);
    await recordOperation(database.write, invocation, 'account-enabled');
    invocation.terminal.print(`${email} is enabled and can log in again.`);
  },
  disabled: async ({ invocation: { terminal }, auth }) => {
    const accounts = await listDisabledAccounts(auth.db);
    for (const { email, disabledAt } of accounts)
      terminal.print(`${email}  since ${new Date(disabledAt).toISOString().slice(0, 10)}`);
    if (accounts.length === 0) terminal.print('No account is disabled.');
  },
};

async function askPassword({ terminal }: Invocation): Promise<string> {
  const password = await terminal.askSecret('Password: ');
  if (!password) throw new CommandError('No password was entered. Nothing was changed.');
  if (terminal.isInteractive && (await terminal.askSecret('Enter it again: ')) !== password) {
    throw new CommandError('The passwords do not match. Nothing was changed. Run the command again.');
  }
  return password;
}

async function create(auth: AuthContext, entry: AdministratorEntry): Promise<string> {
  const { email } = entry;
  const outcome = await createAdministrator(auth, entry);
  if (outcome.kind === 'created') return `${email} is the administrator. Log in at /login.`;
  if (outcome.kind === 'dead')
    throw new CommandError('There is already an administrator. Nothing was changed.');
  const { problems } = outcome;
  if (problems.email) throw new CommandError(`${email}: ${problems.email}.`);
  throw new CommandError(problems.name ? `--name: ${problems.name}.` : `${problems.password}.`);
}

async function reset(
  auth: AuthContext,
  { email, password }: { email: string; password: string },
  removing: boolean,
): Promise<string> {
  const problem = await resetPassword(auth, { email, password });
  if (problem) throw new CommandError(`${email}: ${problem}${problem.endsWith('.') ? '' : '.'}`);
  const userId = (await findAccountId(auth, email)) ?? '';
  const isDisabled = (await listDisabledAccounts(auth.db)).some((account) => account.userId === userId);
  const done = `${email} has a new password and is logged out everywhere.${isDisabled ? ` The account is disabled. To enable it, run: ${commandLine(`admin enable ${email}`)}` : ''}`;
  if (removing) {
    await removeRecoveryCodes(auth.db, userId);
    const removed = await removePasskeys(auth.db, userId);
    return `${done} Removed: ${countOf(removed)} and the recovery codes.`;
  }
  const kept = (await listOwnPasskeys(auth, userId)).length;
  if (kept === 0) return done;
  return `${done} ${countOf(kept)} still ${kept === 1 ? 'works' : 'work'}. To remove passkeys, add --remove-passkeys.`;
}

function countOf(passkeys: number): string {
  return passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`;
}
