/** Uploading, reading, changing, replacing and deleting documents with the API (product contract section 6). */
import { expect, test } from 'vitest';
import { pdfFile, scanFile } from '../../../tests/document-files.ts';
import { addTextDocument, uploadDocument } from '../../../tests/documents.ts';
import { longTest } from '../../../tests/long-test.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

type Json = Record<string, unknown> & { id: string; url: string; name: string };

const at = '2026-11-20T22:00:00.000Z';

async function call(site: TestSite, method: string, path: string, body?: unknown): Promise<Response> {
  const headers = { ...(await site.asAdmin()), Origin: site.origin, 'Content-Type': 'application/json' };
  return site.fetch(`/api/v1${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) });
}

function newsWith(documents: string[], more = {}) {
  return {
    title: 'Minutes are posted',
    link: 'https://example.org/minutes',
    description: '<p>The minutes of November 9.</p>',
    pubDate: '2026-11-13T12:00:00Z',
    documents,
    ...more,
  };
}

/** Publishes a news item with the documents. */
async function publish(site: TestSite, documents: string[], more = {}): Promise<Response> {
  return call(site, 'PUT', '/news/minutes', newsWith(documents, more));
}

test('an uploaded document is in the library with what it is, and the same file again gives the same document', async () => {
  await using site = await openSite();
  const file = await pdfFile({
    pages: ['Minutes', 'The tax rate'],
    title: 'Minutes of November 9',
    language: 'en-US',
  });
  const response = await uploadDocument(site, file, { name: '../../etc/minutes 9.pdf' });
  const json = (await response.json()) as Json;
  expect(response.status).toBe(201);
  expect(json).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    url: `${site.origin}/documents/${json.id}/minutes%209.pdf`,
    title: 'Minutes of November 9',
    name: 'minutes 9.pdf',
    type: 'pdf',
    bytes: file.length,
    pages: 2,
    language: 'en-US',
    summary: null,
    text: 'yes',
    tagged: 'no',
    problems: [{ code: 'untagged', message: expect.stringContaining('not tagged') }],
    uploadedAt: at,
    replacedAt: null,
    usedBy: [],
  });
  const again = await uploadDocument(site, file, { name: 'other.pdf', fields: { title: 'Another' } });
  expect([again.status, await again.json()]).toEqual([200, json]);
  const list = (await (await call(site, 'GET', '/documents?q=november')).json()) as { items: Json[] };
  expect(list.items).toEqual([json]);
});

longTest('the same new file at the same moment becomes one document', async () => {
  await using site = await openSite();
  const responses = await Promise.all([1, 2, 3].map(() => uploadDocument(site, Buffer.from('Agenda'))));
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
  const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as Json).id));
  expect(new Set(ids).size).toBe(1);
}, ['app/platform/media/documents']);

test('a document can have a title, a language and a summary, which can be changed; wrong ones are refused', async () => {
  await using site = await openSite();
  const fields = { title: 'Agenda', language: 'en-us', summary: 'What the board\ntalks about.' };
  const json = (await (await uploadDocument(site, Buffer.from('Agenda'), { fields })).json()) as Json;
  expect(json).toMatchObject({ title: 'Agenda', language: 'en-US', summary: 'What the board talks about.' });
  const changed = await call(site, 'PATCH', `/documents/${json.id}`, { summary: null, title: 'Agenda, new' });
  expect(await changed.json()).toMatchObject({ title: 'Agenda, new', summary: null, language: 'en-US' });
  for (const body of [{ title: '' }, { language: 'not a language' }, { summary: 'x'.repeat(2001) }])
    expect((await call(site, 'PATCH', `/documents/${json.id}`, body)).status).toBe(422);
  expect((await call(site, 'PATCH', `/documents/${json.id}`, { bytes: 1 })).status).toBe(400);
  expect((await call(site, 'PATCH', `/documents/${'0'.repeat(32)}`, { title: 'x' })).status).toBe(404);
});

longTest('what is no document, too large, empty, encrypted or broken is refused with a sentence, and nothing is stored (R-44)', async () => {
  await using site = await openSite();
  const encrypted = await pdfFile({ pages: ['secret'], password: 'word' });
  const refused: [Buffer, string, number][] = [
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'), 'map.svg', 415],
    [Buffer.from('MZ\x90\x00'), 'setup.exe', 415],
    [Buffer.from('%PDF-1.7 nothing'), 'broken.pdf', 422],
    [encrypted, 'secret.pdf', 422],
    [Buffer.alloc(0), 'empty.pdf', 422],
    [Buffer.alloc(25 * 1024 * 1024 + 1, 'a'), 'large.txt', 413],
    [Buffer.from('Plain text'), 'minutes.pdf', 415],
  ];
  for (const [file, name, status] of refused) {
    const response = await uploadDocument(site, file, { name });
    const json = (await response.json()) as { detail: string };
    expect([name, response.status], json.detail).toEqual([name, status]);
    expect(json.detail).toMatch(/[.]$/);
  }
  const { items } = (await (await call(site, 'GET', '/documents')).json()) as { items: Json[] };
  expect(items).toEqual([]);
}, ['app/platform/document-reader', 'app/platform/media']);

test('readers can have a document only while a published item uses it, and never as something that runs (R-46)', async () => {
  await using site = await openSite();
  const file = Buffer.from('The minutes of <b>November 9</b>.');
  const json = (await (await uploadDocument(site, file)).json()) as Json;
  const path = new URL(json.url).pathname;
  const statuses = async () => [
    (await site.fetch(path)).status,
    (await site.fetch(`/api/v1/documents/${json.id}`)).status,
    (await site.fetch('/api/v1/documents')).status,
  ];
  expect(await statuses()).toEqual([404, 404, 401]);
  await publish(site, [json.id], { publication: 'draft' });
  expect(await statuses()).toEqual([404, 404, 401]);
  await publish(site, [json.id]);
  expect(await statuses()).toEqual([200, 200, 401]);
  const response = await site.fetch(path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="minutes.txt"; filename*=UTF-8''minutes.txt`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'content-length': String(file.length),
  });
  expect(Buffer.from(await response.arrayBuffer()).equals(file)).toBe(true);
  const etag = response.headers.get('ETag') ?? '';
  expect((await site.fetch(path, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const part = await site.fetch(path, { headers: { Range: 'bytes=4-10' } });
  expect([part.status, await part.text()]).toEqual([206, 'minutes']);
  expect((await site.fetch(path, { headers: { Range: 'bytes=900-' } })).status).toBe(416);
  const usedBy = [{ collection: 'news', id: 'minutes', title: 'Minutes are posted', state: 'published' }];
  expect(await (await site.fetch(`/api/v1/documents/${json.id}`)).json()).toMatchObject({ usedBy });
  await publish(site, []);
  expect(await statuses()).toEqual([404, 404, 401]);
  await publish(site, [json.id]);
  await call(site, 'DELETE', '/news/minutes');
  expect(await statuses()).toEqual([404, 404, 401]);
});

longTest('a replaced file has the same address, says when, and keeps the earlier one for editors', async () => {
  await using site = await openSite();
  const json = (await (await uploadDocument(site, Buffer.from('First'))).json()) as Json;
  await publish(site, [json.id]);
  const path = `/${json.id}/file`;
  const replaced = await uploadDocument(site, Buffer.from('Second'), { path, method: 'PUT', name: 'x.txt' });
  expect(replaced.status).toBe(200);
  expect(await replaced.json()).toMatchObject({ id: json.id, url: json.url, bytes: 6, replacedAt: at });
  expect(await site.page(new URL(json.url).pathname)).toBe('Second');
  const version = `/admin/documents/${json.id}/versions/1`;
  expect(await site.page(version, await site.asAdmin())).toBe('First');
  expect(await site.page('/news/minutes/minutes-are-posted')).toContain('Replaced on November 20, 2026');
  const same = await uploadDocument(site, Buffer.from('Second'), { path, method: 'PUT' });
  expect([same.status, ((await same.json()) as Json).replacedAt]).toEqual([200, at]);
  await addTextDocument(site, 'Of another');
  const taken = await uploadDocument(site, Buffer.from('Of another'), { path, method: 'PUT' });
  expect(taken.status).toBe(409);
  const other = await pdfFile({ pages: ['Third'] });
  const pdf = await uploadDocument(site, other, { path, method: 'PUT', name: 'x.pdf' });
  expect(await pdf.json()).toMatchObject({ type: 'pdf', name: 'minutes.pdf' });
  const led = await site.fetch(new URL(json.url).pathname);
  expect([led.status, led.headers.get('Location')]).toEqual([302, `/documents/${json.id}/minutes.pdf`]);
  const missing = { path: `/${'0'.repeat(32)}/file`, method: 'PUT' };
  expect((await uploadDocument(site, Buffer.from('x'), missing)).status).toBe(404);
}, ['app/platform/media/documents']);

test('a document that is used, also by a draft or in the trash, is deleted only after it was taken away', async () => {
  await using site = await openSite();
  const id = await addTextDocument(site, 'Agenda');
  await publish(site, [id]);
  const remove = () => call(site, 'DELETE', `/documents/${id}`);
  const refused = await remove();
  expect(refused.status).toBe(409);
  const usedBy = [{ collection: 'news', id: 'minutes', title: 'Minutes are posted', state: 'published' }];
  expect(await refused.json()).toMatchObject({ usedBy });
  await call(site, 'DELETE', '/news/minutes');
  expect(await (await remove()).json()).toMatchObject({ usedBy: [{ ...usedBy[0], state: 'trash' }] });
  await call(site, 'DELETE', '/news/minutes?forever=true');
  const trash = (await (await call(site, 'GET', '/trash')).json()) as { items: { id: string }[] };
  expect(trash.items.length).toBeLessThanOrEqual(1);
});

test('every collection takes documents in order, refuses unknown ones, and shows what they are', async () => {
  await using site = await openSite();
  const ids = [await addTextDocument(site, 'One', 'one.txt'), await addTextDocument(site, 'Two', 'two.txt')];
  const order = ids.toReversed();
  expect(await (await publish(site, order)).json()).toMatchObject({ documents: order });
  const page = await site.page('/news/minutes/minutes-are-posted');
  expect(page).toMatch(
    /<a href="\/documents\/[0-9a-f]{32}\/two\.txt"[^>]*>Two<\/a> <span[^>]*>\(Text, 1 KB\)/,
  );
  expect(page.indexOf('two.txt')).toBeLessThan(page.indexOf('one.txt'));
  const unknown = await publish(site, ['0'.repeat(32)]);
  expect([unknown.status, await unknown.json()]).toEqual([
    422,
    expect.objectContaining({ errors: [expect.objectContaining({ field: 'documents.0' })] }),
  ]);
  expect((await publish(site, ['../../etc/passwd'])).status).toBe(422);
  const business = { name: 'Inn', category: 'Inns', address: 'Main Street', documents: [ids[0]] };
  const poll = { title: 'Roof?', description: 'The roof', options: ['Yes', 'No'], documents: [ids[1]] };
  expect(await (await call(site, 'PUT', '/businesses/inn', business)).json()).toMatchObject({
    documents: [ids[0]],
  });
  expect(await (await call(site, 'PUT', '/polls/roof', poll)).json()).toMatchObject({ documents: [ids[1]] });
  expect(await site.page('/businesses/inn/inn')).toContain('/one.txt');
  expect(await site.page('/polls/roof/roof')).toContain('/two.txt');

  const file = {
    name: 'Two',
    contentUrl: expect.stringMatching(/^http.*\/two\.txt$/),
    encodingFormat: 'text/plain',
  };
  expect(factsIn(page)).toMatchObject({ '@type': 'NewsArticle', associatedMedia: [file, { name: 'One' }] });
  expect(factsIn(await site.page('/businesses/inn/inn'))).toMatchObject({ subjectOf: [{ name: 'One' }] });
  const json = JSON.parse(await site.page('/feeds/news.json')) as { items: Record<string, unknown>[] };
  expect(json.items[0]).toMatchObject({
    content_html: expect.stringMatching(/<li><a href="http[^"]*\/two\.txt">Two<\/a> \(Text, 1 KB\)<\/li>/),
    attachments: [
      { url: file.contentUrl, mime_type: 'text/plain', title: 'Two', size_in_bytes: 3 },
      { title: 'One' },
    ],
  });
  expect(await site.page('/feeds/news.atom')).toMatch(
    /<link href="[^"]*\/one\.txt" rel="enclosure" type="text\/plain" title="One" length="3"\/>/,
  );
  const rss = await site.page('/feeds/all.rss');
  expect(rss).toMatch(/<enclosure url="[^"]*\/two\.txt" length="3" type="text\/plain"\/>/);
  expect(rss.match(/<enclosure/g)).toHaveLength(2);
});

/** What a page says of its item for search engines. */
function factsIn(html: string): unknown {
  const [, text = ''] = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text)['@graph'][0];
}

test('a scan is added with its finding, and its summary is beside it', async () => {
  await using site = await openSite();
  const json = (await (await uploadDocument(site, scanFile(), { name: 'scan.pdf' })).json()) as Json;
  expect(json).toMatchObject({
    text: 'no',
    problems: expect.arrayContaining([expect.objectContaining({ code: 'scan' })]),
  });
  await publish(site, [json.id]);
  await site.page('/news/minutes/minutes-are-posted');
  await call(site, 'PATCH', `/documents/${json.id}`, { summary: 'The board set the tax rate.' });
  expect(await site.page('/news/minutes/minutes-are-posted')).toContain(
    'In short: The board set the tax rate.',
  );
});
