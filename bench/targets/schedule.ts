import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { NounName } from '#app/collections.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { createPostgres } from '../../tests/postgres.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import type { Bench, Target } from '../bench.ts';
import { figureOf } from '../figures.ts';
import { asker } from '../one-request.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { atMost, type Row, row } from '../report.ts';
import { loadTown } from '../town-folder.ts';

const MOST_LATE_MS = 5000;
const OF_EACH = 10;
const NOUNS: NounName[] = ['articles', 'news', 'events', 'polls', 'businesses'];
/** Until then all are scheduled. */
const LEAD_MS = 15_000;
const LOOK_MS = 100;
const WORD = 'lanternfish';

/** When 50 items that are due at one moment are public, and whether each is published exactly once. */
export const schedule: Target = {
  name: 'schedule',
  title: `Publishing ${OF_EACH * NOUNS.length} items that are scheduled for one moment`,
  async run(bench) {
    return [
      ...(await onSqlite(bench, 'two workers on SQLite', (scene) => measure(scene))),
      ...(await onSqlite(bench, 'two workers on SQLite that were down at that moment', measureDown)),
      ...(await onPostgres(bench)),
    ];
  },
};

type Scene = {
  what: string;
  /** Starts all nodes. */
  open: () => Promise<OurSite[]>;
  write: WriteDb;
  token: string;
  hub: Hub;
};

async function onSqlite(bench: Bench, what: string, work: (scene: Scene) => Promise<Row[]>): Promise<Row[]> {
  bench.say(`schedule: ${what}`);
  const dataFolder = bench.town.copyFolder();
  return withScene(what, { dataFolder }, work, (environment) =>
    Promise.all([openOurSite(dataFolder, { environment: bench.environment, workers: 2, more: environment })]),
  );
}

async function onPostgres(bench: Bench): Promise<Row[]> {
  const what = 'two servers on one PostgreSQL';
  bench.say(`schedule: ${what}`);
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'belfry-bench-')));
  const server = await createPostgres({ settings: ['fsync=on', 'autovacuum=on'] });
  try {
    await server.start();
    const place = { dataFolder: folders[0] as string, databaseUrl: server.url };
    await loadTown(bench.options.articles, bench.environment, place, bench.say);
    return await withScene(what, { url: server.url }, measure, async (more) => {
      const sites: OurSite[] = [];
      for (const folder of folders)
        sites.push(
          await openOurSite(folder, { environment: bench.environment, databaseUrl: server.url, more }),
        );
      return sites;
    });
  } finally {
    await server.remove();
    for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  }
}

async function withScene(
  what: string,
  location: Parameters<typeof openDatabase>[0],
  work: (scene: Scene) => Promise<Row[]>,
  open: (more: Record<string, string>) => Promise<OurSite[]>,
): Promise<Row[]> {
  const hub = await openHub();
  const database = openDatabase(location);
  try {
    const { write } = database;
    const token = await createApiToken(write, { name: 'bench', scope: 'write', days: 9 }, Date.now());
    await write
      .insertInto('town_setting')
      .values({ name: 'webSubHub', value: hub.url })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: hub.url }))
      .execute();
    return await work({ what, open: () => open({ FETCH_ALLOW: hub.host }), write, token, hub });
  } finally {
    await database.close();
    await hub.close();
  }
}

async function measure(scene: Scene): Promise<Row[]> {
  const sites = await scene.open();
  try {
    const due = await scheduleAll(scene, sites[0] as OurSite);
    return await observe(scene, sites, due, due);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

async function measureDown(scene: Scene): Promise<Row[]> {
  const before = await scene.open();
  const due = await scheduleAll(scene, before[0] as OurSite).finally(() =>
    Promise.all(before.map((site) => site.stop())),
  );
  await wait(Math.max(0, due + 2000 - Date.now()));
  const sites = await scene.open();
  try {
    return await observe(scene, sites, due, Date.now());
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

/** Returns the moment: UTC epoch milliseconds. */
async function scheduleAll({ token }: Scene, site: OurSite): Promise<number> {
  const due = Math.ceil((Date.now() + LEAD_MS) / 1000) * 1000;
  const publishAt = new Date(due).toISOString();
  for (const noun of NOUNS)
    for (let at = 0; at < OF_EACH; at++) {
      const name = noun === 'businesses' ? 'name' : 'title';
      const dates = noun === 'events' ? { eventDate: new Date(due + DAY_MS).toISOString() } : {};
      const input = { ...sampleInputs[noun], ...dates, [name]: `A ${WORD} ${noun} ${at}` };
      const { status, body } = await asker(site)(`/api/v1/${noun}/due-${at}`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...input, publication: 'scheduled', publishAt }),
      });
      if (status !== 201) throw new Error(`scheduling returned ${status}: ${body}`);
    }
  if (Date.now() > due - 1000) throw new Error('the machine is too busy to schedule in time');
  return due;
}

/** Reads the lists of all nodes until all items are public; what shows them before `due` is counted. */
async function observe(
  { what, write, hub }: Scene,
  sites: OurSite[],
  due: number,
  since: number,
): Promise<Row[]> {
  let early = 0;
  let isWhole = false;
  while (!isWhole) {
    if (Date.now() > since + MINUTE_MS) throw new Error('after a minute not all items were public');
    const sentAt = Date.now();
    const counts = await Promise.all(
      // New connections, so that any of the workers may respond.
      sites.flatMap((site) => NOUNS.map((noun) => countPublic(site, noun))),
    );
    const receivedAt = Date.now();
    if (receivedAt < due) early += counts.reduce((sum, count) => sum + count, 0);
    isWhole = counts.every((count) => count === OF_EACH);
    if (!isWhole) await wait(Math.max(0, LOOK_MS - (receivedAt - sentAt)));
  }
  const late = Date.now() - since;
  const stale = await countStale(sites);
  await wait(5000);
  return [
    row(
      `${what}: until all are public on each`,
      { ours: figureOf([late], 'ms') },
      atMost(late, MOST_LATE_MS, '5 s'),
    ),
    countRow(`${what}: items that were public before`, early),
    countRow(`${what}: items not published exactly once`, await countNotOnce(write)),
    countRow(
      `${what}: outdated responses afterwards, of lists, feeds, search, sitemaps and calendars`,
      stale,
    ),
    countRow(`${what}: feeds of which the hub was not notified exactly once`, hub.countNotOnce()),
  ];
}

async function countPublic(site: OurSite, noun: NounName): Promise<number> {
  const text = await (
    await fetch(`${site.url}/api/v1/${noun}?limit=100`, { headers: { connection: 'close' } })
  ).text();
  return new Set(text.match(/"id":"due-\d"/g)).size;
}

/** Each is asked for several times, so that every worker responds. */
async function countStale(sites: OurSite[]): Promise<number> {
  const paths = [
    ...[
      '/articles',
      '/news',
      '/events',
      '/polls',
      '/businesses?category=Farms+and+food',
      `/search?q=${WORD}`,
    ],
    ...['/feeds/all.rss', '/feeds/articles.atom', '/feeds/news.json', '/feeds/events.rss', '/events.ics'],
    ...['/sitemaps/articles-1.xml', '/sitemaps/events-1.xml'],
  ];
  let stale = 0;
  for (const site of sites)
    for (const path of paths)
      for (let turn = 0; turn < 6; turn++) {
        const text = await (await fetch(site.url + path, { headers: { connection: 'close' } })).text();
        if (!/lanternfish|due-\d/i.test(text)) stale++;
      }
  return stale;
}

/** A scheduled item keeps its version when it becomes public; a second save would raise it. */
async function countNotOnce(write: WriteDb): Promise<number> {
  let wrong = 0;
  for (const table of ['article', 'news_item', 'event', 'poll', 'business'] as const) {
    const rows = await write
      .selectFrom(table)
      .select(['id', 'version'])
      .where('id', 'like', 'due-%')
      .execute();
    wrong += Math.abs(rows.length - OF_EACH) + rows.filter(({ version }) => version !== 1).length;
  }
  const left = await write.selectFrom('item_version').select('id').where('id', 'like', 'due-%').execute();
  return wrong + left.length;
}

function countRow(what: string, count: number): Row {
  return row(what, { ours: figureOf([count], '') }, atMost(count, 0, '0'));
}

type Hub = Awaited<ReturnType<typeof openHub>>;

/** A WebSub hub on loopback that counts its notifications. */
async function openHub() {
  const told = new Map<string, number>();
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    const topic = new URLSearchParams(body).get('hub.url') ?? '';
    told.set(topic, (told.get(topic) ?? 0) + 1);
    response.writeHead(202).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}/`,
    countNotOnce: () => {
      return told.size === 0 ? 1 : [...told.values()].filter((times) => times !== 1).length;
    },
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
