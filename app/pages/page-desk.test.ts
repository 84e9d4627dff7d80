import { expect, test } from 'vitest';
import { openSite } from '../../tests/open-site.ts';
import { dueAtOf } from './page-due.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const SITE = 'http://localhost:3000';

async function openTown() {
  const site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const put = async (id: string, fields: object) => {
    const response = await site.fetch(`/api/v1/pages/${id}`, {
      method: 'PUT',
      headers: { ...admin, Origin: SITE, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: id, description: '<p>Text.</p>', ...fields }),
    });
    expect(response.status).toBe(201);
  };
  return { site, admin, put, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('a page is moved up and down in its own list, and every page follows; at the ends, nothing changes', async () => {
  await using town = await openTown();
  const { site, admin, put } = town;
  for (const id of ['one', 'two', 'three']) await put(id, { menu: 'menu' });
  await put('other', { menu: 'footer' });
  const order = async () =>
    [...(await site.page('/articles')).matchAll(/<li><a href="\/pages\/(\w+)"/g)].map(([, slug]) => slug);
  expect(await order()).toEqual(['one', 'two', 'three', 'other']);
  const move = async (id: string, to: string) =>
    expect((await site.post(`/admin/pages/${id}/move`, { to }, admin)).status).toBe(303);
  await move('three', 'up');
  expect(await order()).toEqual(['one', 'three', 'two', 'other']);
  await move('one', 'down');
  expect(await order()).toEqual(['three', 'one', 'two', 'other']);
  for (const [id, to] of [
    ['three', 'up'],
    ['two', 'down'],
    ['other', 'up'],
    ['two', 'sideways'],
    ['unknown', 'up'],
  ] as const)
    await move(id, to);
  expect(await order()).toEqual(['three', 'one', 'two', 'other']);
  const list = await site.page('/admin/pages', admin);
  expect([...list.matchAll(/Move <!-- -->up<!-- -->: <!-- -->(\w+)/g)].map(([, title]) => title)).toEqual([
    'three',
    'one',
    'two',
    'other',
  ]);
});

test('the Overview lists pages that are due until someone says that they are still right', async () => {
  await using town = await openTown();
  const { site, admin, put } = town;
  await put('fresh', { checkedAt: '2026-11-03T17:00:00Z', remindMonths: 1 });
  await put('dogs', { checkedAt: '2026-05-20T17:00:00Z', remindMonths: 6 });
  await put('snow', { checkedAt: '2025-11-01T17:00:00Z', remindMonths: 12 });
  await put('never', { checkedAt: '2020-11-01T17:00:00Z' });
  const due = async () =>
    [...(await site.page('/admin', admin)).matchAll(/action="\/admin\/pages\/(\w+)\/check"/g)].map(
      ([, id]) => id,
    );
  expect(await due()).toEqual(['snow', 'dogs']);
  expect(await site.page('/admin', admin)).toContain('Last checked May 20, 2026, due November 20, 2026');
  expect((await site.page('/admin/pages', admin)).match(/is-warning">Check it/g)).toHaveLength(2);
  expect((await site.post('/admin/pages/dogs/check', {}, admin)).status).toBe(303);
  expect(await due()).toEqual(['snow']);
  expect(await (await site.fetch('/api/v1/pages/dogs')).json()).toMatchObject({
    checkedAt: '2026-11-20T22:00:00.000Z',
  });
  expect(await site.page('/admin/pages/dogs/revisions', admin)).toContain('November 20, 2026');
});

test('a page is due months after it was checked, on the last day of a shorter month', () => {
  const checkedAt = Date.parse('2026-08-31T16:00:00Z');
  const due = dueAtOf({ checkedAt, remindMonths: 6, updatedAt: 0 }, 'America/New_York');
  expect(new Date(due ?? 0).toISOString()).toBe('2027-02-28T17:00:00.000Z');
  expect(dueAtOf({ checkedAt, remindMonths: null, updatedAt: 0 }, 'UTC')).toBeUndefined();
});
