import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findFreePort } from './free-port.ts';
import { type TestRelease, writeInstallation } from './release-archive.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { until } from './until.ts';

export type Ran = { code: number | null; said: string };

export type Running = { pid: number; said: () => string; ended: Promise<Ran> };

/** An unpacked release with a town, as on a host: everything is done by its launcher. */
export type Installation = AsyncDisposable & {
  folder: string;
  dataFolder: string;
  port: number;
  url: string;
  token: string;
  /** Another one: a restore ends all of them. */
  createToken: () => Promise<string>;
  /** The folders of versions, oldest first, and the one that the next start runs. */
  versions: () => string[];
  current: () => string;
  belfry: (args: string[], environment?: Record<string, string>) => Promise<Ran>;
  beside: (args: string[], environment?: Record<string, string>) => Running;
  /** Starts the site by hand and returns when it is ready. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** The status of /readyz; 0 without a response. */
  readiness: () => Promise<number>;
  /** From now on, all of it is on a disk of this size: `openSmallDisk`. `site` must not be running. */
  moveToSmallDisk: (mebibytes: number) => Promise<SmallDisk>;
  inDatabase: <Result>(work: (database: Database) => Promise<Result>) => Promise<Result>;
};

export async function openInstallation(release: TestRelease, databaseUrl?: string): Promise<Installation> {
  const parent = mkdtempSync(join(tmpdir(), 'belfry-host-'));
  // Like that of a person.
  const folder = join(parent, 'my town');
  const dataFolder = join(folder, 'data');
  const port = await findFreePort();
  await writeInstallation(folder, release);
  // Root runs the site as its owner.
  mkdirSync(dataFolder, { mode: 0o700 });
  let disk: SmallDisk | undefined;
  /** As this process sees the folder. */
  const seen = (name: string) => join(disk?.view ?? folder, name);
  const inDatabase: Installation['inDatabase'] = async (work) => {
    const database = openDatabase(databaseUrl ? { url: databaseUrl } : { dataFolder: seen('data') });
    return work(database).finally(() => database.close());
  };
  const createToken = () =>
    inDatabase(({ write }) => createApiToken(write, { name: 'w', scope: 'write', days: 1 }, Date.now()));
  await inDatabase(migrate);
  const token = await createToken();
  writeFileSync(join(folder, 'belfry.env'), settingsOf(port, databaseUrl));
  let site: Running | undefined;

  function beside(args: string[], environment: Record<string, string> = {}): Running {
    const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
    const env = { PATH, HOME, NODE_COMPILE_CACHE, ...environment };
    const [program = '', ...words] = [...(disk?.wrap ?? []), join(folder, 'belfry'), ...args];
    return collect(spawn(program, words, { cwd: tmpdir(), env, stdio: ['ignore', 'pipe', 'pipe'] }));
  }

  async function stop(): Promise<void> {
    if (!site) return;
    const { pid, ended } = site;
    site = undefined;
    // It may have ended by itself.
    if (isRunning(pid)) process.kill(pid, 'SIGTERM');
    await ended;
  }

  return {
    folder,
    dataFolder,
    port,
    url: `http://localhost:${port}`,
    token,
    createToken,
    versions: () =>
      readdirSync(seen('versions'))
        .filter((name) => !name.startsWith('.'))
        .sort(),
    current: () => basename(readlinkSync(seen('current'))),
    belfry: (args, environment) => beside(args, environment).ended,
    beside,
    async start() {
      const started = beside(['start']);
      site = started;
      const ended = started.ended.then(({ said }) => {
        throw new Error(`The site ended:\n${said}`);
      });
      await Promise.race([until('the site', () => started.said().includes('Belfry is ready')), ended]);
      ended.catch(() => undefined);
    },
    stop,
    readiness: () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    async moveToSmallDisk(mebibytes) {
      disk = await openSmallDisk(folder, mebibytes);
      return disk;
    },
    inDatabase,
    async [Symbol.asyncDispose]() {
      await stop();
      disk?.close();
      rmSync(parent, { recursive: true, force: true });
    },
  };
}

function settingsOf(port: number, databaseUrl: string | undefined): string {
  const settings = {
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: port,
    BELFRY_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'warn',
    ...(databaseUrl && { DATABASE_URL: databaseUrl, BELFRY_SECRET: 'a secret that is only good for tests' }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}

/** What the process says, and how it ends. */
export function collect(child: ChildProcess): Running {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  // The pipes stay open while children of it run.
  const ended = new Promise<Ran>((resolve) =>
    child.once('exit', (code) => setImmediate(() => resolve({ code, said: text }))),
  );
  return { pid: child.pid ?? 0, said: () => text, ended };
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
