/**
 * The archives of a release: for each platform the program, its runtime and the packages it loads. Two runs on the same
 * commit write the same bytes: files are sorted, and their times are that of the commit.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import description from '../../package.json' with { type: 'json' };
import { readSecretKey, type SecretKey, signText, writePublicKey } from '../../commands/upgrade/minisign.ts';
import { fail, report, root } from '../say.mjs';
import { type Platform, platforms } from './platforms.ts';
import { copyPackages } from './production-packages.ts';
import { lateFonts, latePackages } from './late-packages.ts';

const DIST = join(root, 'dist');
const { version } = description;

/** `PLATFORM…` limits what is built to these; `--quick` compresses little, for trying an archive out. */
export async function writeRelease(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    options: { quick: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const chosen = positionals.length > 0 ? positionals.map(findPlatform) : platforms;
  const key = readReleaseKey();
  if (!key) report('RELEASE_KEY names no secret key: the archives are not signed.');
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  const sums: string[] = [];
  for (const platform of chosen) {
    const file = `belfry-${version}-${platform.name}.tar.xz`;
    report(`${file} …`);
    writeArchive(platform, join(DIST, file), { key, level: values.quick ? '-0' : '-9e' });
    const bytes = readFileSync(join(DIST, file));
    sums.push(`${createHash('sha256').update(bytes).digest('hex')}  ${file}\n`);
    report(`${file}: ${(bytes.length / 1e6).toFixed(1)} MB`);
  }
  const content = sums.join('');
  writeFileSync(join(DIST, 'SHA256SUMS'), content);
  if (key)
    writeFileSync(
      join(DIST, 'SHA256SUMS.minisig'),
      signText(Buffer.from(content), key, `Belfry ${version}`),
    );
}

function findPlatform(name: string): Platform {
  const found = platforms.find((platform) => platform.name === name);
  return found ?? fail(`There is no platform '${name}'. Use one of ${platforms.map((one) => one.name).join(', ')}.`);
}

function readReleaseKey(): SecretKey | undefined {
  const { RELEASE_KEY: file, RELEASE_KEY_PASSWORD: password } = process.env;
  if (!file) return undefined;
  try {
    return readSecretKey(readFileSync(file, 'utf8'), password);
  } catch (error) {
    return fail(`RELEASE_KEY can't be used: ${(error as Error).message} RELEASE_KEY_PASSWORD has its password.`);
  }
}

function writeArchive(
  platform: Platform,
  file: string,
  { key, level }: { key: SecretKey | undefined; level: string },
): void {
  const work = mkdtempSync(join(tmpdir(), 'belfry-release-'));
  try {
    const packages = installPackages(platform, join(work, 'packages'));
    const name = `belfry-${version}`;
    layOut(platform, { packages, folder: join(work, name), key });
    pack(work, name, file, level);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The packages of the platform: npm installs them for any, from this machine. */
function installPackages(platform: Platform, folder: string): string {
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(root, file), join(folder, file));
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...flags, ...platform.npm, '--prefix', folder], { stdio: 'inherit' });
  return folder;
}

type Layout = { packages: string; folder: string; key: SecretKey | undefined };

function layOut(platform: Platform, { packages, folder, key }: Layout): void {
  const program = join(folder, 'versions', version);
  mkdirSync(join(program, 'bin'), { recursive: true });
  stripRuntime(platform, join(packages, 'node_modules', platform.node), join(program, 'bin', 'node'));
  cpSync(join(root, 'build'), join(program, 'build'), {
    recursive: true,
    dereference: true,
    filter: (path) => !path.endsWith('.fingerprint'),
  });
  copyPackages(latePackages, packages, program);
  copyPackages(lateFonts, packages, program);
  copyInto(program, 'app/people/passwords/common-passwords.txt');
  writeFileSync(
    join(program, 'package.json'),
    `${JSON.stringify({ name: 'belfry', version, type: 'module', private: true }, null, 2)}\n`,
  );
  if (key) writeFileSync(join(program, 'release.pub'), writePublicKey(key));
  writeFileSync(join(program, 'release.json'), `${JSON.stringify(describe(platform), null, 2)}\n`);
  writeFileSync(join(program, 'files.sha256'), listChecksums(program));
  copyFileSync(join(root, 'scripts', 'belfry'), join(folder, 'belfry'));
  chmodSync(join(folder, 'belfry'), 0o755);
  for (const file of ['LICENSE']) copyFileSync(join(root, file), join(folder, file));
  symlinkSync(join('versions', version), join(folder, 'current'));
}

function copyInto(program: string, file: string): void {
  mkdirSync(join(program, dirname(file)), { recursive: true });
  copyFileSync(join(root, file), join(program, file));
}

function describe(platform: Platform) {
  return { version, platform: platform.name, releasedAt: new Date(commitTime() * 1000).toISOString() };
}

/** In seconds: so that the same commit gives the same archive. */
function commitTime(): number {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

/** Without its symbols, the runtime is a quarter smaller. */
function stripRuntime({ strip, name }: Platform, from: string, to: string): void {
  for (const program of strip) {
    try {
      execFileSync(program, ['--strip-all', '-o', to, from]);
      chmodSync(to, 0o755);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
  fail(`To build for ${name}, install ${strip[0]}. On Debian: apt install binutils-${name === 'linux-arm64' ? 'aarch64' : 'x86-64'}-linux-gnu`);
}

/** Each file's checksum, as sha256sum writes and checks it. */
function listChecksums(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
    .map((file) => `${createHash('sha256').update(readFileSync(join(folder, file))).digest('hex')}  ${file}\n`)
    .join('');
}

function pack(folder: string, name: string, file: string, level: string): void {
  const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=@${commitTime()}`];
  const modes = '--mode=u+rwX,go+rX,go-w';
  execFileSync(
    'sh',
    ['-c', 'tar --format=gnu "$@" -cf - | xz -T1 "$XZ_LEVEL" > "$FILE"', 'sh', ...order, modes, '-C', folder, name],
    { env: { ...process.env, XZ_LEVEL: level, FILE: file }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (!existsSync(file) || statSync(file).size === 0) fail(`Writing ${file} failed.`);
}
