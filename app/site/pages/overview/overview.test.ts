import { expect, test } from 'vitest';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import { defaultPlan, saveBackupPlan } from '#app/moving/backup/backup-settings.server.ts';
import { openSite } from '../../../../tests/open-site.ts';
import { seedNamedSource, seedWaiting } from '../../../../tests/seed-inbox.ts';
import { people, seedSubscribers } from '../../../../tests/seed-newsletter.ts';
import { seedEntry, seedSource } from '../../../../tests/seed-source.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('the navigation and the Overview say how much waits in the inbox', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const empty = await site.page('/admin', admin);
  expect(empty).toContain('<a href="/admin/inbox" data-discover="true">Inbox</a>');
  expect(empty).not.toContain('Waiting for review');

  await seedSource(site.write, { id: 'ledger', name: 'The Hollow <b>Ledger' });
  for (const itemId of ['a', 'b', 'c', 'd'])
    await seedEntry(site.write, {
      ...{ source: 'ledger', collection: 'news', itemId, title: `Story ${itemId}` },
      receivedAt: NOW - (itemId === 'a' ? 86_400_000 : 60_000),
    });
  await seedEntry(site.write, {
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
  await seedSource(site.write, { id: 'ledger' });
  for (const itemId of ['a', 'b', 'c', 'd'])
    await seedEntry(site.write, {
      ...{ source: 'ledger', collection: 'news', itemId, title: `Story ${itemId}` },
      receivedAt: NOW - 86_400_000,
    });
  for (let date = 0; date < 250; date++)
    await seedEntry(site.write, {
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

test('what waits is published or discarded on the Overview, with Undo; what can’t be says why', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const source = await seedNamedSource(site.write, 'Lake Transit');
  const ferry = await seedWaiting(site.write, { source, title: 'Ferry', entry: { receivedAt: NOW - 1 } });
  const bus = await seedWaiting(site.write, { source, title: 'Bus', entry: { receivedAt: NOW - 2 } });
  await seedEntry(site.write, { source, collection: 'news', itemId: 'x', title: 'Empty', item: '{}' });
  const html = await site.page('/admin', admin);
  for (const what of ['publish', 'discard']) expect(html).toContain(`"/admin/inbox/${ferry}/${what}"`);
  expect(html).toContain(`href="/admin/news/${ferry}"`);
  const decide = async (path: string, form: Record<string, string> = {}) => {
    const response = await site.post(`/admin/inbox/${path}`, { back: '/admin', ...form }, admin);
    expect(response.status).toBe(303);
    return response.headers.get('Location') ?? '';
  };
  const location = await decide(`${ferry}/publish`);
  expect(location).toMatch(/^\/admin\?done=/);
  const published = await site.page(location, admin);
  expect(published).toContain('Published “Ferry”.');
  expect(published).toContain('2<span class="vh"> to review</span>');
  const batch = /name="batch" value="([^"]+)"/.exec(published)?.[1] ?? '';
  expect(await decide('undo', { batch })).toBe('/admin?undone=1');
  expect(await site.page('/admin?undone=1', admin)).toContain('Undone.');
  expect((await site.fetch(`/news/${ferry}`)).status).toBe(404);
  expect(await site.page(await decide(`${bus}/discard`), admin)).toContain('Discarded “Bus”.');
  const refused = await decide('news-x/publish');
  expect(refused).toBe('/admin?failed=news-x');
  expect(await site.page(refused, admin)).toMatch(/<p class="error">[\s\S]*?Title/);
});

test('the Overview names sources with problems, and how many others work', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  for (const id of ['gazette', 'ledger']) await seedSource(site.write, { id, name: `The ${id}` });
  expect(await site.page('/admin', admin)).not.toContain('Sources with problems');
  await site.write
    .updateTable('source_state')
    .set({ failures: 3, problem: 'The server did not respond', failingSince: NOW - 86_400_000 })
    .where('source', '=', 'ledger')
    .execute();
  const html = (await site.page('/admin', admin)).replaceAll('<!-- -->', '');
  const panel = /aria-labelledby="sources".*?<\/section>/s.exec(html)?.[0] ?? '';
  expect(panel).toMatch(/href="\/admin\/sources\/ledger"[^>]*>The ledger</);
  expect(panel).toContain('Failing</span> since Nov 19');
  expect(panel).toContain('The server did not respond');
  expect(panel).toContain('One other works.');
  expect(panel).not.toContain('gazette');
});

test('the Overview says when the next newsletter goes out and who gets it, once there is one', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const panelOf = async () => {
    const html = (await site.page('/admin', admin)).replaceAll('<!-- -->', '');
    return /aria-labelledby="newsletter".*?<\/section>/s.exec(html)?.[0];
  };
  expect(await panelOf()).toBeUndefined();
  await seedSubscribers(site.write, people(2));
  await site.write
    .updateTable('newsletter_subscriber')
    .set({ stateAt: NOW - 30 * 86_400_000 })
    .where('id', '=', 'subscriber-00001')
    .execute();
  const quiet = await panelOf();
  expect(quiet).toContain('No issue is in preparation.');
  expect(quiet).toContain('2 subscribers, 1 of them new this week');

  await site.post('/admin/newsletter', {}, admin);
  expect(await panelOf()).toContain('is a draft and not scheduled yet.');
  const planned = { state: 'scheduled' as const, subject: 'Ice', sendAt: NOW + 3_600_000 };
  await site.write.updateTable('newsletter_issue').set(planned).execute();
  expect(await panelOf()).toContain('“Ice” goes out today, 6:00 PM.');
});

test('the Overview says after 26 hours that there was no backup, also if each is killed and leaves no outcome', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const HOUR_MS = 3_600_000;
  const nothing = { tookMs: 0, bytes: null, rows: null, secondPlace: null, trouble: null };
  const note = (hours: number, file: string | null) =>
    recordRun(site.write, { ...nothing, kind: 'scheduled', at: NOW - hours * HOUR_MS, file });
  const late = /There has been no backup for (\d+) hours\. (.*?)\. If/;
  await note(31, null);
  expect(late.exec(await site.page('/admin', admin))?.slice(1)).toEqual(['31', 'None was made yet']);
  await note(30, 'good.belfry');
  await note(6, null);
  const shown = await site.page('/admin', admin);
  expect(late.exec(shown)?.slice(1)).toEqual(['30', 'The last one is of Thursday, November 19, 2026']);
  expect(await site.page('/admin/backups', admin)).toContain('Not finished');
  await saveBackupPlan(site.write, { ...defaultPlan, every: 'off' });
  expect(await site.page('/admin', admin)).not.toMatch(late);
  await saveBackupPlan(site.write, defaultPlan);
  await note(25, 'later.belfry');
  expect(await site.page('/admin', admin)).not.toMatch(late);
});
