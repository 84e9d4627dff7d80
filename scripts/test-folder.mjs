import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Tests use less than a tenth of it. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * Makes a folder in memory the temporary folder of this process and those it starts, where there is plenty of memory:
 * tests create thousands of databases, whose files would otherwise be written to a disk. It is deleted when this
 * process ends.
 */
export function useMemoryForTests() {
  if (process.env.TMPDIR || !hasRoom()) return;
  const folder = mkdtempSync(join(IN_MEMORY, 'belfry-tests-'));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom() {
  if (!existsSync('/proc/mounts') || freemem() < NEEDED_BYTES) return false;
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .find((line) => line.split(' ')[1] === IN_MEMORY);
  // Some tests run programs that they have written.
  if (!mount || /\bnoexec\b/.test(mount)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize > NEEDED_BYTES;
}
