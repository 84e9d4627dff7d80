/** The page that shows how a copy for another day is prepared, or why there is none. */
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../scripts/build-if-stale.mjs';
import { mainOf, seeDay } from '../../../tests/as-of-days.ts';
import { longTest } from '../../../tests/long-test.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { openOtherDays } from './as-of-towns.server.ts';
import { openOtherDay } from './open-other-day.server.ts';

beforeAll(() => buildIfStale(), 300_000);

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY = '/admin/another-day/2026-11-22T17:00:00Z';
const PREPARING =
  '/admin/another-day/preparing?moment=2026-11-22T17%3A00%3A00Z&path=%2Fevents%3Fwhen%3Dweekend';

/** Copies wait until `go` is called; `made` has their moments. They end before their site. */
function withSlowCopies(site: TestSite, now = () => NOW) {
  const { dataFolder, url: siteUrl } = site.services.settings;
  const gate = Promise.withResolvers<void>();
  const made: number[] = [];
  const copies = openOtherDays(
    async (moment, options) => {
      made.push(moment);
      options.onProgress({ step: 'changing', done: 1200, total: 100_000 });
      await gate.promise;
      return openOtherDay({ from: { dataFolder }, dataFolder, siteUrl }, { ...options, moment, now: NOW });
    },
    { onFailure: () => undefined, soonMs: 0, now },
  );
  site.services.otherDays = copies;
  return {
    go: gate.resolve,
    made,
    copies,
    async [Symbol.asyncDispose]() {
      gate.resolve();
      await copies.close();
    },
  };
}

test('a day that takes longer shows at once how far it is, and then the day', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await using slow = withSlowCopies(site);
  for (let times = 0; times < 2; times++) {
    const response = await site.fetch(`${DAY}/events?when=weekend`, { headers: admin });
    expect([response.status, response.headers.get('Location')]).toEqual([303, PREPARING]);
  }
  const page = await site.page(PREPARING, admin);
  expect(mainOf(page)).toContain('Sunday, November 22, 2026, 12:00 PM');
  expect(mainOf(page)).toContain('1,200 of 100,000');
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="3"/></noscript>');
  const other = await site.fetch('/admin/another-day/2026-11-23T17:00:00Z/articles', { headers: admin });
  expect(mainOf(await site.page(other.headers.get('Location') ?? '', admin))).toContain(
    'Waiting until another day is prepared',
  );
  expect((await site.fetch(PREPARING)).headers.get('Location')).toBe('/');
  expect((await site.fetch('/articles')).status).toBe(200);

  slow.go();
  expect(await seeDay(site, admin, '2026-11-22T12:00', '/events')).toContain('as of Sunday, November 22');
  const ready = await site.fetch(PREPARING, { headers: admin });
  expect(ready.headers.get('Location')).toBe(`${DAY}/events?when=weekend`);
  expect(ready.headers.get('X-Remix-Reload-Document')).toBe('true');
});

longTest('a day that nobody waits for any more is not prepared', async () => {
  await using site = await openSite({ now: NOW });
  let now = NOW;
  await using slow = withSlowCopies(site, () => now);
  const [first, left, last] = ['2026-11-22', '2026-11-23', '2026-11-24'].map((day) =>
    Date.parse(`${day}T17:00:00Z`),
  ) as [number, number, number];
  const opened = slow.copies.open(first);
  await expect.poll(() => slow.made).toEqual([first]);
  const forgotten = expect(slow.copies.open(left)).rejects.toThrow('nobody waits');
  now += 61_000;
  const wanted = slow.copies.open(last);
  slow.go();
  await Promise.all([opened, forgotten, wanted]);
  expect(slow.made).toEqual([first, last]);
  expect(slow.copies.find(left)).toBeUndefined();
});

test('a copy that fails says why, and can be tried again', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const file = join(site.services.settings.dataFolder, 'belfry.db');
  await rename(file, `${file}.away`);
  const failed = site.services.otherDays?.open(Date.parse('2026-11-22T17:00:00Z'));
  await expect(failed).rejects.toThrow('ENOENT');
  await rename(`${file}.away`, file);
  const page = await site.page(PREPARING, admin);
  expect(mainOf(page)).toContain('The town could not be copied. The site’s log says why.');
  expect(page).not.toContain('http-equiv="refresh"');
  expect(mainOf(page)).toContain(`href="${DAY}/events?when=weekend"`);
  expect(await seeDay(site, admin, '2026-11-22T12:00', '/events')).toContain('as of Sunday, November 22');
});

test('the page of a moment that nobody opened leads to its day, and of no moment to the form', async () => {
  await using site = await openSite({ now: NOW });
  const headers = await site.asAdmin();
  const { headers: sent } = await site.fetch(PREPARING, { headers });
  expect(sent.get('Location')).toBe(`${DAY}/events?when=weekend`);
  const without = await site.fetch('/admin/another-day/preparing?moment=soon', { headers });
  expect(without.headers.get('Location')).toBe('/admin/another-day');
});
