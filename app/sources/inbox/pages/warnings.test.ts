import { expect, test } from 'vitest';
import { openSourceSite } from '../../../../tests/source-site.ts';
import { capFeedOf } from '../../../../tests/warning-feeds.ts';

async function openStormSite(facts: Record<string, unknown> = {}) {
  const site = await openSourceSite();
  site.answers['/warnings.atom'] = capFeedOf({ id: 'a1', headline: 'Blizzard' });
  const address = `http://${site.server.host}/warnings.atom`;
  const added = await site.call('', 'POST', { address, feeds: 'notices', name: 'Weather Service', ...facts });
  const source = (await added.json()) as { id: string };
  return {
    ...site,
    address,
    source,
    check: () => site.call(`/${source.id}/refresh`, 'POST'),
    inbox: async (path = '', body?: object) => {
      const response = await site.fetch(`/api/v1/inbox${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { ...site.admin, Origin: site.origin, 'Content-Type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      });
      return { status: response.status, body: await response.json() };
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

test('Find feed recognizes official warnings, and the form adds a source of them', async () => {
  await using site = await openStormSite();
  await site.call(`/${site.source.id}`, 'DELETE');
  const page = await site.read(`/admin/sources/add?address=${encodeURIComponent(site.address)}`);
  expect(page).toContain('Official warnings (CAP), 1 message');
  expect(page).toContain('Blizzard');
  const form = {
    ...{ address: site.address, name: 'Weather', feeds: 'notices', trust: 'publish', rank: 'primary' },
    ...{ zone: '', every: '5', severity: 'moderate', areas: 'Washington, VT\nVTC017' },
  };
  const refused = await site.send('/admin/sources/add', { ...form, severity: 'awful' });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain('Choose minor, moderate, severe, extreme');
  expect((await site.send('/admin/sources/add', form)).status).toBe(303);
  const { items } = (await (await site.call('')).json()) as { items: object[] };
  expect(items).toMatchObject([
    { feeds: 'notices', areas: ['Washington, VT', 'VTC017'], severity: 'moderate', every: 5 },
  ]);
});

test('A warning waits first in the inbox, goes up, and can be undone', async () => {
  await using site = await openStormSite();
  await site.call('', 'POST', { address: `http://${site.server.host}/paper.xml` });
  expect(await (await site.check()).json()).toEqual({ found: 1, new: 1, changed: 0, missing: 0 });

  const { items } = (await site.inbox()).body as { items: { id: string }[] };
  const entry = items.find((item) => 'kind' in item && item.kind === 'notices');
  expect(entry).toMatchObject({
    title: 'Blizzard',
    item: { kind: 'danger', text: expect.stringContaining('Blizzard.'), severity: 'severe', email: true },
  });
  expect((await site.inbox('?kind=notices')).body.items).toHaveLength(1);
  expect((await site.inbox('?kind=stories')).status).toBe(400);
  const page = await site.read('/admin/inbox');
  expect(page).toContain('Official warnings');
  expect(page).toContain('Put up');
  const id = entry?.id ?? '';
  expect((await site.page(`/admin/inbox/${id}/merge`, site.admin)).includes('Merge')).toBe(false);
  const merged = await site.inbox(`/${id}`, { action: 'merge', into: 'x' });
  expect(merged.status).toBe(409);

  expect((await site.send(`/admin/inbox/${id}/publish`)).status).toBe(303);
  expect(await site.page('/articles')).toContain('Blizzard.');
  const [notice] = (await (await site.fetch('/api/v1/notices')).json()).items;
  expect(notice).toMatchObject({ source: site.source.id, kind: 'danger' });
  expect(await site.page('/notices')).toMatch(/Source: (<!-- -->)?<a[^>]*>Weather Service/);
  expect((await site.inbox('/undo', {})).body).toMatchObject({ items: [{ title: 'Blizzard' }] });
  expect(await site.page('/articles')).not.toContain('Blizzard.');
  expect((await site.inbox('?kind=notices')).body.items).toHaveLength(1);
});

test('Other areas or another severity read the source again', async () => {
  await using site = await openStormSite({ areas: ['Essex, NY'], trust: 'publish' });
  expect(await (await site.check()).json()).toMatchObject({ found: 0 });
  const wrong = await site.call(`/${site.source.id}`, 'PATCH', { severity: 'awful' });
  expect(wrong.status).toBe(422);
  expect(await wrong.json()).toMatchObject({ errors: [{ field: 'severity' }] });
  await site.call(`/${site.source.id}`, 'PATCH', { areas: ['orange, vt'] });
  expect(await (await site.check()).json()).toMatchObject({ found: 1, new: 1 });
  expect(await site.page('/news')).toContain('Blizzard.');
});
