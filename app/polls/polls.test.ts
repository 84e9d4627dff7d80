import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import type { PollInput } from './poll.ts';
import { savePoll } from './poll-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

async function seed({ write }: TestSite, ...polls: Partial<PollInput>[]): Promise<void> {
  for (const [index, changes] of polls.entries()) {
    const poll = {
      id: `p${index}`,
      title: 'A poll',
      description: 'Why we ask.',
      options: ['Yes', 'No'],
    };
    await savePoll(write, { ...poll, ...changes }, { now });
  }
}

function numbered(count: number): Partial<PollInput>[] {
  return Array.from({ length: count }, (_, index) => ({
    title: `Question ${String(index).padStart(2, '0')}`,
    closesAt: now + (100 - index) * 1000,
  }));
}

function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain" href="\/polls\/[^"]+">([^<]*)<\/a>/g)].map(
    (match) => match[1] ?? '',
  );
}

function linkIn(html: string, rel: 'next' | 'prev'): string | undefined {
  return new RegExp(`<a class="button" rel="${rel}" href="([^"]+)"`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&');
}

test('open polls come first, then closed ones by closing date', async () => {
  await using site = await openSite({ now });
  const day = 24 * 60 * 60 * 1000;
  await seed(
    site,
    { title: 'Closed long ago', closesAt: now - 9 * day },
    { title: 'Open for long', closesAt: now + 9 * day },
    { title: 'Closed yesterday', closesAt: now - day },
    { title: 'Open without end' },
    { title: 'Not open yet', opensAt: now + day, closesAt: now + 2 * day },
  );
  const html = await site.page('/polls');
  expect(titlesIn(html)).toEqual([
    'Open without end',
    'Open for long',
    'Not open yet',
    'Closed yesterday',
    'Closed long ago',
  ]);
  expect(html).toContain('<a href="/polls" aria-current="page">Polls</a>');
  expect(html).toContain('<p class="meta">Open until November 29, 2026, 5:00 PM</p>');
});

test('a poll in the list shows the first words of its description', async () => {
  await using site = await openSite();
  await seed(site, { description: 'The road crew can do one mile.' });
  const html = await site.page('/polls');
  expect(html).toContain('<p>The road crew can do one mile.</p>');
  expect(html.replaceAll('<!-- -->', '')).toContain('<span class="small muted num">0 votes</span>');
});

test('the list hides the number of votes of polls with hidden results', async () => {
  await using site = await openSite();
  await seed(site, { resultsShown: 'closed' });
  expect(await site.page('/polls')).not.toContain('0 votes');
});

test('an empty list says so', async () => {
  await using site = await openSite();
  expect(await site.page('/polls')).toContain('No data found.');
});

test('ten polls per page, with Previous and Next links that can be shared', async () => {
  await using site = await openSite();
  await seed(site, ...numbered(21));
  const first = await site.page('/polls');
  const second = await site.page(linkIn(first, 'next') ?? '');
  const third = await site.page(linkIn(second, 'next') ?? '');
  expect([...titlesIn(first), ...titlesIn(second), ...titlesIn(third)]).toEqual(
    numbered(21).map(({ title }) => title),
  );
  expect([linkIn(first, 'prev'), linkIn(third, 'next')]).toEqual([undefined, undefined]);
  expect(titlesIn(await site.page(linkIn(third, 'prev') ?? ''))).toEqual(titlesIn(second));
});

test('Next is shown only if more items follow', async () => {
  await using site = await openSite();
  await seed(site, ...numbered(10));
  expect(linkIn(await site.page('/polls'), 'next')).toBeUndefined();
});

test('an invalid page number or cursor gives page 1 or a 404', async () => {
  await using site = await openSite();
  await seed(site, ...numbered(11));
  const first = titlesIn(await site.page('/polls'));
  for (const query of ['page=0', 'page=x', 'after=%00', 'after=!!', 'before=WyJhIiwiMSJd']) {
    expect(titlesIn(await site.page(`/polls?${query}`))).toEqual(first);
  }
  expect((await site.fetch('/polls?page=99')).status).toBe(404);
});

test("a poll's page has its options in order, and its id as a reference", async () => {
  await using site = await openSite();
  await seed(site, {
    id: 'band-night',
    title: 'When should band night start?',
    options: ['Seven', 'Six', 'Half past'],
  });
  const html = await site.page('/polls/band-night');
  expect(html).toContain('<title>When should band night start? | Maple Hollow Commons</title>');
  const options = [...html.matchAll(/<label class="choice">.*?<span>(.*?)<\/span>/g)].map(([, text]) => text);
  expect(options).toEqual(['Seven', 'Six', 'Half past']);
  expect(html).toContain('<code>band-night</code>');
  expect(html).toContain('Why we ask.');
});

test('hostile titles and options are shown literally', async () => {
  await using site = await openSite();
  const hostile = {
    id: 'hostile',
    title: 'Ünïcode & "quotes" <b>',
    options: ['Ja – sofort', 'Non, merci', '日本語', '<script>alert(1)</script>', '🎈'],
  };
  await seed(site, hostile);
  const [list, page] = await Promise.all([site.page('/polls'), site.page('/polls/hostile')]);
  expect(titlesIn(list)).toEqual(['Ünïcode &amp; &quot;quotes&quot; &lt;b&gt;']);
  expect(page).toContain('<h1>Ünïcode &amp; &quot;quotes&quot; &lt;b&gt;</h1>');
  expect(page).toContain('<span>&lt;script&gt;alert(1)&lt;/script&gt;</span>');
});

test('a description is shown literally', async () => {
  await using site = await openSite();
  await seed(site, { id: 'p', description: 'Say <i>naïve</i> & “curly”.<script>alert(1)</script>' });
  expect(await site.page('/polls/p')).toContain(
    'Say &lt;i&gt;naïve&lt;/i&gt; &amp; “curly”.&lt;script&gt;alert(1)&lt;/script&gt;',
  );
});

test('an unknown poll is a 404 with a link to the front page', async () => {
  await using site = await openSite();
  for (const path of ['/polls/none', '/polls/add', '/polls/a%20b', `/polls/${'x'.repeat(200)}`]) {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Oops! The page you are looking for does not exist.');
  }
});

test('no page of a poll contains a script', async () => {
  await using site = await openSite();
  await seed(site, { id: 'p' });
  for (const path of ['/polls', '/polls/p', '/polls/p/results', '/polls/p/vote'])
    expect(await site.page(path)).not.toMatch(/<script(?! type="application\/ld\+json">)/);
});
