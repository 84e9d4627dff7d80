import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { typeCommand } from '../tests/operator.ts';
import { loadCommands } from './run-belfry.ts';

const commands = await loadCommands();

test('--help lists every command and describes it', async () => {
  for (const args of [['--help'], ['-h'], ['help']]) {
    const { code, printed } = await typeCommand(args);
    expect(code).toBe(0);
    for (const { name, summary } of commands)
      expect(printed.join('\n')).toContain(`${name}`.padEnd(12) + summary);
  }
});

test('there are commands to run, fill, back up, restore and move a town', () => {
  expect(commands.map((command) => command.name)).toEqual([
    'start',
    'migrate',
    'admin',
    'demo',
    'move-in',
    'import',
    'export',
    'notice',
    'sources',
    'newsletter',
    'backup',
    'restore',
    'hand-over',
    'freeze',
    'migrate-to',
    'verify',
    'proof-key',
    'doctor',
    'upgrade',
    'rollback',
    'completion',
  ]);
});

test('without arguments the help is shown, with the exit code of a usage error', async () => {
  const { code, printed } = await typeCommand([]);
  expect(code).toBe(2);
  expect(printed[0]).toContain('Usage');
});

test.each(commands.map((command) => command.name))(
  '%s --help says how it is used and changes nothing',
  async (name) => {
    // A data folder that can't exist: any access to it would fail.
    const environment = { BELFRY_DATA: '/dev/null/data' };
    for (const flag of ['--help', '-h']) {
      const { code, printed, complained } = await typeCommand([name, flag], { environment });
      expect({ code, complained }).toEqual({ code: 0, complained: [] });
      expect(printed[0]).toContain(`Usage: npm run belfry -- ${name}`);
    }
  },
);

test.each([
  [['publish'], "There is no command 'publish'."],
  [['--verbose'], "There is no command '--verbose'."],
  [['migrate', '--force'], "Unknown option '--force'."],
  [['import', '--collection'], "Option '--collection <value>' argument missing."],
  [['import', '--dry-run=yes', 'a.json'], "Option '--dry-run' does not take an argument."],
  [['import', 'a.json', '--collection', 'recipes'], "There is no collection 'recipes'."],
  [['import'], 'Give the files to import.'],
  [['sources'], "Type 'sources' with add, list, refresh, remove or preview."],
  [['sources', 'preview'], 'Give the files, folders or addresses to read.'],
  [['sources', 'preview', 'a.xml', '--zone', 'Mars/Olympus'], "There is no time zone 'Mars/Olympus'."],
  [['sources', 'preview', 'a.xml', '--from', 'soon'], "--from must be a date or a time, not 'soon'."],
  [
    ['sources', 'preview', 'a.xml', '--from', '2026-12-01', '--to', '2026-11-01'],
    '--to must be later than --from.',
  ],
  [['demo', 'remove'], "'demo' does not accept 'remove'."],
  [['admin'], "Type 'admin create EMAIL'"],
  [['admin', 'delete', 'me@example.org'], "Type 'admin create EMAIL'"],
])('%j is misuse: one line, exit code 2', async (args, line) => {
  const { code, printed, complained } = await typeCommand(args);
  expect({ code, printed }).toEqual({ code: 2, printed: [] });
  expect(complained).toHaveLength(1);
  expect(complained[0]).toContain(line);
  expect(complained[0]).not.toContain('\n');
});

test.each(['migrate', 'demo', 'import'])(
  '%s with a wrong setting fails with the one line that the start gives',
  async (name) => {
    const args = name === 'import' ? [name, 'articles.json'] : [name];
    const { code, complained } = await typeCommand(args, { environment: { PORT: 'eighty' } });
    expect(code).toBe(1);
    expect(complained).toEqual([
      'PORT must be a whole number from 0 to 65535, not "eighty". Example: PORT=8080',
    ]);
  },
);

test("a data folder that can't be created is one line without a stack trace", async () => {
  const { code, complained } = await typeCommand(['migrate'], {
    environment: { BELFRY_DATA: '/dev/null/data' },
  });
  expect(code).toBe(1);
  expect(complained).toHaveLength(1);
  expect(complained[0]).not.toMatch(/\n|\bat .+:\d+/);
});

test('an unreachable PostgreSQL is one line without its password', async () => {
  const environment = {
    DATABASE_URL: 'postgres://belfry:hunter2@127.0.0.1:1/belfry',
    BELFRY_SECRET: 'a secret that is only good for tests',
  };
  const { code, complained } = await typeCommand(['migrate'], { environment });
  expect(code).toBe(1);
  expect(complained.join('\n')).toMatch(/^PostgreSQL does not respond[^\n]*$/);
  expect(complained.join('\n')).not.toContain('hunter2');
});

test.each(['--version', '-v', 'version'])('%s prints the version of the package', async (word) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(await typeCommand([word])).toEqual({ code: 0, printed: [`Belfry ${version}`], complained: [] });
});
