/** The page on which the columns of a table are chosen. */
import { expect, test } from 'vitest';
import { findImportRun } from '#app/moving/import/import-store.server.ts';
import { openImportSite } from '../../../../../tests/import-site.ts';

type Site = Awaited<ReturnType<typeof openImportSite>>;

const table = `Headline,Start Date,Where,Website,Contact,Contact,
"Pancake ""breakfast""",12/05/2026 8:00 AM,Grange Hall,https://old.example/pancake,Ann,x,y
Town meeting,2026-12-09,Town Hall,,Bob,x,y
`;

async function upload(site: Site, text: string, name = 'events.csv'): Promise<{ path: string; id: string }> {
  const sent = await site.start({ from: 'files' }, { files: new File([text], name) });
  const path = sent.headers.get('Location') ?? '';
  return { path, id: path.split('/')[3] ?? '' };
}

async function optionsOf(site: Site, id: string) {
  const { collection, columns, choices } = (await findImportRun(site.write, id))?.options ?? {};
  return { collection, columns, choices };
}

/** The row of a column, up to its last option. */
function columnRowOf(html: string, name: string): string {
  return html.split('<tr').find((row) => row.includes(`scope="row">${name}<`)) ?? '';
}

const events = { collection: 'events', shown: 'events' };

test('each column of the table is a row with its first values and what it becomes', async () => {
  await using site = await openImportSite();
  const { path } = await upload(site, table);
  const html = await site.see(path);
  const names = [...html.matchAll(/scope="row">([^<]*)</g)].map(([, name]) => name);
  expect(names).toEqual(['Headline', 'Start Date', 'Where', 'Website', 'Contact', 'Contact', 'Column 7']);
  expect(html).toMatch(/checked=""[^>]*value="events"/);
  expect(columnRowOf(html, 'Headline')).toContain('Pancake &quot;breakfast&quot; · Town meeting');
  expect(columnRowOf(html, 'Headline')).toMatch(/<option value="title" selected/);
  expect(columnRowOf(html, 'Where')).toMatch(/<option value="eventLocation" selected/);
  expect(columnRowOf(html, 'Contact')).toMatch(/<option value="" selected[^>]*>Leave out/);
  expect(html).toContain('Another column has the same name. Only the first one is imported.');
  expect(html).toContain('It has no name in the first row, so it is left out.');
});

test('a column of dates shows how its first values are read, with the month or with the day first', async () => {
  await using site = await openImportSite();
  const { path, id } = await upload(site, table);
  const row = columnRowOf(await site.see(path), 'Start Date');
  expect(row).toMatch(/12\/05\/2026 8:00 AM.*>December 5, 2026, 8:00 AM<.*>May 12, 2026, 8:00 AM</);
  expect(row).toMatch(/2026-12-09.*>December 9, 2026</);
  expect(await site.see(path)).toMatch(/name="date-order"[^>]*checked=""[^>]*value="month"/);
  const form = { ...events, 'column-0': 'title', 'column-1': 'eventDate' };
  await site.act(path, { ...form, 'date-order': 'day' });
  expect(await optionsOf(site, id)).toEqual({
    collection: 'events',
    columns: { title: 'Headline', eventDate: 'Start Date' },
    choices: { 'date-order': 'day' },
  });
});

test('the order that all dates show is not stored as a choice, so that later rows can contradict it', async () => {
  await using site = await openImportSite();
  const { path, id } = await upload(site, table);
  const form = { ...events, 'column-0': 'title', 'column-1': 'eventDate', 'date-order': 'month' };
  expect((await site.act(path, form)).status).toBe(303);
  expect((await optionsOf(site, id)).choices).toEqual({});
});

test('where a table has dates in both orders, none is chosen for the user', async () => {
  await using site = await openImportSite();
  const { path } = await upload(site, table.replace('2026-12-09', '13/06/2026'));
  const html = await site.see(path);
  expect(html).toContain('13/06/2026 has the day first. 12/05/2026 8:00 AM can be read in two ways.');
  expect(html).toMatch(/name="date-order"[^>]*checked=""[^>]*value=""/);
  expect(html).not.toMatch(/name="date-order"[^>]*checked=""[^>]*value="(month|day)"/);
});

test('other rows bring other fields, without a dry run, and fields that both have stay', async () => {
  await using site = await openImportSite();
  const { path, id } = await upload(site, table);
  const form = { ...events, collection: 'news', 'column-4': 'sourceName', 'column-3': '' };
  const response = await site.act(path, form);
  expect(response.status).toBe(200);
  const html = await response.text();
  expect(html).toMatch(/checked=""[^>]*value="news"/);
  expect(html).toMatch(/<option value="sourceName" selected/);
  expect(html).not.toContain('<option value="eventLocation"');
  expect(await optionsOf(site, id)).toEqual({ collection: undefined, columns: undefined, choices: {} });
});

test('two columns for one field, and a field that is missing, are errors that lose no choice', async () => {
  await using site = await openImportSite();
  const { path, id } = await upload(site, table);
  const form = { ...events, 'column-0': 'title', 'column-1': 'eventDate', 'date-order': 'day' };
  const twice = await site.act(path, { ...form, 'column-4': 'title' });
  expect(twice.status).toBe(400);
  const html = await twice.text();
  expect(html).toMatch(/id="column-0-error">“Headline” and “Contact” can’t both become “Title”/);
  expect(html).toMatch(/id="column-4-error">“Contact” and “Headline”/);
  expect(html.match(/<option value="title" selected/g)).toHaveLength(2);
  expect(html).toMatch(/name="date-order"[^>]*checked=""[^>]*value="day"/);
  const { 'column-1': _left, ...without } = form;
  const missing = await site.act(path, without);
  expect(missing.status).toBe(400);
  expect(await missing.text()).toMatch(
    /The dry run was not started\.(?: |<!-- -->)+Choose which column becomes “Date”\./,
  );
  expect((await optionsOf(site, id)).columns).toBeUndefined();
});

test('columns that were chosen before are chosen when the page is opened again', async () => {
  await using site = await openImportSite();
  const { path } = await upload(site, table);
  await site.act(path, {
    ...events,
    'column-0': 'title',
    'column-1': 'eventDate',
    'column-4': 'description',
  });
  await site.write.updateTable('move_in').set({ wanted: null, state: 'stopped' }).execute();
  const html = await site.see(path);
  expect(columnRowOf(html, 'Contact')).toMatch(/<option value="description" selected/);
  expect(columnRowOf(html, 'Where')).toMatch(/<option value="" selected/);
});

test('a table with thousands of columns shows the first ones and those that are recognized', async () => {
  await using site = await openImportSite();
  const names = Array.from({ length: 5000 }, (_, at) => `c${at}`);
  const { path } = await upload(site, `${[...names, 'Title'].join(',')}\n${names.join(',')},Fair\n`, 'a.csv');
  const html = await site.see(path);
  expect(html).toContain('4800 more columns are not recognized and left out.');
  expect(columnRowOf(html, 'Title')).toMatch(/<option value="title" selected/);
});
