import { expect } from 'vitest';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { CHECK_SOURCES } from '#app/sources/checks/check-source.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase } from '../../tests/each-database.ts';
import { feedOf, feedOfReports } from '../../tests/imported-sources.ts';
import { environmentOf, type TypingOptions, typeCommand } from '../../tests/operator.ts';
import { listen } from '../../tests/outbound-servers.ts';
import { calendarOf, eventOf } from '../../tests/parsed-sources.ts';

const feed = feedOf({ title: 'The bridge reopens', guid: '1' }, { title: 'The market moves', guid: '2' });
const calendar = calendarOf(eventOf('DTSTART;TZID=America/New_York:20261201T190000'));

/** The commands for sources on the test's database, and a server with a feed, a calendar, and pages that are missing. */
async function openCommands(t: TestDatabase) {
  const documents = new Map([
    ['/feed', feed],
    ['/calendar.ics', calendar],
  ]);
  const server = await listen((request, response) => {
    const document = documents.get(request.url ?? '');
    response.writeHead(document ? 200 : 404).end(document);
  });
  const environment = { ...environmentOf(t), FETCH_ALLOW: server.host };
  return {
    documents,
    url: (path: string) => new URL(path, server.url).href,
    type: (args: string[], options: TypingOptions = {}) =>
      typeCommand(['sources', ...args], { environment, ...options }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

anyDatabase('R-39 adding a longer feed says that 500 of its items are used', async (t) => {
  await using commands = await openCommands(t);
  commands.documents.set('/long', feedOfReports(612));
  const { printed } = await commands.type(['add', commands.url('/long')]);
  expect(printed).toContain('Only the first 500 of 612 items are used.');
});

eachDatabase('Sources are added, listed, refreshed and removed on the command line', async (t) => {
  await using commands = await openCommands(t);
  const { type, url } = commands;
  const added = await type([
    'add',
    url('/feed'),
    '--every',
    '15',
    '--trust',
    'publish',
    '--rank',
    'aggregator',
  ]);
  expect(added).toMatchObject({ code: 0, complained: [] });
  expect(added.printed[0]).toBe(`Added 'The Hollow Ledger' (${url('/feed')}), rss, 2 items.`);
  const library = await type([
    'add',
    url('/calendar.ics'),
    '--name',
    'Library',
    '--zone',
    'America/Chicago',
    '--json',
  ]);
  expect(JSON.parse(library.printed[0] ?? '')).toMatchObject({ name: 'Library', feeds: 'events', every: 60 });

  const refreshed = await type(['refresh']);
  expect(refreshed).toEqual({
    code: 0,
    complained: [],
    printed: expect.arrayContaining([
      'The Hollow Ledger: 2 found, 2 new, 0 changed, 0 missing',
      'Library: 1 found, 1 new, 0 changed, 0 missing',
    ]),
  });
  expect((await type(['refresh', 'Library'])).printed).toEqual([
    'Library: 1 found, 0 new, 0 changed, 0 missing',
  ]);

  const listed = await type(['list', '--json']);
  const sources = listed.printed.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(sources).toMatchObject([
    { name: 'Library', zone: 'America/Chicago', trust: 'review', rank: 'primary', state: 'working' },
    {
      name: 'The Hollow Ledger',
      feeds: 'news',
      trust: 'publish',
      rank: 'aggregator',
      every: 15,
      addedThisWeek: 2,
    },
  ]);
  expect((await type(['list'])).printed).toContain('Working     The Hollow Ledger (news, 2 new this week)');

  const { id } = sources[0] as { id: string };
  expect((await type(['remove', id])).code).toBe(2);
  const kept = await type(['remove', id], { isInteractive: true, lines: ['n'] });
  expect(kept).toMatchObject({ code: 1, complained: ['Nothing was removed.'] });
  expect((await type(['remove', id], { isInteractive: true, lines: ['y'] })).printed).toEqual([
    "Removed 'Library'.",
  ]);
  expect((await type(['remove', 'The Hollow Ledger', '--yes'])).code).toBe(0);
  expect((await type(['list'])).printed).toEqual(['There are no sources yet.']);
  expect(
    await t.database.read.selectFrom('news_item').select('title').orderBy('title').execute(),
  ).toHaveLength(2);
});

anyDatabase('Refresh fails when a source can’t be checked, and names the reason', async (t) => {
  await using commands = await openCommands(t);
  const { type, url, documents } = commands;
  await type(['add', url('/feed')]);
  await type(['add', url('/calendar.ics'), '--name', 'Library']);
  documents.delete('/feed');
  const { code, printed } = await type(['refresh', '--all']);
  expect(code).toBe(1);
  expect(printed.sort()).toEqual([
    'Library: 1 found, 1 new, 0 changed, 0 missing',
    'The Hollow Ledger: 0 found, 0 new, 0 changed, 0 missing. The server responded with status 404 (Not Found)',
  ]);
});

eachDatabase('Refresh can be stopped, and waits for a site that checks sources', async (t) => {
  await using commands = await openCommands(t);
  const { type, url } = commands;
  await type(['add', url('/feed')]);
  const stop = new AbortController();
  await openLeases(t.database.write).hold(CHECK_SOURCES, stop.signal, async () => {
    const refreshing = type(['refresh'], { signal: stop.signal });
    await requested(t);
    stop.abort();
    expect(await refreshing).toMatchObject({ code: 130, printed: [] });
  });
  expect((await type(['refresh', 'The Hollow Ledger'])).printed[0]).toContain('2 new');
});

anyDatabase('What is typed incorrectly changes nothing', async (t) => {
  await using commands = await openCommands(t);
  const { type, url } = commands;
  for (const [args, code, message] of [
    [['add'], 2, 'Give one address'],
    [['add', url('/feed'), '--feeds', 'polls'], 2, '--feeds: Choose articles, news, events or notices.'],
    [['add', url('/feed'), '--every', 'soon'], 2, "--every takes a number of minutes, not 'soon'"],
    [['add', url('/feed'), '--zone', 'Mars'], 2, "There is no time zone 'Mars'"],
    [['add', url('/feed'), '--yes'], 2, "'sources add' has no option --yes"],
    [['add', url('/missing')], 1, 'The server responded with status 404'],
    [['refresh', 'Nobody'], 1, "There is no source 'Nobody'"],
    [['remove', 'Nobody', '--yes'], 1, "There is no source 'Nobody'"],
  ] as const) {
    const typed = await type([...args]);
    expect([args, typed.code]).toEqual([args, code]);
    expect(typed.complained[0]).toContain(message);
  }
  await type(['add', url('/feed')]);
  expect((await type(['add', url('/feed')])).complained[0]).toContain('is already there');
  expect((await type(['list'])).printed).toHaveLength(3);
});

async function requested({ database }: TestDatabase): Promise<void> {
  for (;;) {
    const { requestedAt } = await database.read
      .selectFrom('source_state')
      .select('requestedAt')
      .executeTakeFirstOrThrow();
    if (requestedAt !== null) return;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
