import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeOldMailFiles, writeMailFile } from './mail-folder.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 24 * 60 * 60 * 1000;

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-mail-'));
  await body(join(dataFolder, 'mail')).finally(() => rmSync(dataFolder, { recursive: true }));
}

test('R-57 an email file can be read by its owner only', async () => {
  await inFolder(async (folder) => {
    await writeMailFile(folder, 'a', Buffer.from('one'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'a.eml')).mode & 0o777).toBe(0o600);
    await writeMailFile(folder, 'a', Buffer.from('two'));
    expect(readdirSync(folder)).toEqual(['a.eml']);
  });
});

test('R-57 a folder that was open to others is closed', async () => {
  await inFolder(async (folder) => {
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    await writeMailFile(folder, 'a', Buffer.from('one'));
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });
});

test('R-57 email files are deleted after seven days, and nothing else is', async () => {
  await inFolder(async (folder) => {
    await removeOldMailFiles(folder, NOW);
    const ages = {
      'old.eml': 7 * DAY + 1,
      'cut.eml.part': 8 * DAY,
      'young.eml': 7 * DAY - 1000,
      'notes.txt': 90 * DAY,
    };
    mkdirSync(folder);
    for (const [name, age] of Object.entries(ages)) {
      writeFileSync(join(folder, name), '');
      utimesSync(join(folder, name), (NOW - age) / 1000, (NOW - age) / 1000);
    }
    await removeOldMailFiles(folder, NOW);
    expect(readdirSync(folder).sort()).toEqual(['notes.txt', 'young.eml']);
  });
});

test("A folder that can't be written is reported as a delivery problem", async () => {
  await inFolder(async (folder) => {
    writeFileSync(folder, 'a file in its place');
    await expect(writeMailFile(folder, 'a', Buffer.from(''))).rejects.toMatchObject({
      trouble: 'unwritable',
    });
  });
});
