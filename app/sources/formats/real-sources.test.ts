/** Feeds and calendars of public test suites, with what others read in them. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from '../../../tests/parsed-sources.ts';

const data = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

type Feed = {
  file: string;
  must: string;
  items?: number;
  feedTitle?: string | null;
  firstTitles?: (string | null)[];
  firstLinks?: (string | null)[];
  firstPublished?: (string | null)[];
};

type Calendar = {
  file: string;
  window?: [string, string];
  occurrences?: [string, string][];
  occurrenceCount?: number;
};

function expectedIn<Entry extends { file: string }>(folder: string): Entry[] {
  const file = join(data, folder, 'expected.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** xml:base of an item is not that of the next one, whatever feedparser says. */
const OWN_LINK: Record<string, string> = { 'https://example.com/first/second': 'https://example.com/second' };

const feeds = expectedIn<Feed>('feeds');

test.skipIf(feeds.length === 0)('every feed of ../shared/data/feeds has the items that are expected', () => {
  for (const { file, must, items, ...expected } of feeds) {
    const read = parse(readFileSync(join(data, 'feeds', file)), { zone: 'UTC' });
    if (must.startsWith('be rejected')) {
      expect([file, read.error]).toEqual([file, expect.stringMatching(/^This /)]);
      continue;
    }
    expect([file, read.error, read.items.length]).toEqual([file, null, items]);
    expect([file, new Set(read.items.map(({ sourceId }) => sourceId)).size]).toEqual([file, items]);
    if (!expected.firstTitles) continue;
    expect([file, read.title]).toEqual([file, expected.feedTitle ?? null]);
    const first = read.items.slice(0, expected.firstTitles.length);
    expect([file, ...first.map(({ title }) => title)]).toEqual([file, ...expected.firstTitles]);
    for (const [index, item] of first.entries()) {
      const link = expected.firstLinks?.[index];
      // Only an address of a page is a link, not any identifier.
      if (link?.startsWith('http')) expect([file, item.link]).toEqual([file, OWN_LINK[link] ?? link]);
      const published = expected.firstPublished?.[index];
      if (published) expect([file, item.pubDate]).toEqual([file, published]);
    }
  }
});

const calendars = expectedIn<Calendar>('calendars');

test.skipIf(calendars.length === 0)(
  'every calendar of ../shared/data/calendars has the dates on which two programs agree',
  () => {
    for (const { file, window, occurrences, occurrenceCount } of calendars) {
      const [from, to] = (window ?? ['2000-01-01', '2030-01-01']).map((day) =>
        Date.parse(`${day}T00:00:00Z`),
      ) as [number, number];
      const read = parse(readFileSync(join(data, 'calendars', file)), { zone: 'UTC', window: { from, to } });
      if (!occurrences) continue;
      const found = read.occurrences.map(
        ({ start, title, allDay }) => `${allDay ? start.slice(0, 10) : start} ${title}`,
      );
      const wanted = occurrences.map(
        ([start, title]) => `${inUtc(start)} ${title.replace(/\s+/g, ' ').trim()}`,
      );
      expect([file, found.length]).toEqual([file, occurrenceCount]);
      expect([file, ...wanted.filter((one) => !found.includes(one))]).toEqual([file]);
      expect([file, new Set(read.occurrences.map(({ sourceId }) => sourceId)).size]).toEqual([
        file,
        found.length,
      ]);
    }
  },
);

function inUtc(start: string): string {
  return start.length === 10 || start.endsWith('Z') ? start : `${start}Z`;
}
