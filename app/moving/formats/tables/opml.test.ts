import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDoubts, migrationSamples, readFound, readFoundIn } from '../../../../tests/read-found.ts';

type Outline = { xmlUrl?: string; outlines?: Outline[] };

for (const name of ['subscriptions', 'places', 'category', 'countries']) {
  const file = join(migrationSamples, `opml-${name}.opml`);
  test.skipIf(!existsSync(file))(`opml-${name}.opml has the feeds that another reader finds`, async () => {
    const expected = JSON.parse(readFileSync(file.replace('.opml', '.expected.json'), 'utf8'));
    const outlines = (of: Outline): Outline[] => [of, ...(of.outlines ?? []).flatMap(outlines)];
    const feeds = (expected.body.outlines as Outline[])
      .flatMap(outlines)
      .flatMap(({ xmlUrl }) => xmlUrl ?? []);
    const found = await readFound(file);
    expect(found.flatMap((each) => (each.kind === 'sources' ? each.address : []))).toEqual(feeds);
    const nothing = 'refused nothing  : There is nothing in it that can be imported';
    expect(listDoubts(found)).toEqual(feeds.length > 0 ? [] : [nothing]);
  });
}

const list = join(migrationSamples, 'opml-awesome-news.opml');

test.skipIf(!existsSync(list))('a feed reader’s list has all its feeds, with their names', async () => {
  const sources = (await readFound(list)).filter((each) => each.kind === 'sources');
  expect(sources).toHaveLength(readFileSync(list, 'utf8').split('xmlUrl=').length - 1);
  expect(sources.every(({ name, address }) => name && address.startsWith('http'))).toBe(true);
});

test('feeds in folders are found, and addresses that are none are refused', async () => {
  const found = await readFoundIn(
    'list.opml',
    `<opml version="1.0"><body><outline text="News"><outline title="A" xmlURL="feed://a.example/rss"/>
     <outline text="B" xmlUrl="javascript:alert(1)"/></outline><outline text="A note"/></body></opml>`,
  );
  expect(found).toMatchObject([
    { kind: 'sources', address: 'https://a.example/rss', name: 'A', doubts: [] },
    { kind: 'sources', doubts: [{ verdict: 'refused', field: 'xmlUrl' }] },
    { kind: 'left-out', what: 'entries without a feed', count: 1 },
  ]);
});
