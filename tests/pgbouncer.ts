import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from './free-port.ts';
import { unprivilegedAccount } from './postgres.ts';

/** Debian's location; undefined when it is not installed. */
export const pgbouncer: string | undefined = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync);

export type RunningPooler = AsyncDisposable & { url: string };

/** Starts PgBouncer in transaction mode in front of a database's server; `url` is that database through it. */
export async function openPgbouncer(databaseUrl: string): Promise<RunningPooler> {
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'belfry-pgbouncer-'));
  const port = await findFreePort();
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 3',
    'max_client_conn = 200',
  ];
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`, { mode: 0o644 });
  const pooler = spawn(pgbouncer ?? 'pgbouncer', [join(folder, 'pgbouncer.ini')], {
    ...unprivilegedAccount(),
  });
  await untilUp(pooler);
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    [Symbol.asyncDispose]: async () => {
      const exited = new Promise((resolve) => pooler.once('exit', resolve));
      pooler.kill('SIGTERM');
      pooler.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function untilUp(pooler: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    pooler.stderr?.on('data', (chunk) => {
      log += chunk;
      if (log.includes('process up')) resolve();
    });
    pooler.once('error', reject);
    pooler.once('exit', () => reject(new Error(`PgBouncer did not start:\n${log}`)));
  });
}
