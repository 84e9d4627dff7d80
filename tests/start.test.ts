/** The process from outside: how it starts, what stops a start, how it ends. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { memoryFlags, memorySettings } from '../scripts/memory.mjs';
import { openBuiltSite } from './built-site.ts';
import { withSqlite } from './each-database.ts';
import { findFreePort } from './free-port.ts';
import { longTest } from './long-test.ts';
import { typeCommand } from './operator.ts';
import { listChildren, listsProcesses } from './process-tree.ts';
import { until } from './until.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

await buildIfStale();

type Ended = { code: number | null; said: string };

/** Starts the server with settings that must stop it, and returns its output. */
async function startInVain(environment: Record<string, string>): Promise<Ended> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, PORT: '0', BELFRY_DATA: '/dev/null/none', ...environment };
  const server = spawn(process.execPath, ['build/server/main.js'], { cwd: root, env });
  let said = '';
  for (const stream of [server.stdout, server.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => server.once('close', (code) => resolve({ code, said })));
}

function expectOneLine({ code, said }: Ended, line: RegExp): void {
  expect(code).toBe(1);
  expect(said).toMatch(/^[^\n]+\n$/);
  expect(said).toMatch(line);
}

test('the first start creates the data folder, loads the sample town and prints the address and the set-up link', async () => {
  const site = await openBuiltSite({ environment: { FETCH_ALLOW: '10.0.0.5:80' } });
  expect(site.output()).toMatch(new RegExp(`^Belfry is ready: ${site.url}$`, 'm'));
  expect(site.output()).toMatch(/^FETCH_ALLOW: .* private addresses .*: 10\.0\.0\.5:80$/m);
  expect(site.setupLink).toMatch(new RegExp(`^${site.url}/setup\\?token=[\\w-]{40,}$`));
  expect(statSync(site.dataFolder).mode & 0o777).toBe(0o700);
  for (const file of ['belfry.db', 'secret'])
    expect(statSync(join(site.dataFolder, file)).mode & 0o077).toBe(0);
  const news: { items: unknown[] } = await (await fetch(`${site.url}/api/v1/news`)).json();
  expect(news.items).toHaveLength(10);
  expect(await site.stop()).toBe(0);
});

longTest('in production the set-up link is not in the log, but in a file that only the site can read, until there is an administrator', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const environment = { NODE_ENV: 'production', HOST: '127.0.0.1', BELFRY_DEMO: '0', LOG_LEVEL: 'debug' };
  const site = await openBuiltSite({ dataFolder, environment });
  const file = join(dataFolder, 'setup-link');
  await until('the link', () => site.output().includes(`see the file ${file}`));
  expect(site.output()).not.toMatch(/token=|\/setup\?/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const link = readFileSync(file, 'utf8').trim();
  expect(await (await fetch(link)).text()).toContain('Site title');
  expect(await site.stop()).toBe(0);
  expect(site.output()).not.toContain(URL.parse(link)?.searchParams.get('token'));
  const administrator = {
    BELFRY_ADMIN_EMAIL: 'editor@example.org',
    BELFRY_ADMIN_PASSWORD: 'twelve or more of them',
  };
  const next = await openBuiltSite({ dataFolder, environment: { ...environment, ...administrator } });
  await until('the file to be gone', () => !existsSync(file));
  expect(await next.stop()).toBe(0);
  await rm(dataFolder, { recursive: true });
}, ['server', 'scripts']);

longTest('a second start on the same data adds no sample town to a database that has been used', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const first = await openBuiltSite({ dataFolder, environment: { BELFRY_DEMO: '0' } });
  expect(await first.stop()).toBe(0);
  const second = await openBuiltSite({ dataFolder });
  const news: { items: unknown[] } = await (await fetch(`${second.url}/api/v1/news`)).json();
  expect(news.items).toEqual([]);
  expect(await second.stop()).toBe(0);
  await rm(dataFolder, { recursive: true });
}, ['server', 'scripts', 'commands/sample-town']);

test('if the environment names the administrator, no set-up link is printed', async () => {
  const environment = {
    BELFRY_ADMIN_EMAIL: 'editor@example.org',
    BELFRY_ADMIN_PASSWORD: 'twelve or more of them',
    BELFRY_DEMO: '0',
  };
  const site = await openBuiltSite({ environment });
  expect(site.setupLink).toBeUndefined();
  expect(site.output()).not.toContain('twelve or more');
  expect(await site.stop()).toBe(0);
});

longTest('BELFRY_ADMIN_EMAIL alone does not replace the administrator: startup warns, the doctor says who it is, a command confirms', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const BELFRY_ADMIN_PASSWORD = 'twelve or more of them';
  const start = async (BELFRY_ADMIN_EMAIL: string, more: Record<string, string> = {}) => {
    const site = await openBuiltSite({
      dataFolder,
      environment: { BELFRY_DEMO: '0', BELFRY_ADMIN_EMAIL, ...more },
    });
    expect(await site.stop()).toBe(0);
    return site.output();
  };
  const type = (args: string[], BELFRY_ADMIN_EMAIL: string) =>
    typeCommand(args, {
      environment: { BELFRY_DATA: dataFolder, BELFRY_ADMIN_EMAIL },
      secrets: [BELFRY_ADMIN_PASSWORD],
    });
  const asked = 'names another administrator than before';
  // Nobody loses the role as long as nobody has verified the first address.
  expect(await start('nobody@example.org')).not.toContain(asked);
  expect(await start('first@example.org', { BELFRY_ADMIN_PASSWORD })).not.toContain(asked);

  const changed = await start('next@example.org', { BELFRY_ADMIN_PASSWORD });
  expect(changed).toMatch(
    /^Warning: BELFRY_ADMIN_EMAIL names another administrator than before, .* admin create ADDRESS --replace\. To undo it,/m,
  );
  expect(changed).not.toMatch(/(first|next)@example/);
  const told = (await type(['doctor'], 'next@example.org')).printed.join('\n');
  expect(told).toMatch(
    /^warning +BELFRY_ADMIN_EMAIL names next@example\.org, so first@example\.org has lost the role .* admin create next@example\.org --replace\. To undo it, set BELFRY_ADMIN_EMAIL=first@example\.org/m,
  );
  const undone = (await type(['doctor'], 'first@example.org')).printed.join('\n');
  expect(undone).not.toContain('has lost the role');

  const confirmed = await type(['admin', 'create', 'next@example.org', '--replace'], 'next@example.org');
  expect(confirmed.printed).toContain('first@example.org is no longer the administrator.');
  expect((await type(['doctor'], 'next@example.org')).printed.join('\n')).not.toContain('has lost the role');
  expect(await start('next@example.org')).not.toContain(asked);
  await rm(dataFolder, { recursive: true });
}, ['server', 'scripts', 'app/people/accounts']);

test('a wrong setting prevents startup with one line', async () => {
  expectOneLine(
    await startInVain({ BELFRY_WORKERS: 'many' }),
    /^BELFRY_WORKERS must be .* Example: BELFRY_WORKERS=2/,
  );
});

test("a data folder that can't be created prevents startup with one line", async () => {
  expectOneLine(await startInVain({}), /data folder|BELFRY_DATA|permission/i);
});

test('a port in use prevents startup with one line that suggests another', async () => {
  await withSqlite(async ({ location }) => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const dataFolder = 'dataFolder' in location ? location.dataFolder : '';
    const ended = await startInVain({ PORT: String(port), BELFRY_DATA: dataFolder, BELFRY_DEMO: '0' });
    expectOneLine(ended, new RegExp(`^Port ${port} .* is already in use\\..*PORT=${port + 1}`));
    await new Promise((resolve) => taken.close(resolve));
  });
});

test('an unreachable PostgreSQL prevents startup with one line without its password', async () => {
  const DATABASE_URL = `postgres://belfry:hunter2@127.0.0.1:${await findFreePort()}/belfry`;
  const ended = await startInVain({ DATABASE_URL, BELFRY_SECRET: 'a secret that is only good for tests' });
  expectOneLine(ended, /^PostgreSQL does not respond/);
  expect(ended.said).not.toContain('hunter2');
});

test('SIGTERM lets a running request finish, refuses new ones, and ends with code 0', async () => {
  const site = await openBuiltSite({ environment: { BELFRY_DEMO: '0' } });
  const body = 'theme=dark';
  const headers = {
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    Origin: site.url,
  };
  const running = request(`${site.url}/preferences/theme`, { method: 'POST', headers, agent: false });
  const answer = new Promise<number | undefined>((resolve, reject) => {
    running.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
  });
  await new Promise((resolve) => running.write(body.slice(0, 5), resolve));
  // Once another request has a response, the first half has arrived as well.
  expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
  const ended = site.stop();
  await untilRefused(`${site.url}/healthz`);
  running.end(body.slice(5));
  expect(await answer).toBe(303);
  expect(await ended).toBe(0);
});

async function untilRefused(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { headers: { Connection: 'close' } }).catch(() => undefined);
    if (!answer) return;
  }
}

const settings = Object.entries(memorySettings).map(([name, value]) => `${name}=${value}`);

/** The process at the end of a chain: a shell or an older Node may be between npm and the server. */
/** The server. The shell below it starts the processes that read documents. */
function findServer(pid: number): number {
  const [child] = listChildren(pid).filter(
    (each) => !/^(\/bin\/)?sh$/.test(readWords(each, 'cmdline')[0] ?? '') || listChildren(each).length > 0,
  );
  return child ? findServer(child) : pid;
}

function readWords(pid: number, file: 'environ' | 'cmdline'): string[] {
  return readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0');
}

test("the systemd service and the wrapper limit the server's memory like npm start", () => {
  for (const file of ['docs/hosting.md', 'scripts/belfry'])
    for (const bound of [...settings, ...memoryFlags])
      expect(readFileSync(join(root, file), 'utf8')).toContain(bound);
});

test.skipIf(process.platform === 'win32')(
  'npm start bounds the memory of the server, passes SIGTERM on, exits with code 0 and leaves nothing running',
  async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
    const port = await findFreePort();
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, PORT: String(port), BELFRY_DATA: dataFolder, BELFRY_DEMO: '0' };
    const npm = spawn('npm', ['start'], { cwd: root, env });
    const exited = new Promise((resolve) => npm.once('exit', resolve));
    await new Promise<void>((resolve) => {
      let said = '';
      npm.stdout.setEncoding('utf8').on('data', (chunk) => {
        said += chunk;
        if (said.includes('Belfry is ready')) resolve();
      });
    });
    if (listsProcesses) {
      const server = findServer(npm.pid ?? 0);
      expect(readWords(server, 'environ')).toEqual(expect.arrayContaining(settings));
      expect(readWords(server, 'cmdline')).toEqual(expect.arrayContaining(memoryFlags));
    }
    npm.kill('SIGTERM');
    expect(await exited).toBe(0);
    await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    await rm(dataFolder, { recursive: true });
  },
);

longTest("a site without the sample town starts without its names, and set-up asks for the site's own", async () => {
  const site = await openBuiltSite({ environment: { BELFRY_DEMO: '0' } });
  for (const path of [
    '/articles',
    '/news',
    '/about',
    '/contact',
    '/privacy-policy',
    '/subscribe',
    '/setup',
  ]) {
    const page = await (await fetch(site.url + path)).text();
    expect(page).not.toMatch(/Maple Hollow|Vermont|owner@example\.org|undefined/);
    expect(page).toContain('Community News');
  }
  const setup = site.setupLink ?? '';
  expect(await (await fetch(setup)).text()).toContain('Site title');
  const send = (fields: Record<string, string>) =>
    fetch(setup, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: site.url },
      body: new URLSearchParams({ email: 'ed@example.org', password: 'twelve or more of them', ...fields }),
    });
  const names = {
    title: 'Elm Falls Post',
    town: 'Elm Falls',
    state: 'Ohio',
    contactEmail: 'desk@elm.example',
  };
  const refused = await send({ ...names, timeZone: 'Ohio time' });
  expect(refused.status).toBe(400);
  const shown = await refused.text();
  expect(shown).toContain('Enter an IANA time zone');
  for (const typed of [...Object.values(names), 'Ohio time', 'ed@example.org'])
    expect(shown).toContain(`value="${typed}"`);
  const made = await send({ ...names, timeZone: 'America/New_York' });
  expect([made.status, made.headers.get('Location')]).toEqual([303, '/admin']);
  const page = await (await fetch(`${site.url}/contact`)).text();
  for (const name of ['Elm Falls Post', 'Elm Falls, Ohio', 'desk@elm.example']) expect(page).toContain(name);
  expect(await site.stop()).toBe(0);
}, ['server', 'scripts', 'app/town']);

longTest('a data folder without its database prevents startup and commands, with a question', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const first = await openBuiltSite({ dataFolder, environment: { BELFRY_DEMO: '0' } });
  expect(await first.stop()).toBe(0);
  await rm(join(dataFolder, 'belfry.db'));
  expectOneLine(
    await startInVain({ BELFRY_DATA: dataFolder }),
    /contains the secret of a town, but the database is missing\. To restore the town, run: .*restore FILE\. To start with an empty one, set BELFRY_START_EMPTY=1/,
  );
  // As after a copy that failed, of the database or of both, the secret last.
  await writeFile(join(dataFolder, 'belfry.db'), '');
  for (const minutes of [0, -1]) {
    const at = new Date(Date.now() + minutes * 60_000);
    await utimes(join(dataFolder, 'belfry.db'), at, at);
    const secretAt = minutes === 0 ? new Date(at.getTime() - 60_000) : new Date();
    await utimes(join(dataFolder, 'secret'), secretAt, secretAt);
    expectOneLine(
      await startInVain({ BELFRY_DATA: dataFolder }),
      /contains the secret of a town, but the database is empty\. To restore the town/,
    );
  }
  const backup = join(dataFolder, 'backups', 'belfry-20261120T031700Z-scheduled.belfry');
  await mkdir(join(dataFolder, 'backups'));
  await writeFile(backup, '');
  const { code, complained } = await typeCommand(['migrate'], { environment: { BELFRY_DATA: dataFolder } });
  expect([code, complained.join()]).toEqual([1, expect.stringContaining(`restore ${backup}. To start`)]);
  const again = await openBuiltSite({
    dataFolder,
    environment: { BELFRY_DEMO: '0', BELFRY_START_EMPTY: '1', BELFRY_WORKER: '2' },
  });
  expect(again.output()).toContain(
    'Warning: There is no setting BELFRY_WORKER, so it has no effect. Did you mean BELFRY_WORKERS?',
  );
  expect(await again.stop()).toBe(0);
  await rm(dataFolder, { recursive: true });
}, ['server', 'scripts', 'app/platform/storage']);
