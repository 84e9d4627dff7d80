import { expect, test } from 'vitest';
import { formIn } from '../../../../tests/form-in.ts';
import { itemsIn, NOW, openDesk } from '../../../../tests/newsletter-desk.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('an issue is built from what was published, and arranged by buttons that save everything that was typed', async () => {
  await using desk = await openDesk();
  expect(itemsIn(await desk.open())).toEqual(['Roof', 'Bridge', 'Plow', 'Coming up: 2 events']);
  const typed = { subject: 'A new roof', preview: 'And a bridge', note: 'Good morning.\r\nIt snows.' };
  const moved = await desk.press('up news/plow', { ...typed, when: '2026-12-01T09:00' });
  const html = await moved.text();
  expect(moved.status).toBe(200);
  expect(itemsIn(html)).toEqual(['Roof', 'Plow', 'Bridge', 'Coming up: 2 events']);
  expect(formIn(html)).toMatchObject({
    ...typed,
    note: 'Good morning.\nIt snows.',
    when: '2026-12-01T09:00',
  });
  await desk.press('feature articles/bridge');
  await desk.press('leave news/plow');
  expect(itemsIn(await desk.open())).toEqual(['Bridge', 'Roof', 'Coming up: 2 events', '(Plow)']);
  await desk.press('add news/plow');
  expect(itemsIn(await desk.open())).toEqual(['Bridge', 'Roof', 'Plow', 'Coming up: 2 events']);
  expect(await desk.open()).toContain('value="A new roof"');
});

test('single events are left out and added back', async () => {
  await using desk = await openDesk();
  await desk.press('leave events/dance');
  expect(itemsIn(await desk.open())).toEqual(['Roof', 'Bridge', 'Plow', 'Coming up: 1 event']);
  await desk.press('add events/dance');
  expect(itemsIn(await desk.open())).toContain('Coming up: 2 events');
});

test('an issue with items of the sample town says so, and so does the page that sends it', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const warning = async (path: string) =>
    /This issue contains [^<]*/.exec((await site.page(path, admin)).replaceAll('<!-- -->', ''))?.[0];
  const pages = [address, `${address}/send`];
  for (const page of pages) expect(await warning(page)).toBeUndefined();
  for (const [collection, id] of [
    ['news', 'plow'],
    ['events', 'dance'],
  ] as const)
    await site.write.insertInto('sample_item').values({ collection, id }).execute();
  for (const page of pages)
    expect(await warning(page)).toBe('This issue contains 2 items of the sample town. ');
  await desk.press('leave news/plow');
  for (const page of pages)
    expect(await warning(page)).toBe('This issue contains 1 item of the sample town. ');
  await desk.press('leave events/dance');
  for (const page of pages) expect(await warning(page)).toBeUndefined();
});

test('building again can be undone', async () => {
  await using desk = await openDesk();
  await desk.press('leave news/plow', { note: 'Hello' });
  const html = await (await desk.press('rebuild')).text();
  expect(itemsIn(html)).toEqual(['Roof', 'Bridge', 'Plow', 'Coming up: 2 events']);
  expect(formIn(html).note).toBe('Hello');
  const [, undo = ''] = /value="(restore [^"]*)"/.exec(html) ?? [];
  await desk.press(undo);
  expect(itemsIn(await desk.open())).toEqual(['Roof', 'Bridge', 'Coming up: 2 events', '(Plow)']);
});

test('two editors: nothing that was typed is lost, and sending the same again is no conflict', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const form = formIn(await desk.open());
  await site.post(address, { ...form, subject: 'Theirs', do: 'save' }, admin);
  const again = await site.post(address, { ...form, subject: 'Theirs', do: 'save' }, admin);
  expect(again.status).toBe(200);
  const refused = await site.post(
    address,
    { ...form, subject: 'Mine', note: 'Long', do: 'leave news/plow' },
    admin,
  );
  const html = await refused.text();
  expect(refused.status).toBe(409);
  expect(html).toContain('Someone else changed this issue in the meantime');
  expect(html).toContain('<dd>Theirs</dd>');
  expect(itemsIn(html)).toContain('(Plow)');
  const kept = formIn(html);
  expect(kept).toMatchObject({ subject: 'Mine', note: 'Long' });
  expect((await site.post(address, { ...kept, do: 'save' }, admin)).status).toBe(200);
  expect(formIn(await desk.open())).toMatchObject({ subject: 'Mine', note: 'Long' });
});

test('wrong texts are refused by name, and stay', async () => {
  await using desk = await openDesk();
  const refused = await desk.press('save', { subject: 'x'.repeat(201), note: 'Kept' });
  const html = await refused.text();
  expect(refused.status).toBe(422);
  expect(html).toContain('Use at most 200 characters');
  expect(formIn(html).note).toBe('Kept');
});

test('an issue is scheduled for a time to come, and unscheduled', async () => {
  await using desk = await openDesk();
  expect(formIn(await desk.open()).when).toBe('2026-11-27T17:00');
  const past = await desk.press('schedule', { when: '2026-11-20T16:59' });
  expect([past.status, await past.text()]).toEqual([422, expect.stringContaining('Choose a time to come')]);
  const done = await (await desk.press('schedule', { when: '2026-11-21T08:30' })).text();
  expect(done).toContain('Scheduled for Saturday, November 21, 2026, 8:30 AM.');
  expect(await desk.site.page('/admin/newsletter', desk.admin)).toContain(
    'Saturday, November 21, 2026, 8:30 AM',
  );
  expect(await (await desk.press('unschedule')).text()).toContain('It is a draft again');
  expect(await desk.open()).not.toContain('Unschedule');
});

test('an issue that waits for approval says until when and what happens then', async () => {
  await using desk = await openDesk();
  await desk.site.write
    .updateTable('newsletter_issue')
    .set({ state: 'scheduled', unreviewed: 'skip', sendAt: NOW + DAY_MS })
    .execute();
  const words =
    'This issue waits for your OK until Saturday, November 21, 2026, 5:00 PM. Without it, it is skipped.';
  const list = await desk.site.page('/admin/newsletter', desk.admin);
  expect(list).toContain(words);
  expect(await desk.open()).toContain(words);
  const approved = await desk.site.post(desk.address, { do: 'approve' }, desk.admin);
  expect(await approved.text()).toContain(
    'Approved. It will be sent on Saturday, November 21, 2026, 5:00 PM.',
  );
  expect(await desk.open()).not.toContain('waits for your OK');
});

test('automatic saving stores the same form, and reports a conflict', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const form = formIn(await desk.open());
  const saved = await site.post(`${address}/autosave`, { ...form, note: 'Typed' }, admin);
  expect(await saved.json()).toMatchObject({ kind: 'saved', at: '5:00 PM', version: '2' });
  const conflict = await site.post(`${address}/autosave`, { ...form, note: 'Other' }, admin);
  expect([conflict.status, await conflict.json()]).toEqual([409, { kind: 'conflict' }]);
  expect(formIn(await desk.open()).note).toBe('Typed');
});

test('an automatic issue that no one changed stays automatic: looking and saving change nothing', async () => {
  await using desk = await openDesk();
  await desk.press('save');
  expect(formIn(await desk.open()).version).toBe('1');
});

test('a draft is deleted after a question, unless someone has changed it since', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const asked = formIn(await site.page(`${address}/removal`, admin));
  await desk.press('save', { note: 'New' });
  const refused = await site.post(`${address}/removal`, asked, admin);
  expect(refused.headers.get('Location')).toBe(`${address}/removal?refused=1`);
  const done = await site.post(
    `${address}/removal`,
    formIn(await site.page(`${address}/removal`, admin)),
    admin,
  );
  expect(done.headers.get('Location')).toBe('/admin/newsletter?removed=1');
  expect((await site.fetch(address, { headers: admin })).status).toBe(404);
});

test('an issue with nothing in it says so', async () => {
  await using desk = await openDesk();
  for (const key of ['articles/roof', 'articles/bridge', 'news/plow', 'events/*'])
    await desk.press(`leave ${key}`);
  expect(await desk.open()).toContain('There’s nothing in this issue yet.');
  const refused = await desk.site.post(`${desk.address}/send`, {}, desk.admin);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('nothing in this issue yet'),
  ]);
});

test('the preview is the email as it was saved last, in a frame that runs nothing', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const page = await site.fetch(address, { headers: admin });
  expect(page.headers.get('Content-Security-Policy')).toContain("frame-src 'self'");
  expect(await page.text()).toMatch(new RegExp(`<iframe[^>]* src="${address}/email\\?view=phone`));
  await desk.press('save', { note: 'Good morning' });
  const html = await site.fetch(`${address}/email`, { headers: admin });
  expect(html.headers.get('Content-Security-Policy')).toMatch(/default-src 'none'.*frame-ancestors 'self'/);
  expect(await html.text()).toMatch(/<base target="_blank">.*Good morning/s);
  const plain = await site.fetch(`${address}/email?view=plain`, { headers: admin });
  expect(plain.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  expect(await plain.text()).toContain('Good morning');
  const other = await (await desk.press('view plain', { note: 'Typed' })).text();
  expect(other).toContain(`${address}/email?view=plain`);
  expect(formIn(other).note).toBe('Typed');
  expect((await site.fetch(`${address.slice(0, -1)}x/email`, { headers: admin })).status).toBe(404);
});

test('only an administrator gets there', async () => {
  await using desk = await openDesk();
  for (const path of ['/admin/newsletter', desk.address, `${desk.address}/send`, `${desk.address}/email`]) {
    const { status, headers } = await desk.site.fetch(path, { headers: await desk.site.asMember() });
    expect([status, headers.get('Location')], path).toEqual([302, '/']);
  }
});

test('a subject that no one has written follows what is featured', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const form = formIn(await desk.open());
  expect(form.subject).toBe('Roof · Bridge');
  const html = await (await site.post(address, { ...form, do: 'feature news/plow' }, admin)).text();
  expect(formIn(html).subject).toBe('Plow · Roof');
  const written = await (await desk.press('save', { subject: 'Mine' })).text();
  expect(formIn(written)).toMatchObject({ subject: 'Mine' });
  await desk.press('feature articles/bridge');
  expect(formIn(await desk.open()).subject).toBe('Mine');
});

test('a test email is queued for one address, and a wrong one stays as it was typed', async () => {
  await using desk = await openDesk();
  const sent = await (await desk.press('test', { test: 'ruth@maplehollow.example' })).text();
  expect(sent).toContain('The test email to ruth@maplehollow.example is on its way.');
  const wrong = await desk.press('test', { test: 'nobody', note: 'Kept' });
  const html = await wrong.text();
  expect([wrong.status, html]).toEqual([422, expect.stringContaining('Enter an email address')]);
  expect(formIn(html)).toMatchObject({ test: 'nobody', note: 'Kept' });
});
