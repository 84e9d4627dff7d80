/** From a verified archive to a version that could run, beside the one that does. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readRelease } from '#app/platform/command-line/belfry-version.ts';
import { installationFolder, versionsFolder } from '#app/platform/command-line/project-folder.ts';
import { CommandError } from '../command.ts';
import type { VerifiedArchive } from './verify-archive.ts';
import { folderOf, installation, UNPACKING } from './versions.ts';

const MB = 1_000_000;
/** Beyond what is unpacked: for logs and whatever else the disk is used for. */
const LEAST_FREE = 64 * MB;
/** Two sites never run at once, but the site and a command do. */
const NEEDED_MEMORY = 200 * MB;

/** Throws CommandError when the archive is for another machine, or this one lacks disk, memory or a program for it. */
export function refuseUnsuitable(
  { file, bytes, platform }: VerifiedArchive,
  memory = process.availableMemory(),
): void {
  const here = `${process.platform}-${process.arch}`;
  if (platform !== here)
    throw new CommandError(
      `This archive is for ${platform}, and this machine is ${here}. Nothing was changed.`,
    );
  const { bavail, bsize } = statfsSync(existsSync(versionsFolder) ? versionsFolder : installation);
  const needed = unpackedBytes(file, bytes) + LEAST_FREE;
  if (bavail * bsize < needed)
    throw new CommandError(describeShortage('disk', installation, needed, bavail * bsize));
  if (memory < NEEDED_MEMORY)
    throw new CommandError(describeShortage('memory', 'this machine', NEEDED_MEMORY, memory));
}

function describeShortage(what: 'disk' | 'memory', where: string, needed: number, free: number): string {
  const [need, have] = [needed, free].map((bytes) => Math.ceil(bytes / MB));
  const remedy = what === 'disk' ? 'Free some space (df -h)' : 'Stop other programs, or add swap';
  return `The upgrade needs ${need} MB of ${what} on ${where}, and ${have} MB are free. ${remedy}. Nothing was changed.`;
}

/** As xz records it at the end of the file. */
function unpackedBytes(file: string, packed: number): number {
  const { error, stdout } = spawnSync('xz', ['--robot', '--list', file], { encoding: 'utf8' });
  if ((error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT')
    throw new CommandError(
      'The program xz is missing. On Debian and Ubuntu: apt install xz-utils. Nothing was changed.',
    );
  const bytes = Number(/^totals\t(?:[^\t]*\t){3}(\d+)/m.exec(stdout)?.[1]);
  return bytes > 0 ? bytes : packed * 5;
}

/**
 * Unpacks a version under another name, tries whether it runs here, and only then gives it its own. Returns its folder.
 * A complete one is left as it is. Throws CommandError.
 */
export async function unpackVersion(archive: VerifiedArchive): Promise<string> {
  const { version } = archive;
  const target = folderOf(version);
  if (existsSync(join(target, 'release.json'))) return target;
  const folder = mkdtempSync(join(versionsFolder, UNPACKING));
  try {
    await unpack(archive, folder);
    const top = join(folder, readdirSync(folder)[0] ?? '');
    const unpacked = join(top, 'versions', version);
    tryVersion(unpacked, version);
    replaceLauncher(top);
    spawnSync('sync', ['-f', folder]);
    renameSync(unpacked, target);
    spawnSync('sync', ['-f', target]);
    return target;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Readable by all users, whatever the operator's umask is: the service is another user. What is unpacked is what was
 * verified, even if another user can write to the archive's folder.
 */
async function unpack({ file, hash: expected }: VerifiedArchive, folder: string): Promise<void> {
  const script =
    'umask 022; chmod 755 "$0" && exec tar --no-same-owner --warning=no-timestamp -xJf - -C "$0"';
  const tar = spawn('sh', ['-c', script, folder], { stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  tar.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const ended = once(tar, 'close') as Promise<[number | null]>;
  const hash = createHash('sha256');
  const counted = async function* (source: AsyncIterable<Buffer>) {
    for await (const part of source) {
      hash.update(part);
      yield part;
    }
  };
  // When tar ends early, it says why.
  await pipeline(createReadStream(file), counted, tar.stdin).catch(() => undefined);
  const [status] = await ended;
  if (status !== 0)
    throw new CommandError(
      `The archive could not be unpacked: ${firstLineOf(said) || `tar ended with ${status ?? 'a signal'}`}. Nothing was changed.`,
    );
  if (hash.digest('hex') !== expected)
    throw new CommandError(`${file} was changed while it was unpacked. Nothing was changed.`);
}

/** The runtime may need a library that this machine lacks, and the archive may contain something else than its name says. */
function tryVersion(folder: string, version: string): void {
  const foreign = `The archive does not contain Belfry ${version}. Nothing was changed.`;
  if (!existsSync(join(folder, 'release.json'))) throw new CommandError(foreign);
  if (readRelease(folder).version !== version) throw new CommandError(foreign);
  const args = [join(folder, 'build', 'server', 'belfry.js'), '--version'];
  const { stdout, stderr, error } = spawnSync(join(folder, 'bin', 'node'), args, { encoding: 'utf8' });
  if (stdout?.trim() !== `Belfry ${version}`)
    throw new CommandError(
      `Belfry ${version} does not run on this machine: ${lastLineOf(stderr) || error?.message || 'it printed another version'}. Nothing was changed.`,
    );
}

/** Files beside the versions: the launcher, which every version can use, and what else the archive brings. */
function replaceLauncher(top: string): void {
  // A checkout has its own license and more.
  for (const entry of readdirSync(top, { withFileTypes: true }))
    if (entry.isFile() && (installationFolder || entry.name === 'belfry'))
      renameSync(join(top, entry.name), join(installation, entry.name));
}

function lastLineOf(text: string | undefined): string {
  return text?.trim().split('\n').at(-1)?.replace(/\.$/, '') ?? '';
}

/** The reason; what follows are its consequences. */
function firstLineOf(text: string): string {
  return text.trim().split('\n')[0]?.replace(/\.$/, '') ?? '';
}
