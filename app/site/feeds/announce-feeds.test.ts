import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { findHubStatus } from '#app/town/hub-status.server.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openServer } from '../../../tests/open-server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { seeding } from '../../../tests/seed-items.ts';
import {
  announceFeeds,
  claimTopic,
  forgetOtherHubs,
  hasNews,
  isDue,
  listTopicNames,
  listTopics,
  recordLook,
  type Topic,
} from './announce-feeds.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const ORIGIN = 'http://localhost:3000';
const never = new AbortController().signal;

/** A hub on loopback: it records its notifications, and handles them as `spread` says. */
async function openHub(spread: (topic: string) => Promise<void> = async () => undefined) {
  const told: string[] = [];
  const hub = { told, status: 202, url: '', host: '' };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const said = new URLSearchParams(body);
    const topic = said.get('hub.url') ?? '';
    told.push(`${request.method} ${said.get('hub.mode')} ${topic.replace(ORIGIN, '')}`);
    await spread(topic);
    response.writeHead(hub.status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(hub, {
    url: `http://127.0.0.1:${port}/`,
    host: `127.0.0.1:${port}`,
    take: () => told.splice(0).sort(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

type Hub = Awaited<ReturnType<typeof openHub>>;

/** Runs the job at a time that the test chooses. */
function announcer(db: WriteDb, hub: Hub) {
  const clock = { at: NOW };
  const outbound = openOutbound({ reachable: [hub.host] });
  const announcing = { db, collections, siteUrl: ORIGIN, now: () => clock.at, outbound };
  return {
    clock,
    hasNews: () => hasNews(announcing),
    run: () => announceFeeds(announcing, never),
  };
}

function publishedOf(...names: string[]): string[] {
  const files = names.flatMap((name) => ['atom', 'json', 'rss'].map((format) => `${name}.${format}`));
  return files.map((file) => `POST publish /feeds/${file}`).sort();
}

test("A hub's subscribers get a new article as soon as it is published", async () => {
  const arrived: string[] = [];
  await using server = await openServer({ now: NOW });
  await using hub = await openHub(async (topic) => {
    const { body, headers } = await server.ask(topic.replace(ORIGIN, ''));
    expect(headers.link).toBe(`<${hub.url}>; rel="hub", <${topic}>; rel="self"`);
    arrived.push(`${topic} ${body}`);
  });
  const { write } = server.site;
  await saveTown(write, { webSubHub: hub.url });
  const { run, clock } = announcer(write, hub);
  await run();
  expect(hub.take()).toEqual(
    publishedOf('all', 'articles', 'events', 'meetings', 'news', 'newsletter', 'notices', 'polls'),
  );
  clock.at += 60_000;
  arrived.length = 0;
  await seeding(write, NOW).article('a1', { title: 'Snow on Ridge Road' });
  await run();
  expect(hub.take()).toEqual(publishedOf('all', 'articles'));
  expect(arrived.every((feed) => feed.includes('Snow on Ridge Road'))).toBe(true);
  expect(arrived.find((feed) => feed.includes('/all.rss'))).toContain(
    `<atom:link href="${hub.url}" rel="hub"/>`,
  );
  expect(arrived.find((feed) => feed.includes('/all.json'))).toContain(`"url": "${hub.url}"`);
  const { headers } = await server.ask('/feeds/all.rss?source=Commons+of+nobody');
  expect(headers.link).toBeUndefined();
});

eachDatabase(
  'Each change is announced once, whatever the number of processes',
  async ({ database: { write } }) => {
    await using hub = await openHub();
    await saveTown(write, { webSubHub: hub.url });
    const first = announcer(write, hub);
    const many = Array.from({ length: 4 }, () => announcer(write, hub));
    await Promise.all(many.map(({ run }) => run()));
    expect(hub.take()).toHaveLength(listTopicNames(collections).length);
    expect(await first.hasNews()).toBe(false);
    await seeding(write, NOW).news('n1');
    for (const { clock } of [first, ...many]) clock.at += 60_000;
    expect(await first.hasNews()).toBe(true);
    await Promise.all(many.map(({ run }) => run()));
    await first.run();
    expect(hub.take()).toEqual(publishedOf('all', 'news'));
  },
);

eachDatabase('A write that changes no feed is not announced', async ({ database: { write } }) => {
  await using hub = await openHub();
  await saveTown(write, { webSubHub: hub.url });
  const seed = seeding(write, NOW);
  for (let at = 0; at < 31; at++) await seed.article(`a${at}`, { pubDate: NOW - at });
  const { run, hasNews, clock } = announcer(write, hub);
  await run();
  hub.take();
  clock.at += 60_000;
  await seed.article('a30', { pubDate: NOW - 30, title: 'Old, and corrected' });
  expect(await hasNews()).toBe(true);
  await run();
  expect([hub.take(), await hasNews()]).toEqual([[], false]);
});

eachDatabase('Without a hub, nothing is announced', async ({ database: { write } }) => {
  await using hub = await openHub();
  const { run, hasNews } = announcer(write, hub);
  await seeding(write, NOW).article('a1');
  await run();
  expect([await hasNews(), hub.take(), await findHubStatus(write)]).toEqual([false, [], undefined]);
});

eachDatabase('A poll that opens by schedule is announced when it opens', async ({ database: { write } }) => {
  await using hub = await openHub();
  await saveTown(write, { webSubHub: hub.url });
  await seeding(write, NOW).poll('p1', { opensAt: NOW + 3_600_000 });
  const { run, hasNews, clock } = announcer(write, hub);
  await run();
  hub.take();
  expect(await hasNews()).toBe(false);
  clock.at += 3_600_000;
  expect(await hasNews()).toBe(true);
  await run();
  expect(hub.take()).toEqual(publishedOf('all', 'polls'));
});

eachDatabase(
  'A failing hub is retried, later each time, and a new hub is notified at once',
  async ({ database }) => {
    const { write } = database;
    await using hub = await openHub();
    await using other = await openHub();
    hub.status = 503;
    await saveTown(write, { webSubHub: hub.url });
    const { run, hasNews, clock } = announcer(write, hub);
    const tries: boolean[] = [];
    for (const minutes of [0, 0.9, 0.2, 4.9, 0.2]) {
      clock.at += minutes * 60_000;
      await run();
      tries.push(hub.take().length > 0);
    }
    expect(tries).toEqual([true, false, true, false, true]);
    const status = await findHubStatus(write);
    expect(status).toMatchObject({ trouble: 'It returned status 503', announcedAt: undefined });
    expect(await hasNews()).toBe(false);
    await saveTown(write, { webSubHub: other.url });
    await announceFeeds(
      {
        db: write,
        collections,
        siteUrl: ORIGIN,
        now: () => clock.at,
        outbound: openOutbound({ reachable: [other.host] }),
      },
      never,
    );
    expect(other.take()).toHaveLength(listTopicNames(collections).length);
    expect(await findHubStatus(write)).toMatchObject({ trouble: undefined, announcedAt: clock.at });
  },
);

test("The administrator configures a hub with https and sees if it can't be notified", async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await using hub = await openHub();
  await saveTown(site.write, { webSubHub: hub.url });
  // The site must not send requests to loopback on its own.
  const announcing = {
    db: site.write,
    collections,
    siteUrl: ORIGIN,
    now: () => NOW,
    outbound: openOutbound(),
  };
  await announceFeeds(announcing, never);
  expect(hub.take()).toEqual([]);
  const page = await site.page('/admin/settings', admin);
  expect(page).toContain('WebSub hub');
  expect(page).toMatch(/The hub could not be notified about new items\. .*This address is not allowed/);
  const values = formIn(page);
  const save = (webSubHub: string) => site.post('/admin/settings', { ...values, webSubHub }, admin);
  const refusedOnes = [
    'http://hub.example/',
    'https://hub.example/\u0007',
    'https://hub.example/>; rel="evil"',
  ];
  for (const refused of refusedOnes) {
    const response = await save(refused);
    expect([refused, response.status, await response.text()]).toEqual([
      refused,
      400,
      expect.stringContaining('begins with https://'),
    ]);
  }
  const saved = await save('https://hub.example/');
  expect(saved.status).toBe(303);
  expect(await site.page('/feeds/all.atom')).toContain('<link href="https://hub.example/" rel="hub"/>');
});

eachDatabase(
  'A slower check for the same hub does not release a claim, and a new hub does',
  async ({ database: { write } }) => {
    const look = { looked: 'https://hub.example/ 1', lookAgainAt: Number.MAX_SAFE_INTEGER, wanted: 'new' };
    const findTopic = async () => (await listTopics(write))[0] as Topic;
    await recordLook(write, 'all.rss', look);
    expect(await claimTopic(write, await findTopic(), NOW + 60_000)).toBe(true);
    await forgetOtherHubs(write, 'https://hub.example/');
    await recordLook(write, 'all.rss', look);
    expect(isDue(await findTopic(), NOW)).toBe(false);
    await forgetOtherHubs(write, 'https://hub.example/new');
    expect(isDue(await findTopic(), NOW)).toBe(true);
  },
);

test('A hub with a non-ASCII address is stored as a URL, and all feeds still work', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const values = formIn(await site.page('/admin/settings', admin));
  const saved = await site.post(
    '/admin/settings',
    { ...values, webSubHub: 'https://例え.jp/購読?名=一' },
    admin,
  );
  expect(saved.status).toBe(303);
  const url = 'https://xn--r8jz45g.jp/%E8%B3%BC%E8%AA%AD?%E5%90%8D=%E4%B8%80';
  for (const file of ['all.rss', 'all.atom', 'all.json', 'events.rss']) {
    const feed = await site.fetch(`/feeds/${file}`);
    expect([feed.status, feed.headers.get('Link')]).toEqual([
      200,
      expect.stringContaining(`<${url}>; rel="hub"`),
    ]);
  }
});
