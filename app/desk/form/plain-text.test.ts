import { expect, test } from 'vitest';
import { createArticle } from '../../../tests/admin-forms.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';

const typed = 'First paragraph\r\nwith a second line.\r\n \r\n\r\nThen 3 < 5 and x <y> z & more.\r\n';
const meant =
  '<p>First paragraph<br />with a second line.</p><p>Then 3 &lt; 5 and x &lt;y&gt; z &amp; more.</p>';

test('plain text of a form without JavaScript becomes paragraphs and lines, and keeps its angle brackets', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin, { description: typed });
  expect(await site.page(`/articles/${id}`)).toContain(meant);
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post(`/admin/articles/${id}`, { ...opened, title: 'Changed' }, admin);
  expect(await site.page(`/articles/${id}`)).toContain(meant);
});

test('HTML of a form stays HTML', async () => {
  await using site = await openSite();
  const html = 'Two <b>words</b>\n\nand more';
  const id = await createArticle(site, await site.asAdmin(), { description: html });
  expect(await site.page(`/articles/${id}`)).toContain(html);
});

test('plain text of the API, and what a form leaves unchanged of it, stays as it is', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const description = 'Sent by a program\n\nwith Fish &amp; Chips';
  const id = await createArticle(site, admin);
  const body = JSON.stringify({ description });
  const headers = { ...admin, 'Content-Type': 'application/json', Origin: site.origin };
  await site.fetch(`/api/v1/articles/${id}`, { method: 'PATCH', body, headers });
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post(`/admin/articles/${id}`, { ...opened, title: 'Changed' }, admin);
  const page = await site.page(`/articles/${id}`);
  expect(page).toContain('Changed');
  expect(page).toContain(description);
});

test('plain text of a page in Settings becomes paragraphs', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/settings', admin));
  const aboutText = 'Two neighbors.\r\n\r\nOne <town>.';
  const { version = '', contactText = '', privacyText = '' } = form;
  await site.post('/admin/settings', { version, aboutText, contactText, privacyText }, admin);
  expect(await site.page('/about')).toContain('<p>Two neighbors.</p><p>One &lt;town&gt;.</p>');
});
