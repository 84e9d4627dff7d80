import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { anyDatabase, eachDatabase } from '../../tests/each-database.ts';
import { NOW } from '../../tests/operator.ts';
import { pictureFile } from '../../tests/pictures.ts';
import { some, typeImport } from '../../tests/typed-import.ts';

const picture = await pictureFile();

/** An old site on loopback that has one picture, and its export: a post with that picture, a missing one and a lead picture. */
async function openOldSite() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const isThere = request.url === '/wp-content/uploads/2024/05/fair.jpg';
    response.writeHead(isThere ? 200 : 404).end(isThere ? picture : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const uploads = `${origin}/wp-content/uploads/2024/05`;
  const post = (fields: Record<string, string>) =>
    `<item>${Object.entries(fields)
      .map(([name, value]) => `<${name}><![CDATA[${value}]]></${name}>`)
      .join('')}`;
  const date = '2024-05-01 10:00:00';
  const xml = `<?xml version="1.0"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/"
    xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Old</title><link>${origin}</link>
    <wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>${origin}</wp:base_blog_url>
    ${post({
      ...{ title: 'Fair', link: `${origin}/2024/05/fair/`, 'wp:post_id': '7', 'wp:post_type': 'post' },
      ...{ 'wp:status': 'publish', 'wp:post_date': date, 'wp:post_date_gmt': date },
      'content:encoded': `<p>Text</p><img src="${uploads}/fair.jpg" alt="The fair"><img src="${uploads}/gone.jpg">`,
    })}<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>9</wp:meta_value></wp:postmeta></item>
    ${post({ title: 'fair', 'wp:post_id': '9', 'wp:post_type': 'attachment', 'wp:attachment_url': `${uploads}/fair.jpg` })}</item>
    </channel></rss>`;
  return { xml, host: new URL(origin).host, asked, [Symbol.dispose]: () => server.close() };
}

eachDatabase(
  'pictures of the old site are copied once, and what cannot be copied stays and is listed',
  async (t) => {
    using old = await openOldSite();
    const { read } = t.database;
    const environment = { FETCH_ALLOW: old.host };
    const files = { 'old.xml': old.xml };
    const first = await typeImport(t, files, ['--pictures', 'fetch'], { environment });
    expect(some(first.result.moved)).toEqual({ articles: 1, pictures: 1, redirects: 2 });
    expect(first.result.refused).toMatchObject([
      { file: 'old.xml', id: expect.stringContaining('gone.jpg') },
    ]);
    const pictures = await read.selectFrom('picture').select(['id', 'alt']).execute();
    const [{ id } = { id: '' }] = pictures;
    expect(pictures).toEqual([{ id, alt: 'The fair' }]);
    const [article] = (await collections.articles.store.list(read, { limit: 2 })).items;
    const { description, picture: lead } = await collections.articles.store.find(read, article.id);
    expect(lead).toBe(id);
    expect(description).toContain(`<img src="/media/${id}-`);
    expect(description).toContain(`<img src="https://${old.host}/wp-content/uploads/2024/05/gone.jpg"`);
    const requests = old.asked.length;
    const again = await typeImport(t, files, ['--pictures', 'fetch'], { environment });
    // The missing one is tried again.
    expect([some(again.result.moved), old.asked.length]).toEqual([{}, requests + 1]);
    expect(await collections.articles.store.find(read, article.id)).toMatchObject({ version: 1 });
  },
);

anyDatabase(
  'pictures that could not be copied are copied by the next import, except where the item was edited here',
  async (t) => {
    using old = await openOldSite();
    const { read, write } = t.database;
    const files = { 'old.xml': old.xml };
    const environment = { FETCH_ALLOW: old.host };
    await typeImport(t, files);
    const dry = await typeImport(t, files, ['--pictures', 'fetch', '--dry-run'], { environment });
    expect(some(dry.result.moved)).toEqual({ pictures: 2 });
    const { result } = await typeImport(t, files, ['--pictures', 'fetch'], { environment });
    expect([some(result.moved), result.skipped.articles]).toEqual([{ pictures: 1 }, 1]);
    const [article] = (await collections.articles.store.list(read, { limit: 2 })).items;
    expect(article).toMatchObject({ version: 2, description: expect.stringContaining('<img src="/media/') });
    expect(article.picture).toEqual(expect.any(String));

    await write.deleteFrom('moved_item').where('kind', '=', 'pictures').execute();
    const { version, updatedAt, ...input } = article;
    await collections.articles.store.save(write, { ...input, title: 'Edited' }, { now: NOW + 1 });
    await typeImport(t, files, ['--pictures', 'fetch'], { environment });
    expect(await collections.articles.store.find(read, article.id)).toMatchObject({
      version: 3,
      title: 'Edited',
    });
  },
);

anyDatabase('without fetching, pictures stay where they are and no request is sent', async (t) => {
  using old = await openOldSite();
  const { printed } = await typeImport(t, { 'old.xml': old.xml });
  expect(printed).toContain('pictures: 2 found, 0 imported, 2 stay where they are, 0 rejected');
  expect(old.asked).toEqual([]);
});
