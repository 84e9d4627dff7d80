import { expect, test } from 'vitest';
import { saveEvent } from '#app/events/event-store.server.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

/** 5 PM on Friday, November 20 in New York. */
const now = Date.parse('2026-11-20T22:00:00Z');

async function seedEvent(site: TestSite, id: string, eventDate: string): Promise<void> {
  const input = {
    id,
    sourceId: `local:${id}`,
    title: `Event ${id}`,
    link: `https://example.org/${id}`,
    pubDate: now,
    description: '<p>Come by.</p>',
    eventDate: Date.parse(eventDate),
    eventTime: '7:00 PM',
    eventLocation: 'Town Hall, second floor',
    enclosureUrl: '/illustrations/green.svg',
    enclosureType: 'image/svg+xml',
  };
  await saveEvent(site.write, input, { now });
}

async function asideOf(site: TestSite, path: string): Promise<string> {
  const html = (await site.page(path)).replaceAll('<!-- -->', '');
  return /<aside[\s\S]*?<\/aside>/.exec(html)?.[0] ?? '';
}

test('lists show the next three upcoming events', async () => {
  await using site = await openSite({ now });
  await seedEvent(site, 'yesterday', '2026-11-20T00:00:00Z');
  await seedEvent(site, 'd', '2026-11-25T00:00:00Z');
  await seedEvent(site, 'c', '2026-11-23T00:00:00Z');
  await seedEvent(site, 'this-morning', '2026-11-20T14:00:00Z');
  await seedEvent(site, 'a', '2026-11-20T23:00:00Z');
  await seedEvent(site, 'b', '2026-11-22T00:00:00Z');
  for (const path of ['/articles', '/news']) {
    const aside = await asideOf(site, path);
    expect(aside).toContain('aria-label="Also in Maple Hollow"');
    expect(aside).toContain('<h2>This week</h2>');
    const ids = [...aside.matchAll(/<a class="plain" href="\/events\/([^"]+)">/g)].map((match) => match[1]);
    expect(ids).toEqual(['a', 'b', 'c']);
    expect(aside).toContain('<span class="muted small">Sat 11/21, 7:00 PM, Town Hall</span>');
  }
});

test('events more than a week ahead are not called this week’s', async () => {
  await using site = await openSite({ now });
  await seedEvent(site, 'a', '2026-11-28T00:00:00Z');
  const aside = await asideOf(site, '/news');
  expect(aside).toContain('<h2>Coming up</h2>');
});

test('lists show an open poll', async () => {
  await using site = await openSite({ now });
  await savePoll(
    site.write,
    { id: 'rink', title: 'A rink?', description: '<p>x</p>', options: ['Yes', 'No'] },
    { now },
  );
  const aside = await asideOf(site, '/articles');
  expect(aside).toContain('<h3>A rink?</h3>');
  expect(aside).toContain('<a class="button" href="/polls/rink">Vote</a>');
});

test('without upcoming events and open polls, lists have no sidebar', async () => {
  await using site = await openSite({ now });
  for (const path of ['/articles', '/news']) expect(await asideOf(site, path)).toBe('');
});
