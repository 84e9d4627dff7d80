/**
 * The archives of a release: for each platform the program, its runtime and the packages it loads. Two runs on the same
 * commit write the same bytes: files are sorted, and their times are that of the commit.
 */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listKnownMigrations } from '../../app/platform/database/migrate-database.server.ts';
import { readSecretKey, type SecretKey, signText, writePublicKey } from '../../commands/upgrade/minisign.ts';
import description from '../../package.json' with { type: 'json' };
import { fail, report, root } from '../say.mjs';
import { findMissing, partsOf } from './platform-parts.ts';
import { type Platform, platforms } from './platforms.ts';
import { listSums, pack, writeProgram } from './write-program.ts';

const DIST = join(root, 'dist');
/** What a host downloads and keeps, in bytes. */
const MOST_PACKED = 50e6;
const MOST_UNPACKED = 190e6;
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
  const missing = chosen.map(findMissing).find((line) => line !== undefined);
  if (missing) fail(missing);
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST);
  for (const platform of chosen) {
    const file = nameArchive(platform);
    report(`${file} …`);
    writeArchive(platform, join(DIST, file), { key, level: values.quick ? '-0' : '-9e' });
    const { size } = statSync(join(DIST, file));
    report(`${file}: ${megabytes(size)}`);
    if (size > MOST_PACKED && !values.quick) fail(`An archive may have at most ${megabytes(MOST_PACKED)}.`);
  }
  const packages = `belfry-${version}.cdx.json`;
  writeFileSync(join(DIST, packages), listAllPackages());
  const content = listSums(DIST, [...chosen.map(nameArchive), packages].sort());
  writeFileSync(join(DIST, 'SHA256SUMS'), content);
  if (key)
    writeFileSync(join(DIST, 'SHA256SUMS.minisig'), signText(Buffer.from(content), key, `Belfry ${version}`));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function nameArchive(platform: Platform): string {
  return `belfry-${version}-${platform.name}.tar.xz`;
}

function findPlatform(name: string): Platform {
  const found = platforms.find((platform) => platform.name === name);
  return (
    found ??
    fail(`There is no platform '${name}'. Use one of ${platforms.map((one) => one.name).join(', ')}.`)
  );
}

function readReleaseKey(): SecretKey | undefined {
  const { RELEASE_KEY: file, RELEASE_KEY_PASSWORD: password } = process.env;
  if (!file) return undefined;
  try {
    return readSecretKey(readFileSync(file, 'utf8'), password);
  } catch (error) {
    return fail(
      `RELEASE_KEY can't be used: ${(error as Error).message} RELEASE_KEY_PASSWORD has its password.`,
    );
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
    const time = commitTime();
    const releasedAt = new Date(time * 1000).toISOString();
    writeProgram(join(work, name), {
      release: { version, platform: platform.name, releasedAt, migrations: listKnownMigrations() },
      keys: listKeys(key),
      ...partsOf(platform, packages),
    });
    const manual = [join(root, 'scripts', 'write-man-page.ts'), join(work, name, 'belfry.1')];
    execFileSync(process.execPath, manual, { cwd: root, stdio: 'inherit' });
    const unpacked = reportParts(join(work, name, 'versions', version));
    report(`Unpacked: ${megabytes(unpacked)}`);
    if (unpacked > MOST_UNPACKED) fail(`Unpacked, it may have at most ${megabytes(MOST_UNPACKED)}.`);
    pack(work, name, { file, time, level });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/**
 * Prints what takes a megabyte or more in the program: the runtime (`bin`), the build, and packages by name. Returns the
 * bytes of all.
 */
function reportParts(program: string): number {
  const sizes = new Map<string, number>();
  for (const file of readdirSync(program, { recursive: true, encoding: 'utf8' })) {
    const facts = lstatSync(join(program, file));
    const [part = file] = /^node_modules\/(@[^/]+\/)?[^/]+|^[^/]+/.exec(file) ?? [];
    if (facts.isFile()) sizes.set(part, (sizes.get(part) ?? 0) + facts.size);
  }
  for (const [part, bytes] of [...sizes].toSorted(([, one], [, other]) => other - one))
    if (bytes >= 1e6) report(`  ${(bytes / 1e6).toFixed(1).padStart(6)} MB ${part}`);
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0);
}

/** The key of this release, and those in the file `release.pub` of the project: the next one's, when keys change. */
function listKeys(key: SecretKey | undefined): string {
  const file = join(root, 'release.pub');
  const others = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const own = key ? writePublicKey(key) : '';
  return own && !others.includes(own.split('\n')[1] ?? '') ? own + others : others;
}

/** The packages of the platform: npm installs them for any, from this machine. */
function installPackages(platform: Platform, folder: string): string {
  mkdirSync(folder);
  for (const file of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, file), join(folder, file));
  const flags = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['ci', ...flags, ...platform.npm, '--prefix', folder], { stdio: 'inherit' });
  return folder;
}

/** In seconds: so that the same commit gives the same archive. */
function commitTime(): number {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }));
}

/** A list of all packages (CycloneDX), without what differs from run to run. */
function listAllPackages(): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only', '--loglevel=silent'];
  const list = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64e6 }));
  list.serialNumber = undefined;
  list.metadata.timestamp = new Date(commitTime() * 1000).toISOString();
  // npm names it after the folder.
  list.metadata.component.name = 'belfry';
  return `${JSON.stringify(list, null, 2)}\n`;
}
