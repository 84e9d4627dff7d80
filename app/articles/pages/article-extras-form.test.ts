import { expect, test } from 'vitest';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;
type Form = Record<string, string | string[]>;
type Json = Record<string, unknown>;

/** 5:00 PM in the town. */
const NOW = Date.parse('2026-11-20T22:00:00Z');

const filled = {
  title: 'The plow crew',
  description: '<p>At ten past two.</p>',
  deck: 'Five drivers,\r\nfour trucks.',
  byline: 'Ruth Abelard',
  tags: ' Winter,, Town   roads, winter ',
  correction: ['The vote was on Monday.', ''],
  pinned: 'true',
};

const saved = {
  deck: 'Five drivers, four trucks.',
  byline: 'Ruth Abelard',
  tags: ['Winter', 'Town roads'],
  corrections: [{ date: '2026-11-20T22:00:00.000Z', text: 'The vote was on Monday.' }],
  pinned: true,
};

async function openForm(site: TestSite, admin: Headers, id = 'add'): Promise<Form> {
  return formIn(await site.page(`/admin/articles/${id}`, admin));
}

async function read(site: TestSite, admin: Headers, id: string): Promise<Json> {
  return (await site.fetch(`/api/v1/articles/${id}`, { headers: admin })).json();
}

/** A new article through the form; its id. */
async function create(site: TestSite, admin: Headers, changes: Form = {}): Promise<string> {
  const form: Form = { ...(await openForm(site, admin)), ...filled, ...changes };
  const response = await site.post('/admin/articles/add', form, admin);
  expect(response.status).toBe(303);
  return String(form.id);
}

/** What the inputs of the corrections contain: text, date, text, date … */
function correctionsIn(html: string): string[] {
  const inputs = html.matchAll(
    /<textarea[^>]*name="correction"[^>]*>([^<]*)<|<input[^>]*name="correction"[^>]*>/g,
  );
  return [...inputs].map(([tag, text]) => text ?? /value="([^"]*)"/.exec(tag)?.[1] ?? '');
}

test('the form saves them all, dates a new correction now, and shows them again', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const id = await create(site, admin);
  expect(await read(site, admin, id)).toMatchObject(saved);
  const page = await site.page(`/admin/articles/${id}`, admin);
  expect(page).toContain('Five drivers, four trucks.</textarea>');
  expect(page).toMatch(/name="tags"[^>]*value="Winter, Town roads"/);
  expect(page).toMatch(/name="pinned"[^>]*checked=""/);
  expect(correctionsIn(page)).toEqual(['The vote was on Monday.', '2026-11-20T17:00', '', '']);

  const form = formIn(page);
  const earlier = {
    ...form,
    correction: ['It was Tuesday.', '2026-11-20T17:00', 'Her name is Ada.', '2026-11-19T08:00'],
  };
  await site.post(`/admin/articles/${id}`, earlier, admin);
  expect((await read(site, admin, id)).corrections).toEqual([
    { date: '2026-11-20T22:00:00.000Z', text: 'It was Tuesday.' },
    { date: '2026-11-19T13:00:00.000Z', text: 'Her name is Ada.' },
  ]);
  const again = formIn(await site.page(`/admin/articles/${id}`, admin));
  const cleared = {
    ...again,
    correction: ['', '2026-11-20T17:00', 'Her name is Ada.', '2026-11-19T08:00', '', ''],
    tags: '',
    deck: '',
    byline: '',
  };
  await site.post(`/admin/articles/${id}`, cleared, admin);
  const left = await read(site, admin, id);
  expect(left.corrections).toEqual([{ date: '2026-11-19T13:00:00.000Z', text: 'Her name is Ada.' }]);
  expect(left).not.toHaveProperty('tags');
  expect(left).not.toHaveProperty('deck');
});

test('a form that only sends the text of a correction dates it now', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const id = await create(site, admin, { correction: 'The vote was on Monday.' });
  expect((await read(site, admin, id)).corrections).toEqual(saved.corrections);
});

const long = (length: number) => 'x'.repeat(length);

test.each<[field: keyof typeof filled, value: string | string[], message: string]>([
  ['deck', long(301), 'Use at most 300 characters'],
  ['byline', long(121), 'Use at most 120 characters'],
  ['byline', 'Ruth\u0007', 'Use one line of text'],
  ['tags', long(51), 'Use at most 50 characters'],
  ['tags', 'Winter, <b>Roads</b>', 'A tag can’t contain a comma, &lt; or &gt;'],
  ['tags', 'Win\u0007ter', 'Remove the control characters'],
  ['tags', '!!!', 'A tag needs a letter or a digit'],
  ['tags', Array.from({ length: 100 }, (_, at) => `tag ${at}`).join(','), 'Use at most 20 tags'],
  ['correction', ['Wrong.', '2026-11-20T17:01'], 'A correction can’t be dated in the future'],
  ['correction', ['Wrong.', 'yesterday'], 'Enter the date of the correction'],
  ['correction', [long(2001), ''], 'Use at most 2000 characters'],
  ['correction', ['Wrong\u0000.', ''], 'Remove the control characters'],
])(
  'bad input in %s (%.20s) is refused at the field, and nothing typed is lost',
  async (field, value, message) => {
    await using site = await openSite({ now: NOW });
    const admin = await site.asAdmin();
    const form: Form = { ...(await openForm(site, admin)), ...filled, [field]: value };
    const response = await site.post('/admin/articles/add', form, admin);
    const page = await response.text();
    expect(response.status).toBe(400);
    expect(page).toContain(`<span class="error" id="${field}-error">${message}</span>`);
    if (field !== 'deck')
      expect(page).toContain('<details class="fold mt" open=""><summary>Byline, tags and corrections');
    const { title, byline, tags } = form;
    expect(formIn(page)).toMatchObject({ title, byline, tags });
    if (field === 'correction' && message.startsWith('A correction'))
      expect(correctionsIn(page)).toEqual(['Wrong.', '2026-11-20T17:01', '', '']);
    expect((await site.fetch(`/api/v1/articles/${form.id}`)).status).toBe(404);
  },
);

test('clearing only the date of an existing correction is refused', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const id = await create(site, admin);
  const form = {
    ...(await openForm(site, admin, id)),
    correction: ['The vote was on Monday.', '', 'New.', ''],
  };
  const response = await site.post(`/admin/articles/${id}`, form, admin);
  expect(response.status).toBe(400);
  const page = await response.text();
  expect(page).toContain('Enter the date of the correction');
  expect(correctionsIn(page)).toEqual(['The vote was on Monday.', '', 'New.', '', '', '']);
});

test.each([
  ['tags', ['a', 'b,c'], 'tags.1'],
  ['tags', 'Winter', 'tags'],
  ['tags', [5], 'tags.0'],
  ['corrections', [{ date: '', text: 'Wrong.' }], 'corrections.0.date'],
  ['corrections', [{ date: '2026-11-20T22:00:01Z', text: 'Wrong.' }], 'corrections.0.date'],
  ['corrections', [{ date: '2026-11-20T22:00:00Z', text: '' }], 'corrections.0.text'],
  ['pinned', 'yes', 'pinned'],
])('the API names what is wrong with %s: %j', async (field, value, named) => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const response = await site.fetch('/api/v1/articles/a', {
    method: 'PUT',
    headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify({ ...sampleInputs.articles, [field]: value }),
  });
  expect(response.status).toBe(422);
  expect(((await response.json()) as { errors: Json[] }).errors).toMatchObject([{ field: named }]);
});

test('a draft keeps them as typed, saves itself, and is published with them', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const form: Form = { ...(await openForm(site, admin)), ...filled };
  const kept = await site.post('/admin/articles/add/autosave', form, admin);
  expect(await kept.json()).toMatchObject({ kind: 'saved' });
  const page = await site.page(`/admin/articles/${form.id}`, admin);
  expect(page).toMatch(/name="tags"[^>]*value="Winter, Town\s+roads, winter"/);
  expect(page).toMatch(/name="pinned"[^>]*checked=""/);
  expect(correctionsIn(page)).toEqual(['The vote was on Monday.', '2026-11-20T17:00', '', '']);
  const unchanged = await site.post(
    `/admin/articles/${form.id}/autosave`,
    { ...formIn(page), correction: correctionsIn(page) },
    admin,
  );
  expect(await unchanged.json()).toMatchObject({ kind: 'empty' });
  const sent = { ...formIn(page), correction: correctionsIn(page) };
  expect((await site.post(`/admin/articles/${form.id}`, sent, admin)).status).toBe(303);
  expect(await read(site, admin, String(form.id))).toMatchObject(saved);
});

test('versions are compared word by word, and restoring one keeps the pin where it is', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const id = await create(site, admin);
  const form = await openForm(site, admin, id);
  const changed = {
    ...form,
    deck: 'Five drivers, six trucks.',
    tags: 'Winter, Snow',
    correction: ['The vote was on Tuesday.', '2026-11-20T17:00'],
    pinned: '',
  };
  await site.post(`/admin/articles/${id}`, changed, admin);
  const page = await site.page(`/admin/articles/${id}/revisions?from=1&to=2`, admin);
  for (const label of ['Short summary', 'Tags', 'Correction', 'Pin to the top of the front page'])
    expect(page).toContain(`<h3>${label}</h3>`);
  expect(page).toMatch(/<del><span class="vh">Removed: <\/span>four/);
  expect(page).toMatch(/<ins><span class="vh">Added: <\/span>Tuesday/);
  await site.post(`/admin/articles/${id}/revisions`, { revision: '1' }, admin);
  const { pinned, ...text } = saved;
  expect(await read(site, admin, id)).toMatchObject(text);
  expect(await read(site, admin, id)).not.toHaveProperty('pinned');
});

test('a copy has the summary, byline and tags, but neither the corrections nor the pin', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const id = await create(site, admin);
  const page = await site.page(`/admin/articles/add?copy=${id}`, admin);
  expect(page).toMatch(/name="tags"[^>]*value="Winter, Town roads"/);
  expect(page).toContain('Five drivers, four trucks.</textarea>');
  expect(page).not.toMatch(/name="pinned"[^>]*checked=""/);
  expect(correctionsIn(page)).toEqual(['', '']);
});

test('the preview of a draft shows them, and leaves out what is not valid yet', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const form: Form = { ...(await openForm(site, admin)), ...filled, publication: 'draft' };
  await site.post('/admin/articles/add', form, admin);
  const address = `/admin/articles/${form.id}/preview/page`;
  const preview = await site.page(address, admin);
  expect(preview).toMatch(/By <!-- -->Ruth Abelard[\s\S]*The vote was on Monday\.[\s\S]*>Town roads<\/a>/);
  const changed = {
    ...(await openForm(site, admin, String(form.id))),
    tags: '<b>',
    correction: ['Wrong.', 'soon'],
  };
  await site.post(`/admin/articles/${form.id}`, { ...changed, publication: 'draft' }, admin);
  const invalid = await site.page(address, admin);
  expect(invalid).toContain('By <!-- -->Ruth Abelard');
  expect(invalid).not.toMatch(/rel="tag"|Wrong\./);
});
