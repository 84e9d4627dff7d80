import { parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { type ResultRule, resultRules } from '#app/polls/poll.ts';
import { openServer } from '../../../tests/open-server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { seeding } from '../../../tests/seed-items.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 86_400_000;

/** Seventeen votes for the first option. */
async function vote(db: WriteDb, pollId: string): Promise<void> {
  const [first] = await db.selectFrom('poll_option').select('id').where('pollId', '=', pollId).execute();
  const rows = Array.from({ length: 17 }, (_, at) => ({
    pollId,
    receipt: `r${at}`,
    round: 1,
    kind: 'member' as const,
    choices: first?.id ?? '',
    ref: `f${at}`,
    position: null,
    hash: null,
  }));
  await db.insertInto('poll_ballot').values(rows).execute();
}

async function seedPolls(site: TestSite): Promise<void> {
  const seed = seeding(site.write, NOW);
  for (const resultsShown of resultRules) {
    await seed.poll(resultsShown, { resultsShown, closesAt: NOW + DAY_MS });
    await vote(site.write, resultsShown);
  }
}

/** All feeds' content about each poll. */
async function readFeeds(site: TestSite): Promise<Map<ResultRule, string>> {
  const found = new Map<ResultRule, string>();
  for (const name of ['polls', 'all']) {
    const { entries = [] } = parseAtomFeed(await site.page(`/feeds/${name}.atom`));
    const { items } = JSON.parse(await site.page(`/feeds/${name}.json`));
    const rss = (await site.page(`/feeds/${name}.rss`)).split('<item>').slice(1);
    for (const rule of resultRules) {
      const isOf = (one: unknown) => JSON.stringify(one).includes(`polls/${rule}`);
      const said = [entries.find(isOf), items.find(isOf), rss.find(isOf)];
      expect(said.every(Boolean)).toBe(true);
      found.set(rule, `${found.get(rule) ?? ''}${JSON.stringify(said)}`);
    }
  }
  return found;
}

test('Feeds contain no results of open polls, and of closed ones only what visitors may see', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await seedPolls(site);
  for (const [rule, said] of await readFeeds(site)) {
    expect(said, rule).toMatch(/Open until November 21, 2026/);
    expect(said, rule).not.toMatch(/17 votes|100%|Share|SHA-256/);
  }
  now += DAY_MS + 1;
  for (const sealed of [false, true]) {
    if (sealed) await closeDuePolls(site.write, now);
    for (const [rule, said] of await readFeeds(site)) {
      expect(said, rule).toMatch(/Closed November 21, 2026/);
      if (rule === 'admin') expect(said).not.toMatch(/17 votes|100%|Share|See and recount/);
      else expect(said, rule).toMatch(/17 votes.*100%/);
    }
  }
});

test('Feeds contain the head of a closed poll’s ballot chain, even if its results are not published', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await seedPolls(site);
  now += DAY_MS + 1;
  await closeDuePolls(site.write, now);
  for (const [rule, said] of await readFeeds(site)) {
    const closing = await site.write
      .selectFrom('poll_closing')
      .select('head')
      .where('pollId', '=', rule)
      .executeTakeFirst();
    expect(closing?.head).toMatch(/^[0-9a-f]{64}$/);
    expect(said, rule).toContain(closing?.head);
  }
});

test('A poll is in the feeds from its opening until it is archived', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await seeding(site.write, NOW).poll('p1', { opensAt: NOW + DAY_MS });
  const ids = async () => {
    const { items } = JSON.parse(await site.page('/feeds/polls.json'));
    return items.map((item: { url: string; date_published: string }) => item.date_published);
  };
  expect(await ids()).toEqual([]);
  now += DAY_MS;
  expect(await ids()).toEqual(['2026-11-21T22:00:00.000Z']);
  await site.write.updateTable('poll').set({ archived: 1 }).where('id', '=', 'p1').execute();
  expect(await ids()).toEqual([]);
});

test('A vote does not change feeds, the end of a poll does', async () => {
  let now = NOW;
  await using server = await openServer({ now: () => now });
  await seeding(server.site.write, NOW).poll('p1', { closesAt: NOW + 3_600_000 });
  const { headers } = await server.ask('/feeds/all.rss');
  const etag = { 'If-None-Match': String(headers.etag) };
  await vote(server.site.write, 'p1');
  const misses = () => {
    const figures = server.listener.figures();
    return figures.find(({ name }) => name === 'belfry_page_cache_misses_total')?.samples;
  };
  const before = misses();
  expect(before).toBeDefined();
  expect((await server.ask('/feeds/all.rss', etag)).status).toBe(304);
  expect(misses()).toEqual(before);
  now += 3_600_000;
  expect((await server.ask('/feeds/all.rss', etag)).status).toBe(200);
});
