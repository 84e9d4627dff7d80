/**
 * Files and folders that are named on the command line. Root works as the owner of the data folder (`on-host.ts`), who
 * often can't read or write where root can: then the command says so before it begins.
 */
import { access, constants, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { dataFolderOf } from '#app/platform/settings/kept-environment.server.ts';
import { CommandError, type Invocation } from './command.ts';

type Typing = Pick<Invocation, 'environment'>;

/** A path as typed: npm runs commands in the project's folder and passes the original folder in this variable. */
export function resolveTyped({ environment }: Typing, word: string): string {
  return resolve(environment.INIT_CWD ?? '.', word);
}

/** The path of a file or folder to read. Throws CommandError when this user may not read it; not when it is missing. */
export async function readableTyped(invocation: Typing, word: string): Promise<string> {
  const path = resolveTyped(invocation, word);
  if (await isDenied(path, constants.R_OK)) throw new CommandError(deniedReading(invocation, path));
  return path;
}

/** The path of a file or folder to write. Throws CommandError when this user may not write there. */
export async function writableTyped(invocation: Typing, word: string): Promise<string> {
  const path = resolveTyped(invocation, word);
  const folder = await nearestFolder(path);
  if (await isDenied(folder, constants.W_OK | constants.X_OK))
    throw new CommandError(deniedWriting(invocation, path));
  return path;
}

/** Why a file can't be read, and what to do about it. */
export function deniedReading(invocation: Typing, path: string): string {
  const user = userName();
  return (
    `This command works as the user ${user}, who has no permission to read ${path}. Copy it to a folder of that user: ` +
    `install -o ${user} -m 600 ${path} ${join(dataFolderOf(invocation.environment), basename(path))}`
  );
}

/** Why nothing can be written there, and what to do about it. */
export function deniedWriting(invocation: Typing, path: string): string {
  const user = userName();
  const own = join(dataFolderOf(invocation.environment), basename(path));
  return (
    `This command works as the user ${user}, who has no permission to write ${path}. Write to a folder of that user, such as ${own}, ` +
    `or create one: install -d -o ${user} -m 700 ${join(dirname(path), 'belfry')}`
  );
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // Containers may run as a user without a name.
    return String(process.getuid?.());
  }
}

async function isDenied(path: string, mode: number): Promise<boolean> {
  try {
    await access(path, mode);
    return false;
  } catch (error) {
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** The folder itself if it is one, otherwise the nearest one above that exists, or can't be seen. */
async function nearestFolder(path: string): Promise<string> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if ('isDirectory' in facts ? facts.isDirectory() : facts.code !== 'ENOENT') return path;
  const parent = dirname(path);
  return parent === path ? path : nearestFolder(parent);
}
