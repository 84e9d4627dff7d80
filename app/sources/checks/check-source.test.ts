import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { resumeSource } from '#app/sources/source-store.server.ts';
import {
  type Checking,
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  openChecking,
  redirecting,
  sending,
} from '../../../tests/checked-sources.ts';
import { anyDatabase, eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { feedOf } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { CHECK_SOURCES, checkDueSources, checkSource } from './check-source.server.ts';
import { listChecks } from './read-sources.server.ts';

const bridge = { title: 'The bridge reopens', guid: '1', date: 'Fri, 20 Nov 2026 12:00:00 GMT' };
const market = { title: 'The market moves', guid: '2', date: 'Fri, 20 Nov 2026 13:00:00 GMT' };
const never = new AbortController().signal;

eachDatabase('A check imports what is new and records how it went', async ({ database }) => {
  await using checking = await openChecking(database);
  const { write, check, stateOf, now } = checking;
  const id = await checking.add('paper.example');
  checking.serve('paper.example', sending(feedOf(bridge, market)));
  await check();

  expect(await checking.titles()).toEqual(['The bridge reopens', 'The market moves']);
  expect(checking.requests[0]?.headers['user-agent']).toMatch(
    /^Belfry\/[\d.]+ \(\+https:\/\/maple\.example\)$/,
  );
  const [first, ...others] = await listChecks(write, id, 10);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ outcome: 'new', found: 2, added: 2, collection: 'news', problem: null });
  const state = await stateOf(id);
  expect(state).toMatchObject({
    succeededAt: now(),
    newAt: now(),
    failures: 0,
    problem: null,
    format: 'rss',
  });
  expect(state.confirmedAt).toBe(Math.floor(now() / HOUR_MS) * HOUR_MS);
  expectBetween(state.nextAt - now(), 54 * MINUTE_MS, 66 * MINUTE_MS);
  const day = await write.selectFrom('source_day').select(['day', 'checks', 'failed', 'added']).execute();
  expect(day).toEqual([{ day: '2026-11-20', checks: 1, failed: 0, added: 2 }]);
});

eachDatabase(
  'A document that has not changed is neither sent again nor imported again',
  async ({ database }) => {
    await using checking = await openChecking(database);
    const { write, check, pass } = checking;
    const id = await checking.add('paper.example');
    checking.serve('paper.example', (request, response) => {
      const isKnown = request.headers['if-none-match'] === '"one"';
      response.writeHead(isKnown ? 304 : 200, {
        ETag: '"one"',
        'Last-Modified': 'Fri, 20 Nov 2026 12:00:00 GMT',
      });
      response.end(isKnown ? undefined : feedOf(bridge));
    });
    await check();
    pass(2 * HOUR_MS);
    await check();
    expect(checking.requests[1]?.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': 'Fri, 20 Nov 2026 12:00:00 GMT',
    });
    expect((await listChecks(write, id, 1))[0]).toMatchObject({ outcome: 'same', found: 1, added: 0 });

    // The server ignores the conditions and has other validators: the body shows that nothing has changed.
    checking.serve('paper.example', sending(feedOf(bridge), { ETag: '"two"' }));
    await write.deleteFrom('source_item').execute();
    await write.deleteFrom('inbox_entry').execute();
    pass(2 * HOUR_MS);
    await check();
    expect((await listChecks(write, id, 1))[0]).toMatchObject({ outcome: 'same', found: 1, added: 0 });
    expect((await checking.stateOf(id)).etag).toBe('"two"');

    checking.serve('paper.example', sending(feedOf(bridge, market)));
    pass(2 * HOUR_MS);
    await check();
    expect((await listChecks(write, id, 1))[0]).toMatchObject({ outcome: 'new', found: 2 });
  },
);

eachDatabase(
  'The dates of a calendar that never changes move along with the horizon',
  async ({ database }) => {
    await using checking = await openChecking(database);
    const { write, check, pass } = checking;
    await checking.add('paper.example', { feeds: 'events' });
    const weekly = eventOf('DTSTART;TZID=America/New_York:20261121T100000', 'RRULE:FREQ=WEEKLY');
    checking.serve('paper.example', (request, response) => {
      response.writeHead(request.headers['if-none-match'] ? 304 : 200, { ETag: '"one"' });
      response.end(request.headers['if-none-match'] ? undefined : calendarOf(weekly));
    });
    await check();
    const latest = async () =>
      (
        await write
          .selectFrom('source_item')
          .select((eb) => eb.fn.max('day').as('day'))
          .executeTakeFirstOrThrow()
      ).day;
    expect(await latest()).toBe('2028-05-13');
    pass(2 * HOUR_MS);
    await check();
    expect(checking.requests[1]?.headers['if-none-match']).toBe('"one"');
    pass(7 * DAY_MS);
    await check();
    expect(await latest()).toBe('2028-05-20');
  },
);

anyDatabase('Retry-After, the time to live and caching headers move the next check', async ({ database }) => {
  await using checking = await openChecking(database);
  const { check, stateOf, now } = checking;
  const id = await checking.add('paper.example', { every: 15 });
  const nextAfter = async (headers: Record<string, string>, status = 200, text = feedOf(bridge)) => {
    checking.serve('paper.example', sending(text, headers, status));
    await checking.write.updateTable('source_state').set({ nextAt: now(), digest: null }).execute();
    await check();
    return ((await stateOf(id)).nextAt - now()) / MINUTE_MS;
  };
  expectBetween(await nextAfter({}), 13.5, 16.5);
  expect(await nextAfter({ 'Retry-After': '7200' }, 503)).toBe(120);
  expect(await stateOf(id)).toMatchObject({
    failures: 0,
    slow: 1,
    problem: 'The server asked us to come back later',
  });
  const date = 'Fri, 20 Nov 2026 22:00:00 GMT';
  expect(await nextAfter({ 'Retry-After': 'Sat, 21 Nov 2026 00:00:00 GMT', Date: date }, 429)).toBe(120);
  expect(await nextAfter({ 'Retry-After': '999999' }, 429)).toBe(24 * 60);
  expect(await nextAfter({ 'Cache-Control': 'public, max-age=3600' })).toBe(60);
  expect(await nextAfter({ 'Cache-Control': 'no-cache, max-age=3600' })).toBeLessThan(17);
  expect(await nextAfter({ Expires: 'Fri, 20 Nov 2026 23:30:00 GMT', Date: date })).toBe(90);
  expect(await nextAfter({ Expires: '0' })).toBeLessThan(17);
  const withTtl = feedOf(bridge).replace('<channel>', '<channel><ttl>180</ttl>');
  expect(await nextAfter({ 'Cache-Control': 'max-age=3600' }, 200, withTtl)).toBe(180);
  const daily = feedOf(bridge).replace('<channel>', '<channel><sy:updatePeriod>monthly</sy:updatePeriod>');
  expect(await nextAfter({}, 200, daily)).toBe(24 * 60);
  expect(await stateOf(id)).toMatchObject({ failures: 0, slow: 0 });
});

anyDatabase('R-41 410 stops a source until an editor checks it again', async ({ database }) => {
  await using checking = await openChecking(database);
  const { check, pass, stateOf, requests } = checking;
  const id = await checking.add('paper.example');
  checking.serve('paper.example', sending('gone', {}, 410));
  await check();
  pass(30 * DAY_MS);
  await check();
  expect([requests.length, (await stateOf(id)).stopped]).toEqual([1, 'gone']);

  const again = await checkSource(checking.context, id, never);
  expect(again).toEqual({
    found: 0,
    new: 0,
    changed: 0,
    missing: 0,
    problem: 'The server responded with status 410 (Gone)',
  });
  checking.serve('paper.example', sending(feedOf(bridge)));
  expect(await checkSource(checking.context, id, never)).toMatchObject({ found: 1, new: 1, problem: null });
  expect(await stateOf(id)).toMatchObject({ stopped: null, failures: 0 });
});

anyDatabase('A permanent redirect changes the address after three checks in a row', async ({ database }) => {
  await using checking = await openChecking(database, { hosts: ['paper.example', 'feeds.paper.example'] });
  const { addressOf, serve, check, pass, stateOf } = checking;
  const id = await checking.add('paper.example');
  const target = addressOf('feeds.paper.example', '/rss');
  const checkOnce = async () => {
    pass(2 * HOUR_MS);
    await check();
    return (await stateOf(id)).address;
  };
  serve('feeds.paper.example', sending(feedOf(bridge)));
  serve('paper.example', redirecting(target, 301));
  expect([await checkOnce(), await checkOnce()]).toEqual([
    addressOf('paper.example'),
    addressOf('paper.example'),
  ]);
  serve('paper.example', redirecting(target, 302));
  expect(await checkOnce()).toBe(addressOf('paper.example'));
  expect(await checking.titles()).toEqual(['The bridge reopens']);

  serve('paper.example', redirecting(target, 308));
  expect([await checkOnce(), await checkOnce()]).toEqual([
    addressOf('paper.example'),
    addressOf('paper.example'),
  ]);
  expect(await checkOnce()).toBe(target);
  expect(await stateOf(id)).toMatchObject({ movedTo: null, movedTimes: 0, failures: 0 });
  await checkOnce();
  expect(checking.requests.at(-1)).toMatchObject({ host: 'feeds.paper.example' });
});

anyDatabase(
  'R-42 a redirect to another site imports nothing until an editor confirms it',
  async ({ database }) => {
    await using checking = await openChecking(database, { hosts: ['paper.example', 'casino.example'] });
    const { addressOf, serve, check, pass, stateOf } = checking;
    const id = await checking.add('paper.example');
    const target = addressOf('casino.example', '/rss');
    serve('casino.example', sending(feedOf(bridge)));
    for (const status of [302, 301]) {
      serve('paper.example', redirecting(target, status));
      await checkSource(checking.context, id, never);
      expect(await stateOf(id)).toMatchObject({ stopped: 'moved', movedTo: target });
    }
    pass(30 * DAY_MS);
    await check();
    expect(checking.requests).toHaveLength(4);
    expect(await checking.titles()).toEqual([]);

    await resumeSource(checking.write, id, checking.now());
    await check();
    expect(await checking.titles()).toEqual(['The bridge reopens']);
    expect(await stateOf(id)).toMatchObject({ address: target, stopped: null, movedTo: null });
  },
);

anyDatabase('R-42 sites of different owners under one provider are different sites', async ({ database }) => {
  await using checking = await openChecking(database, { hosts: ['anna.github.io', 'ben.github.io'] });
  const id = await checking.add('anna.github.io');
  checking.serve('anna.github.io', redirecting(checking.addressOf('ben.github.io')));
  checking.serve('ben.github.io', sending(feedOf(bridge)));
  await checking.check();
  expect(await checking.stateOf(id)).toMatchObject({ stopped: 'moved' });
  expect(await checking.titles()).toEqual([]);
});

anyDatabase(
  'R-37 a redirect into the private network is a failure with a plain sentence',
  async ({ database }) => {
    await using checking = await openChecking(database);
    const id = await checking.add('paper.example');
    for (const target of [
      'http://127.0.0.1:8080/',
      'http://[::1]/',
      'http://169.254.169.254/latest/meta-data',
    ]) {
      checking.serve('paper.example', redirecting(target));
      const result = await checkSource(checking.context, id, never);
      expect(result?.problem).toBe(
        'It redirects to an address that is not allowed: it is not on the public network',
      );
    }
    expect(await checking.stateOf(id)).toMatchObject({ failures: 3, stopped: null });
    expect(checking.requests).toHaveLength(3);
  },
);

anyDatabase(
  'A web page where a feed was is a failure, and its link to a feed is named',
  async ({ database }) => {
    await using checking = await openChecking(database);
    const { check, pass, stateOf } = checking;
    const id = await checking.add('paper.example');
    checking.serve('paper.example', sending(feedOf(bridge)));
    await check();
    const page =
      '<!doctype html><html><head><link rel="alternate" type="application/rss+xml" href="/new.xml"></head><body>Welcome</body></html>';
    checking.serve('paper.example', sending(page, { 'Content-Type': 'text/html' }));
    pass(2 * HOUR_MS);
    await check();
    const feed = checking.addressOf('paper.example', '/new.xml');
    expect(await stateOf(id)).toMatchObject({
      failures: 1,
      problem: `The server responded with a web page instead of the feed. It links to a feed: ${feed}`,
      movedTo: feed,
    });
    const [row] = await checking.write.selectFrom('source_item').select('absentSince').execute();
    expect(row).toEqual({ absentSince: null });

    await resumeSource(checking.write, id, checking.now());
    expect(await stateOf(id)).toMatchObject({ address: feed, failures: 0 });
  },
);

longOnEachDatabase(
  'R-38 a gzip bomb and a tarpit cost only their own source',
  async ({ database }) => {
    const hosts = ['bomb.example', 'tarpit.example', 'paper.example'];
    // Only the tarpit takes as long, also on a busy machine.
    const bounds = { totalMs: 5000, headersMs: 5000 };
    await using checking = await openChecking(database, { hosts, bounds });
    const ids = [await checking.add('bomb.example'), await checking.add('tarpit.example')];
    await checking.add('paper.example');
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    checking.serve('bomb.example', (_request, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    checking.serve('tarpit.example', (_request, response) => void response.writeHead(200).write('<'));
    checking.serve('paper.example', sending(feedOf(bridge)));
    await checking.check();
    expect(await checking.titles()).toEqual(['The bridge reopens']);
    const states = await Promise.all(ids.map(checking.stateOf));
    expect(states.map(({ problem, failures }) => ({ problem, failures }))).toEqual([
      { problem: 'The response is too large', failures: 1 },
      { problem: 'The server took too long to respond', failures: 1 },
    ]);
  },
  ['app/platform/outbound'],
);

anyDatabase(
  'R-41 of 50 sources, 25 dead ones back off and the others are checked on time',
  async ({ database }) => {
    const half = isDeep(import.meta.url) ? 25 : 5;
    const living = Array.from({ length: half }, (_, index) => `living${index}.example`);
    const dead = Array.from({ length: half }, (_, index) => `dead${index}.example`);
    await using checking = await openChecking(database, { hosts: [...living, ...dead] });
    for (const host of [...living, ...dead]) await checking.add(host);
    const at = new Map<string, number[]>();
    for (const host of living)
      checking.serve(host, noting(checking, at, host, sending(feedOf(bridge), { ETag: '"1"' })));
    for (const host of dead)
      checking.serve(
        host,
        noting(checking, at, host, (request) => request.socket.destroy()),
      );
    for (let step = 0; step < 18; step++) {
      await checking.check();
      checking.pass(30 * MINUTE_MS);
    }
    for (const host of living) for (const gap of gapsOf(at, host)) expect(gap).toBeLessThanOrEqual(120);
    for (const host of dead) {
      const gaps = gapsOf(at, host);
      expect(gaps.length).toBeLessThanOrEqual(4);
      for (const [index, gap] of gaps.entries()) expectBetween(gap, 54 * 2 ** index, 66 * 2 ** index + 30);
    }
    const failing = await checking.write
      .selectFrom('source_state')
      .select('failures')
      .where('failures', '>=', 3)
      .execute();
    expect(failing).toHaveLength(half);
  },
);

anyDatabase('R-41 a source that fails for 14 days is no longer checked', async ({ database }) => {
  await using checking = await openChecking(database);
  const { check, pass, stateOf, requests } = checking;
  const id = await checking.add('paper.example');
  checking.serve('paper.example', sending(feedOf(bridge)));
  await check();
  checking.serve('paper.example', sending('broken', {}, 500));
  for (let hours = 0; hours < 16 * 24; hours += 4) {
    pass(4 * HOUR_MS);
    await check();
  }
  expect(await stateOf(id)).toMatchObject({
    stopped: 'failing',
    problem: 'The server responded with status 500 (Internal Server Error)',
  });
  expectBetween(requests.length, 15, 22);
  expect(await checking.titles()).toEqual(['The bridge reopens']);
});

eachDatabase('A check that is interrupted counts as nothing and is repeated', async ({ database }) => {
  await using checking = await openChecking(database);
  const { check, stateOf } = checking;
  const id = await checking.add('paper.example');
  const before = await stateOf(id);
  const stop = new AbortController();
  checking.serve('paper.example', () => stop.abort());
  await check(stop.signal);
  expect(await stateOf(id)).toEqual(before);
  expect(await listChecks(checking.write, id, 1)).toEqual([]);

  checking.serve('paper.example', sending(feedOf(bridge)));
  await check();
  expect(await checking.titles()).toEqual(['The bridge reopens']);
});

eachDatabase(
  'Of two processes that are asked for the same check, one does it and both have the result',
  async (t) => {
    await using checking = await openChecking(t.database);
    const id = await checking.add('paper.example');
    checking.serve('paper.example', sending(feedOf(bridge)));
    const results = await Promise.all([
      checkSource(checking.context, id, never),
      checkSource(checking.context, id, never),
    ]);
    expect(results).toEqual(
      Array.from({ length: 2 }, () => ({ found: 1, new: 1, changed: 0, missing: 0, problem: null })),
    );
    expect(checking.requests).toHaveLength(1);
    expect(await checkSource(checking.context, 'unknown', never)).toBeUndefined();
  },
);

/** Sources whose servers begin a response that ends with the scope: `reached` resolves when all of them have begun. */
async function addSlow(checking: Checking, hosts: string[]) {
  const reached = hosts.map((host, index) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    checking.serve(host, (_request, response) => {
      // Half of them hang, the others drip.
      if (index % 2 === 1) response.writeHead(200).write('<');
      resolve();
    });
    return promise;
  });
  const ids: string[] = [];
  for (const host of hosts) ids.push(await checking.add(host));
  return { ids, reached: Promise.all(reached) };
}

const slowHosts = ['hang1.example', 'drip1.example', 'hang2.example', 'drip2.example'];
const hosts = [...slowHosts, 'paper.example'];
const arrived = { found: 1, new: 1, changed: 0, missing: 0, problem: null };

eachDatabase(
  'R-41 a check that an editor requests is done while due sources with slow servers take all the time they may',
  async ({ database }) => {
    await using checking = await openChecking(database, { hosts });
    const { context, write } = checking;
    const slow = await addSlow(checking, slowHosts);
    checking.serve('paper.example', sending(feedOf(bridge)));
    const stop = new AbortController();
    const job = openLeases(write).hold(CHECK_SOURCES, stop.signal, (held) => checkDueSources(context, held));
    await slow.reached;
    // It is due, too, but all slots are taken.
    const id = await checking.add('paper.example');
    expect(await checkSource(context, id, never)).toEqual(arrived);
    expect(await write.selectFrom('source_check').select('source').execute()).toEqual([{ source: id }]);
    stop.abort();
    await job;
  },
);

anyDatabase(
  'R-41 of several requested checks, each ends with its own server, even if others wait for slow ones',
  async ({ database }) => {
    await using checking = await openChecking(database, { hosts });
    const { context, write } = checking;
    const [hang = '', drip = ''] = slowHosts;
    const slow = await addSlow(checking, [hang, drip]);
    const id = await checking.add('paper.example');
    checking.serve('paper.example', sending(feedOf(bridge)));
    const stop = new AbortController();
    const others = Promise.allSettled(slow.ids.map((other) => checkSource(context, other, stop.signal)));
    await slow.reached;
    expect(await checkSource(context, id, never)).toEqual(arrived);
    expect(await write.selectFrom('source_check').select('source').execute()).toEqual([{ source: id }]);
    stop.abort();
    expect((await others).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  },
);

eachDatabase(
  'A source that an editor changes during a check is checked again as it is now',
  async ({ database }) => {
    await using checking = await openChecking(database, { hosts: ['paper.example', 'radio.example'] });
    const { write, addressOf, serve } = checking;
    const id = await checking.add('paper.example');
    serve('radio.example', sending(feedOf(market)));
    serve('paper.example', async (request, response) => {
      const address = addressOf('radio.example');
      await write
        .updateTable('source')
        .set((eb) => ({ address, version: eb('version', '+', 1) }))
        .execute();
      sending(feedOf(bridge), { ETag: '"paper"' })(request, response);
    });
    await checking.check();
    expect(checking.requests.map(({ host }) => host)).toEqual(['paper.example', 'radio.example']);
    expect(checking.requests[1]?.headers['if-none-match']).toBeUndefined();
    expect(await checking.stateOf(id)).toMatchObject({ address: addressOf('radio.example'), etag: null });
  },
);

eachDatabase('The last 50 checks of a source are kept', async ({ database }) => {
  await using checking = await openChecking(database);
  const id = await checking.add('paper.example', { every: 1 });
  checking.serve('paper.example', sending(feedOf(bridge)));
  for (let count = 0; count < 53; count++) {
    await checking.check();
    checking.pass(2 * MINUTE_MS);
  }
  expect(await listChecks(checking.write, id, 100)).toHaveLength(50);
});

function noting(
  checking: Checking,
  at: Map<string, number[]>,
  host: string,
  answer: Parameters<Checking['serve']>[1],
): Parameters<Checking['serve']>[1] {
  return (request, response) => {
    at.set(host, [...(at.get(host) ?? []), checking.now() / MINUTE_MS]);
    answer(request, response);
  };
}

/** The minutes between requests to a host. */
function gapsOf(at: Map<string, number[]>, host: string): number[] {
  const times = at.get(host) ?? [];
  return times.slice(1).map((time, index) => time - (times[index] as number));
}

function expectBetween(value: number, least: number, most: number): void {
  expect(value).toBeGreaterThanOrEqual(least);
  expect(value).toBeLessThanOrEqual(most);
}

anyDatabase('A source that is suddenly empty confirms nothing', async ({ database }) => {
  await using checking = await openChecking(database);
  const { write, check, pass } = checking;
  const id = await checking.add('paper.example', { feeds: 'events' });
  const confirmedAt = async () =>
    (await write.selectFrom('source').select('confirmedAt').where('id', '=', id).executeTakeFirstOrThrow())
      .confirmedAt;
  checking.serve('paper.example', sending(calendarOf(eventOf('UID:1', 'DTSTART:20261128T200000Z'))));
  await check();
  const before = await confirmedAt();
  expect(before).not.toBeNull();

  checking.serve('paper.example', sending(calendarOf()));
  for (const _ of ['read', 'unchanged']) {
    pass(2 * HOUR_MS);
    await check();
    expect(await confirmedAt()).toBe(before);
  }
});
