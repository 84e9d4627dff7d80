/**
 * The image of `Containerfile`, built by buildah without a registry: the first stage begins with this machine's own files
 * in place of Debian's image, so this machine is a Debian.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { collect, type Ran, type Running } from './installed-release.ts';
import { type TestRelease, writeArchive } from './release-archive.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Those that the first stage runs, and that it copies. */
const PROGRAMS = [
  'basename',
  'chmod',
  'chown',
  'cp',
  'dirname',
  'env',
  'ldd',
  'mkdir',
  'mv',
  'readlink',
  'rm',
];
const SHELLS = ['sh', 'bash', 'sed', 'sort'];
/** What Debian's image has beside the libraries of programs, and Node needs. */
const LIBRARIES = ['libstdc++.so.6', 'libdl.so.2', 'libpthread.so.0', 'libm.so.6', 'libgcc_s.so.1'];

/** What the image says about how it is run. */
export type ImageConfig = {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  Volumes: Record<string, object>;
  Healthcheck: { Test: string[] };
};

export type BuiltImage = Disposable & {
  config: ImageConfig;
  /** All files but those of the program, with what they link to. */
  files: string[];
  /** What others than root can change in it. */
  changeable: string[];
  /** What is sent when it is downloaded. */
  packedBytes: number;
  /** Starts the program, or what the image starts, as compose.yaml does: the folder `data` is all it can write to. */
  start: (program?: string[], environment?: Record<string, string>) => Running;
  run: (program: string[], environment?: Record<string, string>) => Promise<Ran>;
};

/** Why it can't be built here; undefined if it can. */
export function findObstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root can';
  if (!existsSync('/etc/debian_version')) return 'this is no Debian';
  try {
    execFileSync('buildah', ['--version'], { stdio: 'ignore' });
  } catch {
    return 'buildah is not installed (apt install buildah)';
  }
  try {
    execFileSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']);
  } catch {
    return 'this machine mounts nothing';
  }
  return undefined;
}

/** Builds it from an archive of this release. */
export async function buildImage(release: TestRelease): Promise<BuiltImage> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-image-'));
  const children: ChildProcess[] = [];
  const close = () => {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const buildah = buildahIn(folder);
    await buildIn(folder, release, buildah);
    const inspected = JSON.parse(await buildah('inspect', '--type', 'image', 'belfry'));
    const { config } = inspected.Docker as { config: ImageConfig };
    await buildah('push', '--quiet', 'belfry', `oci:${join(folder, 'packed')}`);
    const image = await buildah('mount', await buildah('from', '--pull-never', 'belfry'));
    const files = listFiles(image).filter((file) => !file.startsWith('opt/belfry'));
    const changeable = listChangeable(image);
    const places = openPlaces(folder, image, config);
    const start: BuiltImage['start'] = (
      program = [...config.Entrypoint, ...config.Cmd],
      environment = {},
    ) => {
      const child = startIn(places, config, program, environment);
      children.push(child);
      return collect(child);
    };
    return {
      config,
      files: files.sort(),
      changeable,
      packedBytes: sizeOf(join(folder, 'packed')),
      start,
      run: (program, environment) => start(program, environment).ended,
      [Symbol.dispose]: close,
    };
  } catch (error) {
    close();
    throw error;
  }
}

type Buildah = (...args: string[]) => Promise<string>;

/** Everything that it stores is in the folder. */
function buildahIn(folder: string): Buildah {
  const places = [
    '--root',
    join(folder, 'storage'),
    '--runroot',
    join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ];
  const env = { ...process.env, TMPDIR: folder };
  return async (...args) => {
    const { stdout } = await promisify(execFile)('buildah', [...places, ...args], { env });
    return stdout.trim();
  };
}

async function buildIn(folder: string, release: TestRelease, buildah: Buildah): Promise<void> {
  writeDebian(join(folder, 'debian'));
  const debian = await buildah('from', 'scratch');
  await buildah('copy', '--quiet', debian, join(folder, 'debian'), '/');
  await buildah('commit', '--quiet', '--rm', debian, 'belfry-base');
  mkdirSync(join(folder, 'dist'));
  await writeArchive(join(folder, 'dist'), release);
  const files = ['--file', join(root, 'Containerfile'), '--ignorefile', join(root, '.dockerignore')];
  const base = ['--pull-never', '--from', 'localhost/belfry-base'];
  const options = [
    '--isolation',
    'chroot',
    '--format',
    'docker',
    '--build-arg',
    `PLATFORM=linux-${process.arch}`,
  ];
  await buildah('build', ...options, ...base, ...files, '--tag', 'belfry', folder);
}

/** As in Debian, folders of the system are links to those in /usr. */
function writeDebian(folder: string): void {
  for (const name of ['bin', 'lib', 'lib64']) {
    mkdirSync(join(folder, 'usr', name), { recursive: true });
    symlinkSync(join('usr', name), join(folder, name));
  }
  mkdirSync(join(folder, 'tmp'));
  const libraries = new Set<string>();
  const programs = [...PROGRAMS, ...SHELLS].map((name) => join('/usr/bin', name));
  const own = dirname(listLibraries(process.execPath).find((file) => file.includes('libc.so')) ?? '/lib');
  for (const file of [...programs, ...LIBRARIES.map((name) => join(own, name))]) {
    if (file.startsWith(own)) libraries.add(file);
    else copyFileSync(file, join(folder, file));
    for (const library of listLibraries(file)) libraries.add(library);
  }
  for (const file of libraries) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(file, join(folder, file));
  }
}

function listLibraries(file: string): string[] {
  try {
    const text = execFileSync('ldd', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return [...text.matchAll(/(\/\S+) \(0x/g)].map(([, found = '']) => found);
  } catch {
    // A script.
    return [];
  }
}

function listFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => statSync(join(folder, name)).isFile());
}

function listChangeable(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => {
      const { uid, mode } = lstatSync(join(folder, name));
      return uid !== 0 || ((mode & 0o170_000) !== 0o120_000 && (mode & 0o022) !== 0);
    })
    .sort();
}

function sizeOf(folder: string): number {
  return listFiles(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}

type Places = { image: string; data: string };

/** What a container runtime adds to an image: folders to mount to, and the volume, owned as in the image. */
function openPlaces(folder: string, image: string, { User }: ImageConfig): Places {
  for (const name of ['proc', 'dev']) mkdirSync(join(image, name), { recursive: true });
  const data = join(folder, 'data');
  const { mode } = statSync(join(image, 'data'));
  mkdirSync(data);
  chmodSync(data, mode & 0o777);
  const [user = 0, group = 0] = User.split(':').map(Number);
  chownSync(data, user, group);
  return { image, data };
}

/** With its own processes and mounts, its files read-only, as the user of the image, and with the network of this machine. */
const CONTAINER = `set -e
mount --bind "$IMAGE" "$IMAGE"
mount --bind "$DATA" "$IMAGE/data"
mount -t tmpfs tmpfs "$IMAGE/tmp"
mount -t proc proc "$IMAGE/proc"
mount --rbind /dev "$IMAGE/dev"
mount -o remount,bind,ro "$IMAGE"
exec setpriv --no-new-privs chroot --userspec="$USERSPEC" "$IMAGE" /usr/bin/env -i "$@"`;

function startIn(
  { image, data }: Places,
  { User, Env }: ImageConfig,
  program: string[],
  environment: Record<string, string>,
) {
  const own = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', CONTAINER, 'sh', ...Env, ...own];
  const env = { PATH: process.env.PATH, IMAGE: image, DATA: data, USERSPEC: User };
  return spawn('unshare', [...args, ...program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The first process in it, which a runtime asks to stop. */
export function findFirstProcess({ pid }: Running): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim());
}
