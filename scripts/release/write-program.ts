/** The content of an archive, and the archive. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Release } from '../../app/platform/command-line/belfry-version.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What differs between the archives of a release. */
export type Program = {
  release: Release;
  /** Files with the public keys that the next archives may be signed with, as one text; empty without any. */
  keys: string;
  /** Writes the runtime to the file, and the packages that the build leaves out into the folder. */
  putRuntime: (file: string) => void;
  putPackages: (folder: string) => void;
};

/** Writes an installation with one version into the folder: what a host unpacks. */
export function writeProgram(folder: string, { release, keys, putRuntime, putPackages }: Program): void {
  const program = join(folder, 'versions', release.version);
  mkdirSync(join(program, 'bin'), { recursive: true });
  putRuntime(join(program, 'bin', 'node'));
  chmodSync(join(program, 'bin', 'node'), 0o755);
  cpSync(join(root, 'build'), join(program, 'build'), {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('.fingerprint'),
  });
  putPackages(program);
  copyInto(program, 'app/people/passwords/common-passwords.txt');
  const description = { name: 'belfry', version: release.version, type: 'module', private: true };
  writeJson(join(program, 'package.json'), description);
  if (keys) writeFileSync(join(program, 'release.pub'), keys);
  writeJson(join(program, 'release.json'), release);
  writeFileSync(join(program, 'files.sha256'), listChecksums(program));
  copyFileSync(join(root, 'scripts', 'belfry'), join(folder, 'belfry'));
  chmodSync(join(folder, 'belfry'), 0o755);
  for (const file of ['LICENSE', 'scripts/host/install.sh', 'scripts/host/belfry.service'])
    copyFileSync(join(root, file), join(folder, basename(file)));
  chmodSync(join(folder, 'install.sh'), 0o755);
  symlinkSync(join('versions', release.version), join(folder, 'current'));
}

function writeJson(file: string, content: unknown): void {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
}

function copyInto(program: string, file: string): void {
  mkdirSync(join(program, dirname(file)), { recursive: true });
  copyFileSync(join(root, file), join(program, file));
}

/** Each file's checksum, as sha256sum writes and checks it. */
function listChecksums(folder: string): string {
  return listSums(folder, listFiles(folder).sort());
}

/** The paths of the files in the folder. Not behind links, which `readdirSync` with `recursive` follows. */
function listFiles(folder: string, below = ''): string[] {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = join(below, entry.name);
    if (entry.isDirectory()) return listFiles(folder, path);
    return entry.isFile() ? [path] : [];
  });
}

/** A line for each of the files, as sha256sum writes and checks it. */
export function listSums(folder: string, files: string[]): string {
  return files.map((file) => `${hashOf(join(folder, file))}  ${file}\n`).join('');
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** The folder `name` in `folder` as a .tar.xz: the same content gives the same bytes. `time` is in seconds. */
export function pack(
  folder: string,
  name: string,
  { file, time, level }: { file: string; time: number; level: string },
): void {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${time}`];
  const modes = '--mode=u+rwX,go+rX,go-w';
  const script = 'tar --format=gnu "$@" -cf - | xz -T1 "$XZ_LEVEL" > "$FILE"';
  execFileSync('sh', ['-c', script, 'sh', ...order, modes, '-C', folder, name], {
    env: { ...process.env, XZ_LEVEL: level, FILE: file },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (!existsSync(file) || statSync(file).size === 0) throw new Error(`Writing ${file} failed.`);
}
