/** A site that was started by hand from a checkout becomes that of a release, and the other way round when that fails. */
import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { findFolderHolder } from '#app/platform/database/data-folder-lock.server.ts';
import { findFreePort } from '../../tests/free-port.ts';
import { writeArchive } from '../../tests/release-archive.ts';
import { isDeep } from '../../tests/rounds.ts';
import { until } from '../../tests/until.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parent = mkdtempSync(join(tmpdir(), 'belfry-checkout-'));
const folder = join(parent, 'belfry');
const archives = join(parent, 'archives');

afterAll(() => rmSync(parent, { recursive: true, force: true }));

/** The sources, and the build of them. */
function copyCheckout(): void {
  for (const name of ['app', 'commands', 'server', 'scripts', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(realpathSync(join(root, 'build')), join(folder, '.builds', 'one'), { recursive: true });
  symlinkSync(join('.builds', 'one'), join(folder, 'build'));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
}

type Site = { child: ChildProcess; said: () => string };

function start(env: Record<string, string>): Site {
  const child = spawn(process.execPath, ['build/server/main.js'], { cwd: folder, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return { child, said: () => text };
}

function run(args: string[], env: Record<string, string>): Promise<{ code: number | null; said: string }> {
  const child = spawn(join(folder, 'scripts', 'belfry'), args, { cwd: parent, env });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said += part;
    });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

// It takes a copy of the sources, whose compilation no other test shares.
test.runIf(isDeep(import.meta.url))(
  'a checkout is upgraded to a release, in the terminal where it was started',
  async () => {
    copyCheckout();
    mkdirSync(archives);
    const good = await writeArchive(archives, { version: '9.1.0' });
    const bad = await writeArchive(archives, { version: '9.0.0', onStart: 'process.exit(3)' });
    const { PATH = '', HOME = '' } = process.env;
    const port = String(await findFreePort());
    const dataFolder = join(folder, 'data');
    const settings = { PORT: port, BELFRY_DATA: dataFolder, BELFRY_DEMO: '0', BELFRY_ENV_FILE: '/dev/null' };
    const env = { PATH, HOME, NODE_COMPILE_CACHE: join(parent, 'compiled'), LOG_LEVEL: 'warn', ...settings };
    const { child, said } = start(env);
    const holder = () => findFolderHolder(dataFolder);
    await until('the site', () => said().includes('Belfry is ready'));
    const { version } = holder() ?? {};

    expect(await run(['upgrade', good, '--yes'], env)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/has no key to check the signature with/),
    });
    const failed = await run(['upgrade', bad, '--unsigned', '--yes', '--wait', '2'], env);
    expect([failed.code, failed.said]).toEqual([
      1,
      expect.stringMatching(/The site is running the checkout again/),
    ]);
    expect([holder()?.version, existsSync(join(folder, 'current'))]).toEqual([version, false]);

    const { code, said: line } = await run(['upgrade', good, '--unsigned', '--yes'], env);
    expect([code, line]).toEqual([0, expect.stringMatching(/The site is running Belfry 9\.1\.0\.\n/)]);
    expect(line).toMatch(/To go back: stop the site and delete \S+current\. Then start it as before\.\n$/);
    expect(holder()?.version).toBe('9.1.0');
    expect((await run(['--version'], env)).said).toBe('Belfry 9.1.0\n');
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    expect(await ended).toBe(0);

    // As before the upgrade, it is started from the checkout, which starts the release.
    const again = start(env);
    await until('the site', () => again.said().includes('Belfry is ready'));
    expect(holder()?.version).toBe('9.1.0');
    again.child.kill('SIGTERM');
    await new Promise((resolve) => again.child.once('exit', resolve));
  },
);
