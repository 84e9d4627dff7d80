import { expect, test } from 'vitest';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { news } from './news-collection.server.ts';
import { newsItemSchema } from './news-item.ts';

const item = {
  id: 'bridge',
  title: 'State sets aside $40 million',
  link: 'https://example.org/bridge',
  pubDate: '2026-11-20T16:12:00-05:00',
  description: '<p>Ours is ninth.</p>',
};

function problemsOf(input: unknown): [string, string][] {
  return (newsItemSchema.safeParse(input).error?.issues ?? []).map((issue) => [
    issue.path.join('.'),
    issue.message,
  ]);
}

test('title, link and description are required; sourceId, sourceName and sourceUrl are not', () => {
  expect(problemsOf({ id: 'bridge', pubDate: item.pubDate })).toEqual([
    ['title', 'Enter a title'],
    ['link', 'Enter a link'],
    ['description', 'Enter a description'],
  ]);
  expect(newsItemSchema.parse(item)).toEqual({
    ...item,
    legal: false,
    documents: [],
    pubDate: Date.parse('2026-11-20T21:12:00Z'),
    picture: null,
    sourceId: null,
    sourceName: null,
    sourceUrl: null,
  });
});

test('an empty optional field counts as missing, and an invalid one is reported', () => {
  const empty = { ...item, sourceId: '', sourceName: null, sourceUrl: '' };
  expect(newsItemSchema.parse(empty)).toMatchObject({ sourceId: null, sourceName: null, sourceUrl: null });
  expect(problemsOf({ ...item, sourceUrl: 'javascript:alert(1)' })).toEqual([
    ['sourceUrl', 'Enter a URL that begins with http:// or https://'],
  ]);
});

test.each(['javascript:alert(1)', 'ftp://example.org', '//example.org', 'https://', 'mailto:a@example.org'])(
  'a link to %s is refused',
  (link) => {
    expect(problemsOf({ ...item, link }).map(([field]) => field)).toEqual(['link']);
  },
);

test('a valid publication date is required', () => {
  expect(problemsOf({ ...item, pubDate: undefined })).toEqual([['pubDate', 'Enter a publication date']]);
  expect(problemsOf({ ...item, pubDate: '2026-02-30T00:00:00Z' })).toEqual([
    ['pubDate', 'Enter a publication date'],
  ]);
});

test('a new news item is prefilled except for title and description', () => {
  const now = Date.parse('2026-11-20T22:00:00Z');
  const draft = news.form.draft({ town: defaultTown, now, siteUrl: 'https://town.example' });
  expect(draft.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(draft).toEqual({
    id: draft.id,
    title: '',
    sourceId: `local:${draft.id}`,
    link: `https://town.example/news/${draft.id}`,
    pubDate: '2026-11-20T22:00:00.000Z',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: 'https://town.example',
    description: '',
  });
  expect(
    parseItem(news, draft, { siteUrl: 'https://town.example' }).problems?.map((problem) => problem.field),
  ).toEqual(['title', 'description']);
});
