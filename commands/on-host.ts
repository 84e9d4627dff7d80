/**
 * The command `belfry` of a host, started by scripts/belfry: the command-line tool with the service's settings and its
 * user's permissions, in the folder where it was typed.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { nameWrapper } from '#app/platform/command-line/command-line.ts';
import { installationFolder, projectFolder } from '#app/platform/command-line/project-folder.ts';
import { parseEnvironmentFile } from '#app/platform/settings/kept-environment.server.ts';

/** An unpacked release has its settings beside the launcher, if it has any; install.sh links to those of the service. */
const DEFAULT_FILE = installationFolder ? join(installationFolder, 'belfry.env') : '/etc/belfry.env';
const SERVICE_USER = 'belfry';
/** They start commands for the data as the user of the service. */
const changesProgram = ['upgrade', 'rollback'].includes(process.argv[2] ?? '');

function main(): Promise<unknown> {
  const file = process.env.BELFRY_ENV_FILE ?? DEFAULT_FILE;
  // Variables before the command take precedence, as in BELFRY_DATA=/tmp/drill belfry doctor.
  const typed = Object.entries(process.env).filter(([, value]) => value !== '');
  const settings = isOptional(file) ? {} : readSettingsFile(file);
  Object.assign(process.env, settings, Object.fromEntries(typed));
  if (!changesProgram) delete process.env.BELFRY_ENV_FILE;
  process.env.INIT_CWD = process.cwd();
  const folder = typed.find(([name]) => name === 'BELFRY_DATA')?.[1];
  if (folder) process.env.BELFRY_DATA = resolve(folder);
  process.chdir(installationFolder ?? projectFolder);
  if (process.getuid?.() === 0 && !changesProgram)
    becomeServiceUser(settings.BELFRY_DATA ?? (process.env.BELFRY_DATA || './data'), isOptional(file));
  if (!installationFolder) nameWrapper();
  return import('./belfry.ts');
}

/** A release that is only tried out has no settings file. */
function isOptional(file: string): boolean {
  return installationFolder !== undefined && file === DEFAULT_FILE && !existsSync(file);
}

function readSettingsFile(file: string): Record<string, string> {
  try {
    return parseEnvironmentFile(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const remedy =
      code === 'EACCES'
        ? 'Run this command with sudo'
        : 'Create it as docs/hosting.md shows, or choose another one: BELFRY_ENV_FILE=…';
    return end(`The settings in ${file} cannot be read (${code}). ${remedy}.`);
  }
}

/** The site couldn't read files written by root, so root works as the owner of the service's data folder. */
function becomeServiceUser(dataFolder: string, isTrial: boolean): void {
  const owner = statSync(dataFolder, { throwIfNoEntry: false });
  if (owner?.uid === 0 || (!owner && isTrial)) return;
  const user = owner?.uid ?? SERVICE_USER;
  const group = owner?.gid ?? SERVICE_USER;
  try {
    (process as { initgroups?: (user: string | number, group: string | number) => void }).initgroups?.(
      user,
      group,
    );
    process.setgid?.(group);
    process.setuid?.(user);
    const { homedir, username } = userInfo();
    Object.assign(process.env, { HOME: homedir, USER: username, LOGNAME: username });
  } catch {
    end(
      `There is no user ${user} to run as. Create it: adduser --system --group --home /var/lib/belfry belfry`,
    );
  }
}

function end(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

await main();
