import { expect, test } from 'vitest';
import { pdfFile } from '../../../tests/document-files.ts';
import { uploadDocument } from '../../../tests/documents.ts';
import { openSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

test('the words of an uploaded PDF are found once a published item has it, on its page, in all searches', async () => {
  await using site = await openSite();
  const file = await pdfFile({
    pages: ['Minutes of the selectboard.', 'A dog license costs nine dollars.'],
    title: 'Minutes of November 9',
  });
  const { id, url } = (await (await uploadDocument(site, file, { name: 'minutes.pdf' })).json()) as {
    id: string;
    url: string;
  };
  const search = async () =>
    (await (await site.fetch('/api/v1/search?q=dog+license')).json()) as { items: unknown[]; total: number };
  expect(await search()).toMatchObject({ items: [], total: 0 });
  const headers = { ...(await site.asAdmin()), Origin: site.origin, 'Content-Type': 'application/json' };
  const response = await site.fetch('/api/v1/news/selectboard-minutes', {
    method: 'PUT',
    headers,
    body: JSON.stringify({ ...sampleInputs.news, documents: [id] }),
  });
  expect(response.status).toBe(201);
  const { id: news } = (await response.json()) as { id: string };
  expect(await search()).toMatchObject({
    total: 1,
    items: [
      {
        kind: 'documents',
        id,
        title: 'Minutes of November 9',
        url: expect.stringMatching(new RegExp(`/documents/${id}/minutes\\.pdf#page=2$`)),
        date: null,
        snippet: 'A dog license costs nine dollars.',
      },
    ],
  });
  expect(url).toContain(`/documents/${id}/minutes.pdf`);
  const page = await (await site.fetch('/search?q=dog+license')).text();
  expect(page).toContain('<p class="kicker">Documents</p>');
  expect(page).toContain(`/documents/${id}/minutes.pdf#page=2"`);
  expect(page).toContain('<span>Page 2</span>');
  const only = await (await site.fetch('/search?q=dog+license&kind=documents')).text();
  expect(only).toMatch(/href="\/search\?q=dog\+license&amp;kind=documents" aria-current="page"/);
  expect(await (await site.fetch('/search/suggestions?q=minutes+nov')).json()).toMatchObject({
    items: [{ title: 'Minutes of November 9', kind: 'Documents', href: expect.stringContaining(id) }],
  });
  const list = await site.fetch('/api/v1/documents?q=license', { headers });
  expect(await list.json()).toMatchObject({ items: [{ id }] });
  await site.fetch(`/api/v1/news/${news}`, { method: 'DELETE', headers });
  expect(await search()).toMatchObject({ items: [], total: 0 });
  expect(await (await site.fetch('/search?q=dog+license')).text()).not.toContain(id);
});
