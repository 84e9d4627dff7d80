import { expect, test } from 'vitest';
import { openSourceSite, seen } from '../../../../tests/source-site.ts';

/** A site with a source, and its page. */
async function openWithSource() {
  const site = await openSourceSite();
  const address = `${site.server.url}paper.xml`;
  const response = await site.call('', 'POST', { address, name: 'The Ledger', feeds: 'news' });
  const { id } = (await response.json()) as { id: string };
  return { ...site, id, path: `/admin/sources/${id}`, address };
}

test('a source is paused and resumed, each with its own button', async () => {
  await using site = await openWithSource();
  const { headers, status } = await site.send(`${site.path}/pause`);
  expect([status, headers.get('Location')]).toEqual([303, `${site.path}?saved=1`]);
  const paused = await site.read(site.path);
  expect(paused).toMatch(/is-quiet">Paused/);
  expect(paused).toContain(`action="${site.path}/resumption"`);
  expect(await site.read('/admin/sources?show=paused')).toContain('The Ledger');
  await site.send(`${site.path}/resumption`);
  expect(await site.read(site.path)).toContain(`action="${site.path}/pause"`);
  expect(await site.read('/admin/sources?show=paused')).toContain('No sources here.');
});

test('a source is changed; what someone else changed meanwhile is not overwritten silently', async () => {
  await using site = await openWithSource();
  const form = await site.formAt(`${site.path}/change`);
  const more = { rank: 'aggregator', zone: 'America/Denver', every: '15', feeds: 'articles' };
  const saved = await site.send(`${site.path}/change`, { ...form, ...more, name: 'Ledger' });
  expect(saved.status).toBe(303);
  const html = await site.read(site.path);
  for (const text of ['Ledger', 'Articles', 'Aggregator', 'America/Denver', 'Every 15 minutes'])
    expect(html).toContain(text);
  const late = await site.send(`${site.path}/change`, { ...form, ...more, name: 'Mine' });
  expect(late.status).toBe(409);
  expect(seen(await late.text())).toMatch(/Someone else changed this source.*value="Mine"/s);
  const wrong = await site.send(`${site.path}/change`, { ...form, ...more, address: 'ftp://x', every: '0' });
  expect(wrong.status).toBe(400);
  expect(seen(await wrong.text())).toMatch(/Address: .*How often to check: Enter at least 1 minute/s);
});

test('a source is removed only after a question, and comes back with its memory', async () => {
  await using site = await openWithSource();
  expect(await site.read(`${site.path}/removal`)).toContain('Remove “The Ledger”?');
  const { headers } = await site.send(`${site.path}/removal`);
  expect(headers.get('Location')).toBe('/admin/sources?removed=The+Ledger');
  expect(await site.read('/admin/sources?removed=The+Ledger')).toContain('“The Ledger” was removed');
  expect((await site.fetch(site.path, { headers: site.admin })).status).toBe(404);
  expect((await site.send(`${site.path}/pause`)).status).toBe(404);
  expect(await site.read('/admin/activity')).toContain('Removed the source The Ledger');
  const again = await site.call('', 'POST', { address: site.address, name: 'Back' });
  expect(await again.json()).toMatchObject({ id: site.id });
});

test('all sources but paused ones are checked with one button', async () => {
  await using site = await openWithSource();
  await site.call('', 'POST', { address: `${site.server.url}library.ics`, feeds: 'events' });
  await site.send(`${site.path}/pause`);
  const { headers } = await site.send('/admin/sources/check');
  expect(headers.get('Location')).toBe('/admin/sources?checking=1');
  expect(await site.read('/admin/sources?checking=1')).toContain('1 source will be checked now');
});

test('the page shows what is wrong, the last 30 days and the last checks', async () => {
  await using site = await openWithSource();
  const now = site.services.now();
  const source = site.id;
  await site.write
    .updateTable('source_state')
    .set({ failures: 4, failingSince: now - 3 * 86_400_000, problem: 'The server responded with status 404' })
    .where('source', '=', source)
    .execute();
  const counts = { found: 3, added: 2, changed: 1, missing: 0 };
  const none = { found: 0, added: 0, changed: 0, missing: 0, title: null, collection: null, itemId: null };
  await site.write
    .insertInto('source_check')
    .values([
      { ...{ source, at: now - 60_000, ms: 400, outcome: 'failed', problem: 'Not found (404)' }, ...none },
      {
        ...{ source, at: now - 90_000_000, ms: 31_000, outcome: 'new', problem: null, ...counts },
        ...{ title: 'Culvert work', collection: 'news', itemId: 'n1' },
      },
    ])
    .execute();
  await site.write
    .insertInto('source_day')
    .values([
      { source, day: '2026-11-18', checks: 24, failed: 1, added: 2 },
      { source, day: '2026-11-20', checks: 8, failed: 8, added: 0 },
    ])
    .execute();
  const html = await site.read(site.path);
  expect(html).toMatch(/role="alert".*The last 4 checks failed\. The server responded with status 404\./s);
  expect(html).toContain(`href="${site.path}/address"`);
  expect(html).toMatch(/Today, 4:59 PM.*Failed.*Not found \(404\).*0\.4 s/s);
  expect(html).toMatch(/2 new, 1 changed.*<a href="\/admin\/news\/n1"[^>]*>Culvert work<\/a>.*31 s/s);
  expect(html).toContain('The last 2 of 32 in 30 days');
  expect(html.match(/<rect/g)).toHaveLength(30);
  expect(html).toMatch(/<rect class="some" x="108".*<rect class="bad" x="116" y="0"/s);
  expect(html).toMatch(/November 16, 2026.*>2<.*>9</s);
  expect(await site.read('/admin')).toMatch(
    /Sources with problems.*>The Ledger<.*>Failing<.*The last 4 checks failed/s,
  );
  const list = await site.read('/admin/sources?show=attention');
  expect(list).toMatch(/role="alert".*The Ledger: The last 4 checks failed.*See what happened/s);
});

test('a source that moved to another host is confirmed with one button', async () => {
  await using site = await openWithSource();
  const movedTo = 'https://ledger.example/feed';
  await site.write
    .updateTable('source_state')
    .set({ stopped: 'moved', movedTo })
    .where('source', '=', site.id)
    .execute();
  expect(await site.read(site.path)).toMatch(/Nothing is imported until you confirm.*Use the new address/s);
  await site.send(`${site.path}/resumption`);
  expect(await site.read(site.path)).toContain(movedTo);
});

test('Check now shows what came in, or why it failed', async () => {
  await using site = await openWithSource();
  const checked = await site.send(`${site.path}/check`);
  expect(checked.status).toBe(303);
  const html = await site.read(checked.headers.get('Location') ?? '');
  expect(html).toContain('Checked. 1 new.');
  expect(html).toMatch(/Details.*RSS feed.*1 item<.*1 in the inbox/s);
  expect(html).toMatch(/1 new<.*Route 4 reopens/s);
  const again = await site.send(`${site.path}/check`);
  expect(await site.read(again.headers.get('Location') ?? '')).toContain('Checked. Nothing new.');
  site.answers['/paper.xml'] = 404;
  const failed = await site.send(`${site.path}/check`);
  const page = await site.read(failed.headers.get('Location') ?? '');
  expect(page).toContain('The check failed. The server responded with status 404 (Not Found)');
});

test('a feed that is gone is found again on its website, and used with one button', async () => {
  await using site = await openWithSource();
  site.answers['/paper.xml'] = 404;
  site.answers['/'] =
    '<html><head><link rel="alternate" type="application/rss+xml" href="/new.xml"></head></html>';
  site.answers['/new.xml'] =
    '<rss><channel><title>The Ledger</title><item><guid>1</guid><title>Same</title></item></channel></rss>';
  await site.send(`${site.path}/check`);
  expect(await site.read(site.path)).toMatch(/The last check failed.*Look for a new address/s);
  const form = await site.formAt(`${site.path}/address`);
  expect(form).toMatchObject({ found: `${site.server.url}new.xml`, address: '' });
  const { headers } = await site.send(`${site.path}/address`, form);
  const html = await site.read(headers.get('Location') ?? '');
  expect(html).toContain(`${site.server.url}new.xml`);
  expect(html).toMatch(/is-success">Working/);
  const wrong = await site.send(`${site.path}/address`, { ...form, address: 'ftp://x' });
  expect([wrong.status, seen(await wrong.text()).includes('value="ftp://x"')]).toEqual([400, true]);
});

test('what was merged and edited is listed, and a merge can be taken back', async () => {
  await using site = await openWithSource();
  const [first, second] = ['paper.xml', 'other.xml'].map((path) => `${site.server.url}${path}`);
  site.answers['/other.xml'] = site.answers['/paper.xml'] ?? '';
  const response = await site.call('', 'POST', {
    address: second,
    name: 'Copycat',
    feeds: 'news',
    rank: 'aggregator',
  });
  const { id: copycat } = (await response.json()) as { id: string };
  expect(first).toBe(site.address);
  await site.call(`/${site.id}`, 'PATCH', { trust: 'publish' });
  await site.call(`/${site.id}/refresh`, 'POST');
  await site.call(`/${copycat}/refresh`, 'POST');
  expect(await site.read('/admin/sources')).toContain(
    '2 sources. 2 items came in this week; 1 was published.',
  );
  const merged = await site.read(`/admin/sources/${copycat}`);
  expect(merged).toMatch(
    /“Route 4 reopens” and .*“Route 4 reopens”<\/a> of The Ledger: merged automatically/s,
  );
  const form = await site.formAt(`/admin/sources/${copycat}`);
  const split = await site.send(`/admin/sources/${copycat}/split`, form);
  const page = await site.read(split.headers.get('Location') ?? '');
  expect(page).toMatch(/They are separate again.*Review it in the inbox/s);
  expect(page).not.toContain('Not a duplicate');
  const { items } = (await (await site.fetch('/api/v1/news')).json()) as { items: { id: string }[] };
  const item = items[0] as { id: string };
  await site.fetch(`/api/v1/news/${item.id}`, {
    method: 'PATCH',
    body: JSON.stringify({ title: 'Route 4 is open' }),
    headers: { ...site.admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  expect(await site.read(site.path)).toMatch(
    /“Route 4 is open”<\/a>: you edited the title, so updates won’t change it\./,
  );
});
