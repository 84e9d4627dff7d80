import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EventInput } from '#app/events/event.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import { openServer } from '../../../tests/open-server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

const dance: EventInput = {
  id: 'dance',
  sourceId: 'arts-1',
  title: 'Contra dance',
  link: 'https://example.org/dance',
  pubDate: now,
  description: '<p>No partner needed.</p>',
  eventDate: Date.parse('2026-11-22T00:00:00Z'),
  eventTime: '7:00 PM',
  eventLocation: 'Town Hall, second floor',
  enclosureUrl: '/illustrations/green.svg',
  enclosureType: 'image/svg+xml',
  endDate: Date.parse('2026-11-22T03:00:00Z'),
};

test('an unchanged calendar is a 304, a changed one is sent', async () => {
  await using server = await openServer({ now });
  const { write } = server.site;
  await saveEvent(write, dance, { now });
  for (const path of ['/events.ics', '/events.ics?place=Town+Hall%2C+second+floor', '/events/dance.ics']) {
    const first = await server.ask(path);
    const etag = String(first.headers.etag);
    expect([path, first.status, first.headers['x-robots-tag']]).toEqual([path, 200, 'noindex']);
    const again = await server.ask(path, { 'If-None-Match': etag });
    expect([path, again.status, again.body.length]).toEqual([path, 304, 0]);
    await saveEvent(write, dance, { now });
    expect((await server.ask(path, { 'If-None-Match': etag })).status).toBe(200);
  }
  // Unknown parameters do not make another calendar.
  const [plain, odd] = [await server.ask('/events.ics'), await server.ask('/events.ics?utm=x&place=+')];
  expect(odd.headers.etag).toBe(plain.headers.etag);
});

test("a search's calendar has the events it finds, including cancelled ones, and none that ended long ago", async () => {
  await using server = await openServer({ now });
  const { write } = server.site;
  const old = Date.parse('2025-11-22T00:00:00Z');
  await saveEvent(write, { ...dance, status: 'cancelled' }, { now });
  await saveEvent(write, { ...dance, id: 'waltz', title: 'Waltz dancing', eventLocation: 'Grange' }, { now });
  await saveEvent(write, { ...dance, id: 'old', eventDate: old, endDate: null }, { now });
  await saveEvent(
    write,
    { ...dance, id: 'market', title: 'Winter market', description: '<p>Cheese.</p>' },
    { now },
  );
  const namesIn = async (path: string) => {
    const { status, body } = await server.ask(path);
    return [status, ...[...body.toString().matchAll(/UID:(\w+)@/g)].map(([, id]) => id)];
  };
  expect(await namesIn('/events.ics?q=dance')).toEqual([200, 'dance', 'waltz']);
  expect(await namesIn('/events.ics?q=dance&place=Grange')).toEqual([200, 'waltz']);
  expect(await namesIn('/events.ics?q=-dance')).toEqual([200]);
  expect(await namesIn('/events.ics?q=%22%00(NEAR*')).toEqual([200]);
  const { body } = await server.ask('/events.ics?q=dance');
  expect(body.toString()).toContain('X-WR-CALNAME:Maple Hollow Commons: “dance”');
});

/** A simulated calendar program, which imports a calendar and lists its entries on the days of the dance. */
function openProgram() {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-khal-'));
  mkdirSync(join(folder, 'town'));
  const formats = 'timeformat = %H:%M\ndateformat = %Y-%m-%d\ndatetimeformat = %Y-%m-%d %H:%M';
  const longFormats = 'longdateformat = %Y-%m-%d\nlongdatetimeformat = %Y-%m-%d %H:%M';
  const zones = 'local_timezone = America/New_York\ndefault_timezone = America/New_York';
  const places = `[calendars]\n[[town]]\npath = ${folder}/town\n[sqlite]\npath = ${folder}/khal.db`;
  const config = `${places}\n[locale]\n${zones}\n${formats}\n${longFormats}\n[default]\ndefault_calendar = town\n`;
  writeFileSync(join(folder, 'config'), config);
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync('khal', ['-c', join(folder, 'config'), ...args]);
    if (status !== 0) throw new Error(`${args[0]}: ${stderr}`);
    return String(stdout);
  };
  return {
    take(calendar: Buffer) {
      writeFileSync(join(folder, 'events.ics'), calendar);
      run('import', '--batch', '-a', 'town', join(folder, 'events.ics'));
    },
    list: () =>
      run('list', '2026-11-20', '10d', '--format', '{start-time}-{end-time} {title} [{status}] {location}')
        .split('\n')
        .filter((line) => line.includes('[')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

test.skipIf(spawnSync('khal', ['--version']).status !== 0)(
  'a calendar program imports the events, and sees a cancellation at its next request',
  async () => {
    await using server = await openServer({ now });
    await saveEvent(server.site.write, dance, { now });
    using program = openProgram();
    program.take((await server.ask('/events.ics')).body);
    expect(program.list()).toEqual(['19:00-22:00 Contra dance [CONFIRMED ] Town Hall, second floor']);
    await saveEvent(server.site.write, { ...dance, status: 'cancelled' }, { now });
    program.take((await server.ask('/events.ics')).body);
    expect(program.list()).toEqual([
      '19:00-22:00 Canceled: Contra dance [CANCELLED ] Town Hall, second floor',
    ]);
  },
);
