/**
 * Archives of releases, small enough to be made by each run of the tests: the real build, with this machine's Node and
 * the packages of this checkout in place of copies of them.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listKnownMigrations } from '#app/platform/database/migrate-database.server.ts';
import { type SecretKey, signText, writePublicKey } from '../commands/upgrade/minisign.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { listSums, type Program, pack, writeProgram } from '../scripts/release/write-program.ts';

export type TestRelease = {
  version: string;
  /** SQL of a second migration. */
  migration?: string;
  /** Code that the process of a site runs first. */
  onStart?: string;
  platform?: string;
  key?: SecretKey;
  /** What a real archive has in place of this machine's runtime and packages. */
  parts?: Pick<Program, 'putRuntime' | 'putPackages'>;
};

export const SECOND_MIGRATION = '9999-of-a-test';

const root = fileURLToPath(new URL('..', import.meta.url));
const here = `${process.platform}-${process.arch}`;

const thisMachine: NonNullable<TestRelease['parts']> = {
  putRuntime: (file) => writeFileSync(file, `#!/bin/sh\nexec ${process.execPath} "$@"\n`),
  putPackages: (folder) => symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules')),
};

/** A key as `minisign -G` makes it. */
export function generateKey(): SecretKey {
  const { publicKey: key, privateKey: secret } = generateKeyPairSync('ed25519');
  return { id: randomBytes(8).toString('hex').toUpperCase(), key, secret };
}

/** Writes what a host unpacks into the folder. */
export async function writeInstallation(folder: string, release: TestRelease): Promise<void> {
  await buildIfStale();
  mkdirSync(folder, { recursive: true });
  const { version, migration, platform = here, key, parts = thisMachine } = release;
  const migrations = [...listKnownMigrations(), ...(migration ? [SECOND_MIGRATION] : [])];
  writeProgram(folder, {
    release: { version, platform, releasedAt: new Date().toISOString(), migrations },
    keys: key ? writePublicKey(key) : '',
    ...parts,
  });
  const server = join(folder, 'versions', version, 'build', 'server');
  if (migration) {
    const added = `${JSON.stringify(SECOND_MIGRATION)}: () => ({ up: (db) => sql.raw(${JSON.stringify(migration)}).execute(db) })`;
    addToMigrations(server, added);
  }
  if (release.onStart) {
    const main = join(server, 'main.js');
    writeFileSync(main, `${release.onStart};\n${readFileSync(main, 'utf8')}`);
  }
}

/** Writes the archive with its checksums and its signature into the folder, and returns its name. */
export async function writeArchive(folder: string, release: TestRelease): Promise<string> {
  const name = `belfry-${release.version}`;
  const file = join(folder, `${name}-${release.platform ?? here}.tar.xz`);
  await writeInstallation(join(folder, name), release);
  pack(folder, name, { file, time: 1_800_000_000, level: '-0' });
  rmSync(join(folder, name), { recursive: true });
  signSums(folder, release.key);
  return file;
}

/** Lists all archives of the folder in its SHA256SUMS. */
export function signSums(folder: string, key: SecretKey | undefined): void {
  const files = readdirSync(folder).filter((file) => file.endsWith('.tar.xz'));
  const sums = listSums(folder, files.sort());
  writeFileSync(join(folder, 'SHA256SUMS'), sums);
  if (key) writeFileSync(join(folder, 'SHA256SUMS.minisig'), signText(Buffer.from(sums), key, 'a test'));
}

/** The list of migrations in the code of the build. */
const MIGRATIONS = /var migrations = \{[^}]*(?=\s\};)/;

function addToMigrations(server: string, entry: string): void {
  const assets = join(server, 'assets');
  for (const name of readdirSync(assets)) {
    const file = join(assets, name);
    const text = readFileSync(file, 'utf8');
    if (!MIGRATIONS.test(text)) continue;
    const changed = text.replace(MIGRATIONS, (list) => `${list}, ${entry}`);
    writeFileSync(file, changed);
    return;
  }
  throw new Error('No file of the build has the list of migrations.');
}
