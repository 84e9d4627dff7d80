import { expect, test } from 'vitest';
import { openImporting } from '../../../tests/imported-sources.ts';
import { openSite } from '../../../tests/open-site.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';

const calendar = (...names: string[]) =>
  calendarOf(...names.map((name) => eventOf(`UID:${name}`, `SUMMARY:${name}`, 'DTSTART:20261210T200000Z')));

test('an event that its source no longer lists is a question of its own: cancelled, or kept', async () => {
  await using site = await openSite();
  const town = openImporting(site.services);
  await town.addSource({ id: 'grange', feeds: 'events', trust: 'publish' });
  await town.read('grange', calendar('Choir', 'Market', 'Quilting'));
  await town.read('grange', calendar('Market', 'Quilting'));
  const [entry] = await town.waiting();
  const admin = await site.asAdmin();
  const html = (await site.page('/admin/inbox', admin)).replaceAll('<!-- -->', '');
  expect(html).toContain('<span class="kicker">No longer listed</span>');
  expect(html).toContain('Its source no longer lists this event. Readers see that it is unconfirmed.');
  expect(html).toContain('Thursday, December 10, 2026');
  expect(html).toContain('Mark as canceled<span');
  expect(html).toContain('Keep it<span');
  expect(html).not.toContain('<h4>Status</h4>');

  await site.post(`/admin/inbox/${entry?.id}/publish`, {}, admin);
  const event = await site.page(`/events/${entry?.itemId}/choir`);
  expect(event).toContain('Canceled');
});

test('a status that a source gives an event is shown in the words of its form', async () => {
  await using site = await openSite();
  const town = openImporting(site.services);
  await town.addSource({ id: 'grange', feeds: 'events', trust: 'review' });
  await town.read('grange', calendar('Choir'));
  const [entry] = await town.waiting();
  const admin = await site.asAdmin();
  await site.post(`/admin/inbox/${entry?.id}/publish`, {}, admin);
  await town.read('grange', calendar('Choir').replace('SUMMARY:', 'STATUS:CANCELLED\r\nSUMMARY:'));
  const html = (await site.page('/admin/inbox', admin)).replaceAll('<!-- -->', '');
  expect(html).toContain('<span class="kicker">Source changed</span>');
  expect(html).toMatch(/The source says: <\/span>Canceled/);
});
