import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { freezeTown } from '#app/platform/database/frozen-since.server.ts';
import { currentNotices } from '#app/town/notices/current-notices.ts';
import { listUnended } from '#app/town/notices/notice-store.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase } from '../tests/each-database.ts';
import { environmentOf, NOW, typeCommand } from '../tests/operator.ts';

const type = (t: TestDatabase, ...args: string[]) => typeCommand(args, { environment: environmentOf(t) });

const textsOf = async ({ database: { write } }: TestDatabase, now = NOW) =>
  currentNotices(await listUnended(write, now), now).current.map(({ text }) => text);

eachDatabase('notice puts one up, also on a frozen site, and ends it', async (t) => {
  await freezeTown(t.database.write, NOW);
  const { code, printed } = await type(
    t,
    'notice',
    'Boil water',
    '--ends',
    '6h',
    '--kind',
    'danger',
    '--email',
  );
  expect([code, printed[0], printed[2]]).toEqual([
    0,
    'Danger: Boil water',
    'The site is frozen, so it is not emailed.',
  ]);
  expect(await textsOf(t)).toEqual(['Boil water']);
  const [saved] = await listUnended(t.database.write, NOW);
  expect(saved).toMatchObject({ endsAt: NOW + 6 * 3_600_000, email: false, kind: 'danger' });
  expect((await type(t, 'notice', '--end', saved?.id ?? '')).printed).toEqual(['Ended: Boil water']);
  expect(await textsOf(t)).toEqual([]);
  expect((await type(t, 'notice', '--end', saved?.id ?? '')).code).toBe(0);
});

anyDatabase('notice says what is wrong, and puts nothing up', async (t) => {
  const cases: [string[], number, RegExp][] = [
    [['Snow'], 2, /--ends/],
    [['Snow', '--ends', 'soon'], 2, /--ends takes a time/],
    [['Snow', '--ends', '2020-01-01T08:00'], 2, /still to come/],
    [['Snow', 'tonight', '--ends', '6h'], 2, /one text in quotes/],
    [['Snow', '--ends', '6h', '--kind', 'bad'], 2, /--kind: Use one of danger/],
    [['Snow', '--ends', '6h', '--link', 'javascript:x'], 2, /--link: Enter a URL/],
    [['x'.repeat(281), '--ends', '6h'], 2, /at most 280 characters/],
    [['--end', 'none'], 1, /no notice 'none'/],
  ];
  for (const [args, code, message] of cases) {
    const typed = await type(t, 'notice', ...args);
    expect([typed.code, typed.complained.join()], args.join(' ')).toEqual([
      code,
      expect.stringMatching(message),
    ]);
  }
  expect(await textsOf(t)).toEqual([]);
});

anyDatabase(
  'an export has the notices, and importing it into another town sends no email again',
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-notices-'));
    try {
      await type(t, 'notice', 'Snow', '--ends', '3d', '--email', '--link', '/news');
      await type(t, 'export', folder);
      const file = join(folder, 'notices.json');
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject([{ text: 'Snow', email: true }]);
      await t.database.write.deleteFrom('notice').execute();
      expect((await type(t, 'import', file)).printed.join()).toContain('1 read, 1 added');
      expect(await listUnended(t.database.write, NOW)).toMatchObject([{ text: 'Snow', email: false }]);
      expect((await type(t, 'import', file)).printed.join()).toContain('1 unchanged');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
