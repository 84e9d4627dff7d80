import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { openSecret } from './secret.server.ts';

test('The secret is created once in the data folder, readable by its owner only', () => {
  using folder = temporaryFolder();
  const settings = readSettings({ BELFRY_DATA: join(folder.path, 'data') });
  const secret = openSecret(settings);
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  expect(openSecret(settings)).toBe(secret);
  expect(readdirSync(settings.dataFolder)).toEqual(['secret']);
  expect(statSync(join(settings.dataFolder, 'secret')).mode & 0o777).toBe(0o600);
  expect(statSync(settings.dataFolder).mode & 0o777).toBe(0o700);
});

test('A configured secret is used unchanged, and no file is created', () => {
  using folder = temporaryFolder();
  const secret = 'x'.repeat(32);
  expect(openSecret(readSettings({ BELFRY_DATA: folder.path, BELFRY_SECRET: secret }))).toBe(secret);
  expect(readdirSync(folder.path)).toEqual([]);
});

test('A secret that others can read, or a damaged one, prevents startup with one line', () => {
  using folder = temporaryFolder();
  const settings = readSettings({ BELFRY_DATA: folder.path });
  const file = join(folder.path, 'secret');
  writeFileSync(file, 'short');
  chmodSync(file, 0o644);
  expect(() => openSecret(settings)).toThrow(`Run: chmod 600 ${file}`);
  chmodSync(file, 0o600);
  expect(() => openSecret(settings)).toThrow('is damaged');
});

function temporaryFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'belfry-secret-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}
