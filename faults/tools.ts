import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What a fault may need besides Node, by the name of Debian's package. */
export type Tool = 'linux' | 'strace' | 'namespaces' | 'util-linux' | 'libfaketime' | 'sqlite3';

const FAKETIME = ['x86_64-linux-gnu', 'aarch64-linux-gnu', '']
  .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
  .find((file) => existsSync(file));

/** The library that gives a process another clock; empty if it is not installed. */
export const faketimeLibrary = FAKETIME ?? '';

/** Those of `needs` that this machine lacks. */
export function listMissing(needs: readonly Tool[]): Tool[] {
  return needs.filter((tool) => !has(tool));
}

function has(tool: Tool): boolean {
  if (tool === 'linux') return process.platform === 'linux';
  if (tool === 'libfaketime') return FAKETIME !== undefined;
  if (tool === 'util-linux') return isOnPath('prlimit');
  if (tool === 'strace') return isOnPath('strace') && runs('strace', ['-qq', '-o', '/dev/null', 'true']);
  if (tool === 'namespaces') return runs('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  return isOnPath(tool);
}

function isOnPath(program: string): boolean {
  const { PATH = '' } = process.env;
  return PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** It may be installed but not permitted. */
function runs(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
