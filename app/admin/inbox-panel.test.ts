import { expect, test } from 'vitest';
import { openSite } from '../../tests/open-site.ts';
import { plantEntry, plantSource } from '../../tests/plant-source.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('the navigation and the Overview say how much waits in the inbox', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const empty = await site.page('/admin', admin);
  expect(empty).toContain('<a href="/admin/inbox" data-discover="true">Inbox</a>');
  expect(empty).not.toContain('Waiting for review');

  await plantSource(site.write, { id: 'ledger', name: 'The Hollow <b>Ledger' });
  for (const itemId of ['a', 'b', 'c', 'd'])
    await plantEntry(site.write, {
      ...{ source: 'ledger', collection: 'news', itemId, title: `Story ${itemId}` },
      receivedAt: NOW - (itemId === 'a' ? 86_400_000 : 60_000),
    });
  await plantEntry(site.write, {
    source: 'ledger',
    collection: 'events',
    itemId: 'e',
    snoozedUntil: NOW + 1,
  });
  const html = await site.page('/admin', admin);
  expect(html).toContain('Inbox<span class="badge is-warning">4<span class="vh"> to review</span></span>');
  expect(html).toMatch(/<a [^>]*href="\/admin\/inbox"[^>]*>Review all 4 items<\/a>/);
  const panel = /aria-labelledby="waiting".*?<\/section>/s.exec(html)?.[0] ?? '';
  expect(panel.match(/<h3>/g)).toHaveLength(3);
  expect(panel).toContain('The Hollow &lt;b&gt;Ledger');
  expect(panel).not.toContain('Story a');
});

test('however many dates an event has, the Overview counts and lists what else waits', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await plantSource(site.write, { id: 'ledger' });
  for (const itemId of ['a', 'b', 'c', 'd'])
    await plantEntry(site.write, {
      ...{ source: 'ledger', collection: 'news', itemId, title: `Story ${itemId}` },
      receivedAt: NOW - 86_400_000,
    });
  for (let date = 0; date < 250; date++)
    await plantEntry(site.write, {
      ...{ source: 'ledger', collection: 'events', itemId: `${date}`, title: `Yoga ${date}`, stack: 'yoga' },
      ...{ startAt: NOW + date * 86_400_000, receivedAt: NOW - 60_000 },
    });
  const html = await site.page('/admin', admin);
  expect(html).toMatch(/<a [^>]*href="\/admin\/inbox"[^>]*>Review all 5 items<\/a>/);
  const panel = /aria-labelledby="waiting".*?<\/section>/s.exec(html)?.[0] ?? '';
  expect([...panel.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, title]) => title)).toEqual([
    'Yoga 0',
    'Story a',
    'Story b',
  ]);
});
