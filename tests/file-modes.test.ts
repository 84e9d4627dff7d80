/** Files of the process are readable by their owner only. */
import { spawn } from 'node:child_process';
import { chmodSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildIfStale } from '../scripts/build-if-stale.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

await buildIfStale();

/** Starts the server with a permissive umask, until it is ready or has ended; then ends it. */
function startWithOpenMask(dataFolder: string): Promise<{ code: number | null; said: string }> {
  const environment = { PATH: process.env.PATH, PORT: '0', BELFRY_DATA: dataFolder, BELFRY_DEMO: '0' };
  const command = `umask 000; exec '${process.execPath}' build/server/main.js`;
  const server = spawn('sh', ['-c', command], { cwd: root, env: environment });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk;
      if (said.includes('Create the administrator')) server.kill('SIGTERM');
    });
  return new Promise((resolve) => server.once('close', (code) => resolve({ code, said })));
}

test.skipIf(process.platform === 'win32')(
  'R-67 files are 0600 and folders 0700 whatever the umask; a secret that others can read prevents startup',
  async () => {
    const dataFolder = join(await mkdtemp(join(tmpdir(), 'belfry-modes-')), 'data');
    expect((await startWithOpenMask(dataFolder)).code).toBe(0);
    expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
    const made = readdirSync(dataFolder, { recursive: true, encoding: 'utf8' });
    expect(made).toContain('secret');
    for (const name of made) expect([name, statSync(join(dataFolder, name)).mode & 0o077]).toEqual([name, 0]);
    chmodSync(join(dataFolder, 'secret'), 0o644);
    const refused = await startWithOpenMask(dataFolder);
    expect([refused.code, refused.said]).toEqual([
      1,
      expect.stringMatching(
        /^\S*secret contains the signing secret, and other users can read it\. Run: chmod 600 \S+\n$/,
      ),
    ]);
    rmSync(join(dataFolder, '..'), { recursive: true });
  },
  60_000,
);
