import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedEntry, seedSource, seedSourceItem } from '../../../tests/seed-source.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const news = collections.news;

const said = {
  title: 'Hill Farm opens its gate',
  link: 'https://example.org/hill-farm',
  description: '<p>From nine in the morning.</p>',
};

/** A news item whose title an editor has changed, and of which the source has changed the title and the text since. */
async function seedEdited(site: TestSite): Promise<void> {
  const { write } = site;
  const input = news.json.schema.parse({ ...sampleInputs.news, id: 'a', title: 'The farm is open' });
  await news.store.save(write, input, { now: NOW });
  await seedSource(write, { id: 'ledger', name: 'The Hollow <b>Ledger' });
  const item = { source: 'ledger', collection: 'news', itemId: 'a' };
  const now = { ...said, title: 'Hill Farm opens two gates', description: '<p>From <b>ten</b>.</p>' };
  const [fields, base] = [JSON.stringify(now), JSON.stringify(said)];
  await seedSourceItem(write, { ...item, key: '1', ownId: 'a', fields, base });
  await seedEntry(write, { ...item, kind: 'change', changes: '[]' });
}

async function panelOf(site: TestSite): Promise<string> {
  const html = await site.page('/admin/news/a', await site.asAdmin());
  const [panel = ''] = /<section[^>]*aria-labelledby="item-sources".*?<\/section>/s.exec(html) ?? [];
  return panel
    .replace(/<span class="vh">.*?<\/span>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .trim();
}

const decide = async (site: TestSite, field: string, choice: string) =>
  site.post('/admin/news/a/source', { field, choice }, await site.asAdmin());

test('the form says where the item comes from, what an editor changed, and what the source says now', async () => {
  await using site = await openSite();
  await seedEdited(site);
  const panel = await panelOf(site);
  expect(panel).toContain('The Hollow <b>Ledger');
  expect(panel).toContain('Last confirmed today. You edited the title, so updates won’t change it.');
  expect(panel).toContain('Title: the source now says “Hill Farm opens two gates”');
  expect(panel).toContain('Description: the source now says “From ten.”');
});

test('the source’s value is taken in one field, and the item has a version to go back to', async () => {
  await using site = await openSite();
  await seedEdited(site);
  const response = await decide(site, 'description', 'source');
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/news/a?saved=1']);
  expect(await news.store.find(site.write, 'a')).toMatchObject({
    title: 'The farm is open',
    description: '<p>From <b>ten</b>.</p>',
  });
  const panel = await panelOf(site);
  expect(panel).not.toContain('Description');
  expect(panel).toContain('Title: the source now says');
  expect(await site.write.selectFrom('item_revision').select('kind').execute()).toHaveLength(2);
  expect(await site.write.selectFrom('inbox_entry').select('kind').execute()).toEqual([{ kind: 'change' }]);
});

test('what an editor wrote is kept and not asked about again, and the inbox is empty', async () => {
  await using site = await openSite();
  await seedEdited(site);
  await decide(site, 'title', 'mine');
  await decide(site, 'description', 'mine');
  expect(await news.store.find(site.write, 'a')).toMatchObject({
    title: 'The farm is open',
    description: '<p>From nine in the morning.</p>',
  });
  const panel = await panelOf(site);
  expect(panel).not.toContain('now says');
  expect(panel).toContain('You edited the title and description, so updates won’t change them.');
  expect(await site.write.selectFrom('inbox_entry').select('kind').execute()).toEqual([]);
  expect((await decide(site, 'title', 'source')).headers.get('Location')).toBe(
    '/admin/news/a?source=refused',
  );
});

test('an item without a source has no such panel, and only the administrator can decide', async () => {
  await using site = await openSite();
  await seedEdited(site);
  const member = await site.asMember();
  const form = { field: 'title', choice: 'source' };
  expect((await site.post('/admin/news/a/source', form, member)).headers.get('Location')).toBe('/');
  await site.write.deleteFrom('source_item').execute();
  expect(await panelOf(site)).toBe('');
});
