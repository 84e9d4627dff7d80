import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FolderInUseError, findFolderHolder, lockDataFolder } from './data-folder-lock.server.ts';

function withFolder(body: (folder: string) => void | Promise<void>): () => Promise<void> {
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'belfry-lock-'));
    await Promise.resolve(body(folder)).finally(() => rmSync(folder, { recursive: true }));
  };
}

const module = new URL('./data-folder-lock.server.ts', import.meta.url).href;

/** A process that holds the folder until it is killed. */
function startHolder(folder: string) {
  const script = `import(${JSON.stringify(module)}).then(({ lockDataFolder }) => {
    lockDataFolder(${JSON.stringify(folder)}, 'a site');
    console.log('held');
    setInterval(() => undefined, 1000);
  });`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise<{ pid: number; kill: () => Promise<void> }>((resolve) =>
    child.stdout.once('data', () =>
      resolve({
        pid: child.pid ?? 0,
        kill: () => {
          child.kill('SIGKILL');
          return ended;
        },
      }),
    ),
  );
}

test(
  'F24 a data folder that one process has locked is refused to a second one, with one line that names the first',
  withFolder(async (folder) => {
    const first = await startHolder(folder);
    expect(() => lockDataFolder(folder, 'another site')).toThrow(FolderInUseError);
    expect(() => lockDataFolder(folder, 'another site')).toThrow(
      `The data folder ${folder} is in use by a site (process ${first.pid}). Stop it first, or choose another folder: BELFRY_DATA=…`,
    );
    expect(findFolderHolder(folder)).toMatchObject({ pid: first.pid, what: 'a site' });
    await first.kill();
  }),
);

test(
  'F24 kill -9 leaves no lock behind',
  withFolder(async (folder) => {
    const first = await startHolder(folder);
    await first.kill();
    expect(findFolderHolder(folder)).toBeUndefined();
    lockDataFolder(folder, 'the next site').release();
  }),
);

test(
  'a process can check a folder that it has locked itself, and keeps the lock until it releases it',
  withFolder((folder) => {
    const hold = lockDataFolder(folder, 'this test');
    expect(findFolderHolder(folder)).toMatchObject({ pid: process.pid, what: 'this test' });
    expect(() => lockDataFolder(folder, 'once more')).toThrow(FolderInUseError);
    const asked = execFileSync(process.execPath, [
      '-e',
      `import(${JSON.stringify(module)}).then((lock) => console.log(lock.findFolderHolder(${JSON.stringify(folder)}).what))`,
    ]);
    expect(asked.toString()).toBe('this test\n');
    hold.release();
    hold.release();
    expect(findFolderHolder(folder)).toBeUndefined();
  }),
);

test(
  'checking creates no file, and created files are readable only by their owner',
  withFolder((folder) => {
    expect(findFolderHolder(join(folder, 'none'))).toBeUndefined();
    expect(findFolderHolder(folder)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    lockDataFolder(join(folder, 'data'), 'this test').release();
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
  }),
);
