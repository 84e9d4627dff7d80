import { parseArgs } from 'node:util';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { explainError } from '../server/explain-error.ts';
import { type Command, CommandError, exitCodes, type Invocation, seeHelp, UsageError } from './command.ts';

/** Each is loaded when it runs: all of them together take longer than many of them. */
const loaders: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./start.ts')).start,
  migrate: async () => (await import('./migrate.ts')).migrateDatabase,
  admin: async () => (await import('./admin.ts')).admin,
  demo: async () => (await import('./demo.ts')).demo,
  'move-in': async () => (await import('./import/move-in.ts')).moveIn,
  import: async () => (await import('./import/import.ts')).importFiles,
  export: async () => (await import('./export/export.ts')).exportFiles,
  notice: async () => (await import('./notice-command.ts')).notice,
  sources: async () => (await import('./sources/sources.ts')).sources,
  newsletter: async () => (await import('./newsletter/newsletter.ts')).newsletter,
  backup: async () => (await import('./backup/backup.ts')).backup,
  restore: async () => (await import('./backup/restore.ts')).restore,
  'hand-over': async () => (await import('./backup/hand-over.ts')).handOver,
  freeze: async () => (await import('./backup/freeze.ts')).freeze,
  'migrate-to': async () => (await import('./backup/migrate-to.ts')).migrateTo,
  verify: async () => (await import('./verify.ts')).verify,
  'proof-key': async () => (await import('./proof-key.ts')).proofKey,
  doctor: async () => (await import('./doctor/doctor.ts')).doctor,
  upgrade: async () => (await import('./upgrade/upgrade.ts')).upgrade,
  rollback: async () => (await import('./upgrade/rollback.ts')).rollback,
  completion: async () => (await import('./completion.ts')).completionOf(loadCommands),
};

/** Started by other commands only. */
const ownLoaders: Record<string, () => Promise<Command>> = {
  'upgrade-data': async () => (await import('./upgrade/upgrade-data.ts')).upgradeData,
};

/** All commands, in the order of the overview. */
export function loadCommands(): Promise<Command[]> {
  return Promise.all(Object.values(loaders).map((load) => load()));
}

type Surroundings = Omit<Invocation, 'words' | 'options'>;

/** Runs the command-line tool with these arguments and returns the exit code. Never throws. */
export async function runBelfry(args: string[], surroundings: Surroundings): Promise<number> {
  const { terminal } = surroundings;
  try {
    return await dispatch(args, surroundings);
  } catch (error) {
    terminal.endProgress();
    const isWorded = error instanceof UsageError || error instanceof CommandError;
    terminal.complain(isWorded ? error.message : explainError(error));
    return error instanceof UsageError ? exitCodes.misused : exitCodes.failed;
  }
}

async function dispatch([name, ...rest]: string[], surroundings: Surroundings): Promise<number> {
  const { terminal } = surroundings;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    terminal.print(overview(await loadCommands()));
    return name === undefined ? exitCodes.misused : exitCodes.done;
  }
  if (name === '--version' || name === '-v' || name === 'version') {
    terminal.print(`Belfry ${versionOfBelfry()}`);
    return exitCodes.done;
  }
  const all = { ...loaders, ...ownLoaders };
  const command = Object.hasOwn(all, name) ? await all[name]?.() : undefined;
  if (!command) {
    const names = Object.keys(loaders).join(', ');
    throw new UsageError(`There is no command '${name}'. Use one of ${names}. See: ${commandLine('--help')}`);
  }
  const { words, options } = parseTyped(command, rest);
  if (options.help) {
    terminal.print(command.help);
    return exitCodes.done;
  }
  if (!command.words && words.length > 0) {
    throw new UsageError(`'${name}' does not accept '${words[0]}'. ${seeHelp(name)}`);
  }
  return command.run({ ...surroundings, words, options });
}

function parseTyped(command: Command, args: string[]): Pick<Invocation, 'words' | 'options'> {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { ...command.options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    });
    return { words: positionals, options: values as Invocation['options'] };
  } catch (error) {
    const problem = (error as Error).message.split('. ')[0];
    throw new UsageError(`${problem}. ${seeHelp(command.name)}`);
  }
}

function overview(commands: Command[]): string {
  const width = Math.max(...commands.map((command) => command.name.length)) + 2;
  return [
    `Usage: ${commandLine('COMMAND')}`,
    '',
    ...commands.map((command) => `  ${command.name.padEnd(width)}${command.summary}`),
    '',
    'Add --help to any command for details. --version prints the version. Settings are environment variables. See docs/configuration.md.',
  ].join('\n');
}
