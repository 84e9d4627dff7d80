import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { seedNamedSource } from '../../../../tests/seed-inbox.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

/** Entries without an input, which can be discarded, but not published. */
async function seedMany(site: TestSite, count: number): Promise<void> {
  const source = await seedNamedSource(site.write, 'Lake Transit');
  const rows = Array.from({ length: count }, (_, at) => ({
    ...{
      id: `id-${at}`,
      stack: `id-${at}`,
      itemId: `id-${at}`,
      kind: 'new' as const,
      collection: 'news',
      source,
    },
    ...{ title: `Item ${at}`, link: null, item: '{}', changes: null, similar: null, startAt: null },
    ...{ receivedAt: NOW - at, snoozedUntil: null },
  }));
  for (let from = 0; from < count; from += 1000)
    await site.write
      .insertInto('inbox_entry')
      .values(rows.slice(from, from + 1000))
      .execute();
}

test('a decision about everything says how much is left, and takes the rest when it is repeated', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seedMany(site, 2003);
  const all = { show: 'news', do: 'discard', asked: String(NOW) };
  const part = await site.post('/admin/inbox/all', all, admin);
  const address = part.headers.get('Location') ?? '';
  expect(address).toMatch(/^\/admin\/inbox\?show=news&done=[0-9a-f-]+&left=1$/);
  const html = (await site.page(address, admin)).replaceAll('<!-- -->', '');
  expect(html).toContain('Discarded 2000 items. 3 more match and still wait.');
  const rest = await site.post('/admin/inbox/all', all, admin);
  expect(rest.headers.get('Location')).toMatch(/^\/admin\/inbox\?done=[0-9a-f-]+$/);
  expect(await site.write.selectFrom('inbox_entry').select('id').execute()).toEqual([]);
});

test('the address names few of the items that could not be published', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seedMany(site, 60);
  const refused = await site.post('/admin/inbox/all', { do: 'publish', asked: String(NOW) }, admin);
  const address = refused.headers.get('Location') ?? '';
  expect(new URL(address, 'https://town.example').searchParams.getAll('failed')).toHaveLength(20);
  expect(address).toContain('&refused=60');
});
