import { findReplaced } from '#app/auth/administrator-address.server.ts';
import { type Auth, openAuth } from '#app/auth/auth.server.ts';
import { openSecret } from '#app/auth/secret.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { readSettings } from '#app/settings.server.ts';
import { type Command, CommandError, exitCodes, type Invocation, UsageError } from './command.ts';
import { noteOperation } from './note-operation.ts';
import { withCurrentDatabase } from './with-database.ts';

export const admin: Command = {
  name: 'admin',
  summary: 'Create the administrator or reset a password',
  help: `Usage: ${commandLine('admin')} create EMAIL [--replace]
       ${commandLine('admin')} reset-password EMAIL [--remove-passkeys]

create           Makes EMAIL the administrator. If an account with this address exists, it keeps
                 its data. If someone else is the administrator, the command says who would lose
                 the role and changes nothing unless --replace is given.
reset-password   Gives any account a new password and signs it out everywhere. Its passkeys keep
                 working unless --remove-passkeys removes them and the recovery codes.

The command prompts for the password without showing it. Without a terminal, it reads the
password from the first line of standard input. The administrator's password can also come from
BELFRY_ADMIN_PASSWORD.`,
  options: { 'remove-passkeys': { type: 'boolean' }, replace: { type: 'boolean' } },
  words: 'many',
  async run(invocation) {
    const [action, email, ...rest] = invocation.words;
    if ((action !== 'create' && action !== 'reset-password') || !email || rest.length > 0) {
      throw new UsageError(
        `Type 'admin create EMAIL' or 'admin reset-password EMAIL'. See: ${commandLine('admin --help')}`,
      );
    }
    // Only read here: when the address is typed, the variable needs no BELFRY_ADMIN_EMAIL.
    const { BELFRY_ADMIN_PASSWORD: given, ...environment } = invocation.environment;
    const settings = readSettings(environment);
    return withCurrentDatabase(settings, async (database) => {
      const replaced = action === 'create' ? await findReplaced(database.read, email) : undefined;
      if (replaced && invocation.options.replace !== true)
        throw new CommandError(
          `${replaced} is the administrator and would lose the role. Nothing was changed. To make ${email} the administrator instead, run the command again with --replace.`,
        );
      const auth = openAuth(database, settings, openSecret(settings), () => invocation.now);
      const isAdministrators = action === 'create' || email.toLowerCase() === settings.adminEmail;
      const password = (isAdministrators && given) || (await askPassword(invocation));
      const removing = invocation.options['remove-passkeys'] === true;
      const done =
        action === 'create'
          ? await create(auth, email, password)
          : await reset(auth, { email, password }, removing);
      const noted = action === 'create' ? 'administrator-created' : 'password-reset';
      await noteOperation(database.write, invocation, noted);
      invocation.terminal.print(done);
      if (replaced) invocation.terminal.print(`${replaced} is no longer the administrator.`);
      return exitCodes.done;
    });
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

async function create(auth: Auth, email: string, password: string): Promise<string> {
  const outcome = await auth.createAdministrator({ email, password });
  if (outcome.kind === 'created') return `${email} is the administrator. Log in at /login.`;
  if (outcome.kind === 'dead')
    throw new CommandError('There is already an administrator. Nothing was changed.');
  const { problems } = outcome;
  throw new CommandError(problems.email ? `${email}: ${problems.email}.` : `${problems.password}.`);
}

async function reset(
  auth: Auth,
  { email, password }: { email: string; password: string },
  removing: boolean,
): Promise<string> {
  const problem = await auth.resetPassword({ email, password });
  if (problem) throw new CommandError(`${email}: ${problem}${problem.endsWith('.') ? '' : '.'}`);
  const done = `${email} has a new password and is logged out everywhere.`;
  const userId = (await auth.findAccountId(email)) ?? '';
  if (removing) {
    const removed = await auth.passkeys.removeAll(userId);
    return `${done} Removed: ${countOf(removed)} and the recovery codes.`;
  }
  const kept = (await auth.passkeys.list(userId)).length;
  if (kept === 0) return done;
  return `${done} ${countOf(kept)} still ${kept === 1 ? 'works' : 'work'}. To remove passkeys, add --remove-passkeys.`;
}

function countOf(passkeys: number): string {
  return passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`;
}
