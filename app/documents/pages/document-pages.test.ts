/** The library of documents, and documents in the forms of items, without JavaScript. */
import { expect, test } from 'vitest';
import { scanFile } from '../../../tests/document-files.ts';
import { addTextDocument } from '../../../tests/documents.ts';
import { formIn } from '../../../tests/form-in.ts';
import { longTest } from '../../../tests/long-test.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

/** Posts a form with files, as a browser without JavaScript does. */
async function send(
  site: TestSite,
  path: string,
  fields: Record<string, string | string[]>,
  files: [field: string, name: string, content: Buffer][],
): Promise<Response> {
  const body = new FormData();
  for (const [name, values] of Object.entries(fields))
    for (const value of [values].flat()) body.append(name, value);
  for (const [field, name, content] of files) body.append(field, new File([new Uint8Array(content)], name));
  return site.fetch(path, {
    method: 'POST',
    headers: { ...(await site.asAdmin()), Origin: site.origin },
    body,
  });
}

test('several documents are uploaded at once; what is refused is named, and the others are added', async () => {
  await using site = await openSite();
  const sent = await send(site, '/admin/documents', {}, [
    ['file', 'agenda.txt', Buffer.from('Agenda')],
    ['file', 'setup.exe', Buffer.from('MZ\x90\x00')],
    ['file', 'fees.csv', Buffer.from('fee,amount\nDog,8')],
  ]);
  expect(sent.status).toBe(415);
  const page = await sent.text();
  expect(page).toContain('setup.exe');
  expect(page).toContain('2 others were');
  expect(page).toContain('agenda.txt');
  expect((await send(site, '/admin/documents', {}, [])).status).toBe(400);
});

longTest('a single document is opened with what was found in it, and its summary is saved there', async () => {
  await using site = await openSite();
  const sent = await send(site, '/admin/documents', {}, [['file', 'scan.pdf', scanFile()]]);
  const path = sent.headers.get('Location') ?? '';
  expect([sent.status, path]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/documents\/[0-9a-f]{32}\?added=1$/),
  ]);
  const page = await site.page(path, await site.asAdmin());
  expect(page).toContain('This is a scan: it has no text.');
  const form = formIn(page);
  const at = path.replace('?added=1', '');
  const summary = 'The board set the tax rate.';
  const wrong = await send(site, at, { ...form, replace: '', title: '', summary }, []);
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining(summary)]);
  const typed = { version: form.version ?? '', title: 'Minutes', language: 'en', summary };
  expect((await send(site, at, typed, [])).headers.get('Location')).toBe(`${at}?saved=1`);
  const outdated = { ...typed, version: '1', title: 'Another' };
  expect((await send(site, at, outdated, [])).status).toBe(409);
  expect(await site.page('/admin/documents?q=minutes', await site.asAdmin())).toContain(
    'Scan: no text, with a summary',
  );
}, ['app/platform/document-reader', 'app/platform/media/documents']);

test('a document is replaced and deleted on its page; one that is used only after the page has said where', async () => {
  await using site = await openSite();
  const id = await addTextDocument(site, 'Agenda');
  const at = `/admin/documents/${id}`;
  const replaced = await send(site, at, { replace: '1' }, [['file', 'new.txt', Buffer.from('Agenda, new')]]);
  expect(replaced.headers.get('Location')).toBe(`${at}?replaced=1`);
  expect(await site.page(at, await site.asAdmin())).toContain('Earlier versions');
  const refused = await send(site, at, { replace: '1' }, [['file', 'new.exe', Buffer.from('MZ\x90\x00')]]);
  expect([refused.status, await refused.text()]).toEqual([
    415,
    expect.stringContaining('The file was not replaced.'),
  ]);
  const form = formIn(await site.page('/admin/news/add', await site.asAdmin()));
  const typed = { ...form, title: 'Minutes', description: '<p>Posted</p>', link: 'https://example.org/m' };
  await send(site, '/admin/news/add', { ...typed, documents: [id] }, []);
  const unasked = await site.post(`${at}/deletion`, {}, await site.asAdmin());
  expect(unasked.headers.get('Location')).toBe(`${at}/deletion`);
  expect(await site.page(`${at}/deletion`, await site.asAdmin())).toContain('Delete it everywhere');
  const deleted = await site.post(`${at}/deletion`, { used: '1' }, await site.asAdmin());
  expect(deleted.headers.get('Location')).toContain('/admin/documents?deleted=');
  const item = await site.fetch(`/api/v1/news/${form.id}`);
  expect(((await item.json()) as { documents: string[] }).documents).toEqual([]);
});

test('the form of an item takes files and documents of the library, and puts them in order', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await addTextDocument(site, 'From the library');
  const form = formIn(await site.page('/admin/news/add', admin));
  const typed = { ...form, title: 'Minutes', description: '<p>Posted</p>', link: 'https://example.org/m' };
  const files: [string, string, Buffer][] = [
    ['documentFile', 'one.txt', Buffer.from('One')],
    ['documentFile', 'bad.exe', Buffer.from('MZ\x90\x00')],
  ];
  const refused = await send(site, '/admin/news/add', { ...typed, documents: [id, ''] }, files);
  const page = await refused.text();
  expect(refused.status).toBe(400);
  expect(page).toContain('bad.exe: This file can’t be used.');
  const ids = [...page.matchAll(/name="documents" value="([0-9a-f]{32})"/g)].map(([, each = '']) => each);
  expect(ids).toEqual([id, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  const moved = await send(site, '/admin/news/add', { ...typed, documents: ids, arrange: `down ${id}` }, []);
  const order = [...(await moved.text()).matchAll(/name="documents" value="([0-9a-f]{32})"/g)].map(
    ([, each = '']) => each,
  );
  expect([moved.status, order]).toEqual([200, ids.toReversed()]);
  const saved = await send(site, '/admin/news/add', { ...typed, documents: order }, []);
  expect(saved.status).toBe(303);
  const item = (await (await site.fetch(`/api/v1/news/${form.id}`)).json()) as { documents: string[] };
  expect(item.documents).toEqual(order);
  const removed = await send(
    site,
    `/admin/news/${form.id}`,
    { ...typed, documents: order, arrange: `remove ${id}` },
    [],
  );
  expect(await removed.text()).not.toContain(`name="documents" value="${id}"`);

  // A form from before an upgrade, or a script, says nothing about documents.
  const at = `/admin/news/${form.id}`;
  const documentsNow = async () =>
    ((await (await site.fetch(`/api/v1/news/${form.id}`)).json()) as typeof item).documents;
  const { documents: _sent, ...silent } = formIn(await site.page(at, admin));
  const kept = await send(site, at, { ...silent, title: 'Minutes, posted' }, [
    ['documentFile', 'two.txt', Buffer.from('Two')],
  ]);
  expect([kept.status, await documentsNow()]).toEqual([
    303,
    [...order, expect.stringMatching(/^[0-9a-f]{32}$/)],
  ]);
  const draft: Record<string, string> = { ...formIn(await site.page(at, admin)), title: 'Minutes, changed' };
  const { documents: _empty, ...silentDraft } = draft;
  expect((await send(site, `/admin/news/${form.id}/autosave`, silentDraft, [])).status).toBe(200);
  const opened = await site.page(at, admin);
  expect(opened.match(/name="documents" value="[0-9a-f]{32}"/g)).toHaveLength(3);
  expect((await send(site, at, formIn(opened), [])).status).toBe(303);
  expect((await send(site, at, { ...formIn(await site.page(at, admin)), documents: '' }, [])).status).toBe(
    303,
  );
  expect(await documentsNow()).toEqual([]);
});
