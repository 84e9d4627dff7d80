import type { IncomingMessage } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readQueryCount } from '#app/platform/database/query-count.ts';
import { openServer } from '../../tests/open-server.ts';
import { until } from '../../tests/until.ts';
import { openWaitingLine } from './admission.ts';
import { levelOfLag, type Pressure, type PressureLevel, watchPressure } from './pressure.ts';
import { classOf, isShed } from './traffic-class.ts';

function pressureOf(level: () => PressureLevel): Pressure {
  return { level, lag: () => ({ p50: 0, p99: 0 }), heed: () => undefined, close: () => undefined };
}

test('R-62 a lag over 70 ms refuses what can wait, over 150 ms everything except cheap and vital requests', () => {
  expect([0, 70, 71, 150, 151, 5000].map(levelOfLag)).toEqual([
    'none',
    'none',
    'high',
    'high',
    'severe',
    'severe',
  ]);
  const shed = (level: PressureLevel) =>
    ['/logout', '/articles/x', '/search?q=x'].filter((url) => isShed({ url, headers: {} }, level));
  expect([shed('none'), shed('high'), shed('severe')]).toEqual([
    [],
    ['/search?q=x'],
    ['/articles/x', '/search?q=x'],
  ]);
});

test('R-62 health checks and the administrator go first; search, logging in and uploads last', () => {
  const cookie = `theme=dark; belfry-dev=${'x'.repeat(43)}`;
  const classes = [
    ['/healthz', {}, 'A'],
    ['/logout', {}, 'A'],
    ['/admin/articles', { cookie }, 'A'],
    ['/admin/articles', {}, 'B'],
    ['/admin/articles', { cookie: 'belfry-dev=x' }, 'B'],
    ['/admin/../login', { cookie }, 'C'],
    ['/admin/%2e%2e/Lo%67in', { cookie }, 'C'],
    ['/Login', {}, 'C'],
    ['/articles/x', {}, 'B'],
    ['/api/v1/polls', {}, 'B'],
    ['/search?q=x', {}, 'C'],
    ['/api/v1/search?q=x', {}, 'C'],
    ['/login', {}, 'C'],
    ['/account/x', { 'content-type': 'multipart/form-data; boundary=x' }, 'C'],
  ] as const;
  for (const [url, headers, expected] of classes)
    expect([url, classOf({ url, headers } as unknown as IncomingMessage)]).toEqual([url, expected]);
});

test('R-62 under pressure refused requests get 503 with Retry-After, in the site’s design or as a problem; cached pages continue', async () => {
  let level: PressureLevel = 'none';
  await using server = await openServer({ pressure: pressureOf(() => level) });
  expect((await server.ask('/articles')).status).toBe(200);
  level = 'high';
  for (const [path, status] of [
    ['/articles', 200],
    ['/news', 200],
    ['/login', 503],
    ['/healthz', 200],
  ] as const)
    expect([path, (await server.ask(path)).status]).toEqual([path, status]);
  level = 'severe';
  for (const [path, status] of [
    ['/', 302],
    ['/articles', 200],
    ['/events', 503],
    ['/api/v1/polls', 503],
    ['/healthz', 200],
    ['/readyz', 200],
  ] as const)
    expect([path, (await server.ask(path)).status]).toEqual([path, status]);
  const page = await server.ask('/about');
  expect(page.headers).toMatchObject({
    'retry-after': '3',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body.toString()).toContain('The site is too busy right now.');
  expect(page.body.toString()).toContain('Maple Hollow Commons');
  const call = await server.ask('/api/v1/polls/x');
  expect(call.headers['content-type']).toBe('application/problem+json');
  expect(JSON.parse(call.body.toString())).toMatchObject({
    status: 503,
    title: 'The site is too busy right now.',
    detail: expect.stringContaining('try again'),
  });
  const admin = await server.site.asAdmin();
  expect((await server.ask('/admin', admin)).status).toBe(200);
  level = 'none';
  expect((await server.ask('/about')).status).toBe(200);
});

test('R-62 a form that is refused says that nothing was saved, however much of it was on its way', async () => {
  await using server = await openServer({ pressure: pressureOf(() => 'severe') });
  const send = async (path: string, characters: number) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      body: new URLSearchParams({ description: 'x'.repeat(characters) }),
      headers: { Origin: server.site.origin },
    });
    return { status: response.status, html: await response.text() };
  };
  for (const characters of [1, 900_000]) {
    const { status, html } = await send('/submit', characters);
    expect([status, html]).toEqual([503, expect.stringContaining('Nothing was saved. Reload this page')]);
  }
  expect((await send('/api/v1/news', 1)).html).toContain('try again');
  expect((await server.ask('/submit')).body.toString()).not.toContain('Nothing was saved');
});

test('R-62 a refusal is prepared once, and costs the database nothing', async () => {
  await using server = await openServer({ pressure: pressureOf(() => 'severe') });
  await server.ask('/nothing/here');
  const { queries } = { ...readQueryCount() };
  for (let index = 0; index < 20; index++) expect((await server.ask('/nothing/here')).status).toBe(503);
  expect(readQueryCount().queries).toBe(queries);
});

test('R-62 some requests are admitted, some wait their turn in order, all others are refused at once', async () => {
  const line = openWaitingLine({ places: 2, entriesPerTurn: 10, maxWaiting: 2, maxWaitMs: 10_000 });
  const [first, second] = [await line.enter(), await line.enter()];
  const order: string[] = [];
  const third = line.enter().then((leave) => {
    order.push('third');
    return leave;
  });
  const fourth = line.enter().then((leave) => {
    order.push('fourth');
    return leave;
  });
  expect(await line.enter()).toBeUndefined();
  expect([line.inside, line.waiting]).toEqual([2, 2]);
  second?.();
  second?.();
  (await third)?.();
  (await fourth)?.();
  first?.();
  expect(order).toEqual(['third', 'fourth']);
  expect([line.inside, line.waiting]).toEqual([0, 0]);
});

test('R-62 a request that waits too long is refused, and takes no slot', async () => {
  const line = openWaitingLine({ places: 1, entriesPerTurn: 10, maxWaiting: 5, maxWaitMs: 5 });
  const leave = await line.enter();
  expect(await line.enter()).toBeUndefined();
  leave?.();
  expect(line.inside).toBe(0);
  (await line.enter())?.();
});

test('R-62 of requests that arrive together only some start before others get a turn', async () => {
  const line = openWaitingLine({ places: 10, entriesPerTurn: 2, maxWaiting: 10, maxWaitMs: 10_000 });
  const done: string[] = [];
  const work = async (name: string) => {
    const leave = await line.enter();
    done.push(name);
    leave?.();
  };
  const all = ['a', 'b', 'c', 'd', 'e'].map(work);
  await Promise.resolve().then(() => undefined);
  setImmediate(() => done.push('others'));
  await Promise.all(all);
  expect(done.indexOf('others')).toBeLessThan(done.indexOf('e'));
  expect([line.inside, line.waiting]).toEqual([0, 0]);
});

test('R-62 a slow machine alone refuses no one: only many requests count as load', async () => {
  const pressure = watchPressure();
  const line = openWaitingLine({ places: 32, entriesPerTurn: 32, maxWaiting: 64, maxWaitMs: 500 });
  pressure.heed(line.takePeak);
  const blockedUntil = async (isReached: () => boolean) => {
    for (const end = performance.now() + 10_000; !isReached() && performance.now() < end; ) {
      // Blocks the thread without using the processor.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
      await setTimeout(1);
    }
  };
  await blockedUntil(() => pressure.lag().p50 > 150);
  expect(pressure.lag().p50).toBeGreaterThan(150);
  expect(pressure.level()).toBe('none');
  const leaves = await Promise.all(Array.from({ length: 10 }, () => line.enter()));
  await blockedUntil(() => pressure.level() !== 'none');
  expect(pressure.level()).toBe('severe');
  for (const leave of leaves) leave?.();
  await until('no pressure', () => pressure.level() === 'none');
  pressure.close();
});
