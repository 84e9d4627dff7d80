/** The command `belfry` on a host, as typed there. */
import { spawnSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hasWrapper } from '#app/platform/command-line/command-line.ts';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { longTest } from '../tests/long-test.ts';
import { isDeep } from '../tests/rounds.ts';

type Host = Disposable & {
  folder: string;
  belfry: (args: string[], environment?: Record<string, string>) => { code: number | null; said: string };
};

/** A folder with a link to the wrapper, the settings file of a service, and its data folder. */
function openHost(settings: string): Host {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-host-'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(join(projectFolder, 'scripts', 'belfry'), join(folder, 'bin', 'belfry'));
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  writeFileSync(join(folder, 'belfry.env'), `BELFRY_DATA=${join(folder, 'data')}\n${settings}`);
  return {
    folder,
    belfry(args, environment = {}) {
      const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
      const env = {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        BELFRY_ENV_FILE: join(folder, 'belfry.env'),
        ...environment,
      };
      const { status, stdout, stderr } = spawnSync(join(folder, 'bin', 'belfry'), args, {
        cwd: folder,
        env,
        encoding: 'utf8',
      });
      return { code: status, said: stdout + stderr };
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Each call is a process of its own. */
const someCalls = (calls: string[][]) => calls.filter((_, at) => isDeep(import.meta.url) || at % 5 === 0);

test("the wrapper reads the service's settings, and messages name the wrapper", () => {
  using host = openHost('MAIL_FROM=Your Town & Friends <not an address>\n');
  expect(host.belfry(['doctor', '--help']).said).toMatch(/^Usage: belfry doctor/);
  expect(host.belfry(['publish']).said).toMatch(/See: belfry --help\n$/);
  expect(host.belfry(['migrate']).said).toMatch(/^MAIL_FROM must be an email address/);
});

longTest('the wrapper keeps the current folder, and variables of the command line take precedence', async () => {
  using host = openHost('');
  expect(host.belfry(['migrate']).code).toBe(0);
  expect(existsSync(join(host.folder, 'data', 'belfry.db'))).toBe(true);
  expect(host.belfry(['backup', '--to', 'here.belfry']).code).toBe(0);
  expect(existsSync(join(host.folder, 'here.belfry'))).toBe(true);
  expect(host.belfry(['restore', 'here.belfry'], { BELFRY_DATA: 'drill' }).said).toContain(
    'Restored the town',
  );
  expect(existsSync(join(host.folder, 'drill', 'belfry.db'))).toBe(true);
}, ['scripts', 'app/platform/command-line']);

test.skipIf(process.getuid?.() !== 0)('root works as the owner of the data folder', () => {
  using host = openHost('');
  const [nobody, nogroup] = [65534, 65534];
  // Only root can read the folder above.
  spawnSync('chmod', ['755', host.folder]);
  chownSync(join(host.folder, 'data'), nobody, nogroup);
  expect(host.belfry(['migrate'])).toMatchObject({ code: 0 });
  expect(statSync(join(host.folder, 'data', 'belfry.db')).uid).toBe(nobody);
});

test('without the settings file, the wrapper says in one line what to do', () => {
  using host = openHost('');
  const { code, said } = host.belfry(['doctor'], { BELFRY_ENV_FILE: join(host.folder, 'missing.env') });
  expect(code).toBe(1);
  expect(said).toMatch(/^The settings in \S+missing\.env cannot be read \(ENOENT\)\. [^\n]+\n$/);
});

test('messages name the wrapper only if it belongs to this project', () => {
  using host = openHost('');
  expect(hasWrapper([join(host.folder, 'bin')])).toBe(true);
  expect(hasWrapper([host.folder, '/nowhere'])).toBe(false);
  mkdirSync(join(host.folder, 'other'));
  writeFileSync(join(host.folder, 'other', 'belfry'), '#!/bin/sh\n', { mode: 0o755 });
  expect(hasWrapper([join(host.folder, 'other')])).toBe(false);
});

longTest(
  'for files that the owner of the data folder can’t use, root reads who needs them and where to put them',
  async (context) => {
    context.skip(process.getuid?.() !== 0);
    using host = openHost('');
    spawnSync('chmod', ['755', host.folder]);
    chownSync(join(host.folder, 'data'), 65534, 65534);
    expect(host.belfry(['migrate']).code).toBe(0);
    // Like /root.
    const own = join(host.folder, 'own');
    mkdirSync(own, { mode: 0o700 });
    for (const name of ['town.belfry', 'news.json', 'export.xml', 'key.txt'])
      writeFileSync(join(own, name), '[]');
    const file = (name: string) => join(own, name);
    const reading = [
      ['import', file('news.json')],
      ['move-in', file('export.xml')],
      ['move-in', file('news.json'), '--hash-config', file('key.txt')],
      ['restore', file('town.belfry')],
      ['restore', '--trial', file('town.belfry')],
      ['restore', join(host.folder, 'belfry.env'), '--identity', file('key.txt')],
      ['sources', 'preview', '--json', file('export.xml')],
    ];
    for (const args of someCalls(reading)) {
      const { code, said } = host.belfry(args);
      expect([args, said]).toEqual([
        args,
        expect.stringContaining('works as the user nobody, who has no permission'),
      ]);
      expect([args, said]).toEqual([args, expect.stringMatching(/install -o nobody -m 600 \S+ \S+\/data\//)]);
      expect([args, code !== 0 || args[0] === 'sources']).toEqual([args, true]);
    }
    const writing = [
      ['backup', '--to', file('new.belfry')],
      ['hand-over', file('new.belfry'), '--recipient', 'age1x'],
      ['export', file('records')],
      ['export', 'site', file('site')],
      ['export', 'csv', join(own, 'deep', 'tables')],
      ['migrate-to', `sqlite:${file('other')}`],
    ];
    for (const args of someCalls(writing)) {
      const { code, said } = host.belfry(args);
      expect([args, code, said]).toEqual([
        args,
        1,
        expect.stringContaining('works as the user nobody, who has no permission to write'),
      ]);
      expect(said).not.toMatch(/\.partial|BELFRY_DATA/);
    }
    // As the message says.
    const copied = join(host.folder, 'data', 'news.json');
    expect(spawnSync('install', ['-o', 'nobody', '-m', '600', file('news.json'), copied]).status).toBe(0);
    expect(host.belfry(['import', copied]).code).toBe(0);
  },
  ['scripts', 'app/platform/command-line'],
);
