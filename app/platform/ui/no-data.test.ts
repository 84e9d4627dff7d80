import { expect, test } from 'vitest';
import { openSite } from '../../../tests/open-site.ts';

const nextSteps = [
  ['articles', '/events'],
  ['news', '/articles'],
  ['events', '/articles'],
  ['polls', '/articles'],
  ['businesses', '/contact'],
];

/** The part of the page about the empty list. */
function emptyPart(html: string): string {
  return /<div class="empty">[\s\S]*?<\/div>/.exec(html)?.[0] ?? '';
}

test('an empty list says so, and links readers elsewhere and the administrator to + Create', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const member = await site.asMember();
  for (const [name, next] of nextSteps) {
    const create = `<a class="button button--primary" href="/admin/${name}/add">+ Create</a>`;
    for (const headers of [{}, member]) {
      const html = emptyPart(await site.page(`/${name}`, headers));
      expect(html, name).toContain('<h2>No data found.</h2>');
      expect(html, name).toContain(`<a href="${next}">`);
      expect(html, name).not.toContain('+ Create');
    }
    expect(emptyPart(await site.page(`/${name}`, admin)), name).toContain(create);
    expect(emptyPart(await site.page(`/admin/${name}`, admin)), name).toContain(create);
  }
});

test('an administrator’s search without results links back to the whole list', async () => {
  await using site = await openSite();
  const html = await site.page('/admin/news?q=zzzzzz', await site.asAdmin());
  expect(emptyPart(html)).toMatch(/<a href="\/admin\/news"[^>]*>Show the whole list<\/a>/);
});
