/** A new version is built under a running site. */
import { readFileSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { requestBackup } from '#app/moving/backup/backup-settings.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import description from '../package.json' with { type: 'json' };
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { openBuiltSite } from './built-site.ts';
import { openCheckout } from './checkout.ts';
import { longTest } from './long-test.ts';
import { until } from './until.ts';

const BUILD = "const { buildIfStale } = await import('./scripts/build-if-stale.mjs'); await buildIfStale();";

/** Makes a copy of the real build with its own asset, and stops halfway until it may finish. */
const BUILDER = `
const fs = require('node:fs');
const { BUILD_FOLDER, REAL, NAME } = process.env;
fs.cpSync(REAL, BUILD_FOLDER, { recursive: true, filter: (file) => !file.endsWith('.fingerprint') });
fs.writeFileSync(BUILD_FOLDER + '/client/assets/only-' + NAME + '.css', 'a{}'.repeat(1000));
fs.writeFileSync('half-' + NAME, '');
while (!fs.existsSync('finish-' + NAME)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
`;

await buildIfStale();

longTest('a backup in the middle of an update is made by the version that runs, and not by the files of the next one', async () => {
  using checkout = openCheckout();
  const REAL = realpathSync(fileURLToPath(new URL('../build', import.meta.url)));
  checkout.write('node_modules/@react-router/dev/bin.cjs', BUILDER);
  checkout.write('finish-one', '');
  checkout.write('package.json', '{ "type": "module", "version": "0.0.1" }');
  expect(checkout.run(BUILD, { REAL, NAME: 'one' }).code).toBe(0);
  const site = await openBuiltSite({ project: checkout.folder, environment: { BELFRY_DEMO: '0' } });
  // The next version is pulled.
  checkout.write('package.json', '{ "type": "module", "version": "99.0.0" }');
  checkout.write('commands/belfry.ts', "throw new Error('the next version');");
  const database = openDatabase({ dataFolder: site.dataFolder });
  await requestBackup(database.write, { at: Date.now() });
  await database.close();
  const { value: file } = await until('the backup', async () => (await listBackupFiles(site.dataFolder))[0]);
  const [, madeBy] = /"madeBy": ?"([^"]+)"/.exec(readFileSync(file.file, 'latin1')) ?? [];
  expect(madeBy).toBe(description.version);
  expect(await site.stop()).toBe(0);
  expect(site.output()).not.toContain('the next version');
}, ['scripts', 'app/moving/backup']);

longTest('during and after a build the running site keeps its files, and the next version has the files of pages served before', async () => {
  using checkout = openCheckout();
  const REAL = realpathSync(fileURLToPath(new URL('../build', import.meta.url)));
  checkout.write('package.json', '{ "type": "module" }');
  checkout.write('node_modules/@react-router/dev/bin.cjs', BUILDER);
  checkout.write('finish-one', '');
  expect(checkout.run(BUILD, { REAL, NAME: 'one' }).code).toBe(0);

  const environment = { BELFRY_DEMO: '0' };
  const site = await openBuiltSite({ project: checkout.folder, environment });
  const statusOf = async (path: string) => (await fetch(site.url + path)).status;
  const expectServed = async () => {
    for (const path of ['/', '/events', '/login', '/assets/only-one.css', '/favicon.svg'])
      expect([path, await statusOf(path)]).toEqual([path, 200]);
  };
  await expectServed();
  checkout.write('app/root.tsx', 'export const version = 2;');
  const built = checkout.runBeside(BUILD, { REAL, NAME: 'two' });
  await until('the build to be under way', () => checkout.exists('half-two'));
  await expectServed();
  expect(await statusOf('/assets/only-two.css')).toBe(200);
  checkout.write('finish-two', '');
  expect(await built).toBe(0);
  await expectServed();
  expect(await site.stop()).toBe(0);

  const next = await openBuiltSite({ project: checkout.folder, environment });
  for (const path of ['/', '/assets/only-one.css', '/assets/only-two.css'])
    expect([path, (await fetch(next.url + path)).status]).toEqual([path, 200]);
  for (const path of ['/assets/only-three.css', '/assets/only-one.css.br', '/assets/.x'])
    expect([path, (await fetch(next.url + path)).status]).toEqual([path, 404]);
  expect(await next.stop()).toBe(0);
}, ['scripts', 'server']);
