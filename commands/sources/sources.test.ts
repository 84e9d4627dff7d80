import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { typeCommand } from '../../tests/operator.ts';
import { listen } from '../../tests/outbound-servers.ts';
import { calendarOf, eventOf } from '../../tests/parsed-sources.ts';

const run = promisify(execFile);

const feed =
  '<rss><channel><title>The Paper</title><item><guid>1</guid><title>Fish</title></item></channel></rss>';

/** A folder with these files. */
async function folderWith(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'belfry-sources-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(path, name, '..'), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

/** A data folder that can't exist: any access to it would fail. */
const NOWHERE = { BELFRY_DATA: '/dev/null/data' };

async function preview(args: string[], environment: Record<string, string> = {}) {
  const { code, printed, complained } = await typeCommand(['sources', 'preview', ...args], {
    environment: { ...NOWHERE, ...environment },
  });
  const lines = printed.map((line) => JSON.parse(line) as { source: string } & ParsedSource);
  return { code, complained, lines };
}

test('preview prints one line of JSON for each file, in their order, and needs no database', async () => {
  await using folder = await folderWith({
    'b/events.ics': calendarOf(eventOf('DTSTART:20261201T190000')),
    'a.xml': feed,
    'c.txt': 'not a feed',
    '.hidden': feed,
  });
  const { code, complained, lines } = await preview(['missing.xml', '.', '--zone', 'America/New_York'], {
    INIT_CWD: folder.path,
  });
  expect({ code, complained }).toEqual({ code: 0, complained: [] });
  expect(lines.map(({ source, format, error }) => [source, format, error])).toEqual([
    ['missing.xml', null, 'There is no such file'],
    ['a.xml', 'rss', null],
    ['b/events.ics', 'ics', null],
    ['c.txt', null, 'This is not a feed, a calendar or a web page'],
  ]);
  expect(Object.keys(lines[1] ?? {})).toEqual(
    expect.arrayContaining(['source', 'format', 'title', 'items', 'occurrences', 'error']),
  );
  expect(lines[1]).toMatchObject({
    title: 'The Paper',
    items: [{ sourceId: '1', title: 'Fish', link: null, pubDate: null, description: '' }],
  });
  expect(lines[2]?.occurrences).toMatchObject([
    { sourceId: 'e1', title: 'Market', start: '2026-12-02T00:00:00Z', end: null, allDay: false },
  ]);
});

test('--from and --to choose the dates; days are those of the zone', async () => {
  await using folder = await folderWith({
    'a.ics': calendarOf(eventOf('DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=DAILY')),
  });
  const file = join(folder.path, 'a.ics');
  const { lines } = await preview([
    file,
    '--from',
    '2021-01-01',
    '--to',
    '2023-01-01',
    '--zone',
    'Asia/Tokyo',
  ]);
  expect(lines[0]?.occurrences).toHaveLength(730);
  expect(lines[0]?.occurrences[0]).toMatchObject({ start: '2020-12-31T15:00:00Z', allDay: true });
  const exact = await preview([file, '--from', '2021-01-01T12:00Z', '--to', '2021-01-03T12:00Z']);
  expect(exact.lines[0]?.occurrences).toHaveLength(2);
});

test('R-37 an address is fetched only if it is allowed, and its charset is used', async () => {
  await using server = await listen((request, response) => {
    if (request.url === '/gone') return response.writeHead(410).end();
    response.setHeader('Content-Type', 'text/xml; charset=iso-8859-1');
    response.end(
      Buffer.from(
        '<rss><channel><title>Caf\xe9</title><item><link>/x</link></item></channel></rss>',
        'latin1',
      ),
    );
  });
  const refused = await preview([`${server.url}feed`]);
  expect(refused.lines[0]?.error).toMatch(/^This address is not allowed/);
  expect(server.knocks()).toBe(0);
  const allowed = { FETCH_ALLOW: server.host };
  const { lines, code } = await preview([`${server.url}feed`, `${server.url}gone`], allowed);
  expect(lines[0]).toMatchObject({ title: 'Café', items: [{ link: `${server.url}x` }] });
  expect(lines[1]?.error).toBe('The server responded with status 410 (Gone)');
  expect(code).toBe(0);
});

test('Output that is cut off, as by head, ends the command without an error', async () => {
  const names = Array.from({ length: 400 }, (_, index) => [
    `${index}.xml`,
    feed.replace('Fish', 'Fish '.repeat(50)),
  ]);
  await using folder = await folderWith(Object.fromEntries(names));
  const script = fileURLToPath(new URL('../belfry.ts', import.meta.url));
  const line = `"${process.execPath}" "${script}" sources preview "${folder.path}" | head -n 1`;
  const { stdout, stderr } = await run('sh', ['-c', line]);
  expect([stdout.trim().split('\n').length, stderr]).toEqual([1, '']);
});

test('preview tries a webcal: address with https, then with http', async () => {
  const calendar = calendarOf(eventOf('DTSTART;VALUE=DATE:20261201'));
  await using server = await listen((request, response) => {
    response.writeHead(request.url === '/a.ics' ? 200 : 404).end(calendar);
  });
  const allowed = { FETCH_ALLOW: server.host };
  const { lines } = await preview(
    [`webcal://${server.host}/a.ics`, `webcals://${server.host}/a.ics`],
    allowed,
  );
  expect(lines).toMatchObject([
    { format: 'ics', error: null },
    { format: null, error: expect.stringMatching(/^The server can’t be reached/) },
  ]);
});

test('in a terminal, preview prints a summary', async () => {
  await using folder = await folderWith({
    'a.xml': feed.replace('</item>', '<pubDate>soon</pubDate></item>'),
    'b.ics': calendarOf(
      eventOf('DTSTART;VALUE=DATE:20261201', 'RRULE:FREQ=DAILY;COUNT=7', 'STATUS:CANCELLED'),
    ),
  });
  const options = { environment: { ...NOWHERE, INIT_CWD: folder.path }, isInteractive: true };
  const { printed } = await typeCommand(['sources', 'preview', 'a.xml', 'b.ics', 'c.xml'], options);
  expect(printed).toEqual([
    "a.xml: rss, 'The Paper', 1 items, 0 dates",
    '  no date               Fish',
    '  Note: A date could not be read',
    'b.ics: ics, 1 items, 7 dates',
    ...[1, 2, 3, 4, 5].map((day) => `  2026-12-0${day}T00:00:00Z  Market (all day, cancelled)`),
    '  … and 2 more',
    'c.xml: There is no such file.',
  ]);
  const json = await typeCommand(['sources', 'preview', 'a.xml', '--json'], options);
  expect(JSON.parse(json.printed[0] ?? '')).toMatchObject({ source: 'a.xml', title: 'The Paper' });
});
