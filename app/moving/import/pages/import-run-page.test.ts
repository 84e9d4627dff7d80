/** The pages of an import, as a browser without JavaScript uses them, on planted imports. */
import { expect, test } from 'vitest';
import { type ImportProgress, optionsSchema } from '#app/moving/import/import-run.ts';
import { openImportSite, seen } from '../../../../tests/import-site.ts';
import { seededReport, seedImport } from '../../../../tests/seed-import.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const PATH = `/admin/move-in/${ID}`;

type Site = Awaited<ReturnType<typeof openImportSite>>;

async function stateOf({ write }: Site) {
  const row = await write
    .selectFrom('move_in')
    .select(['state', 'wanted', 'options', 'version'])
    .where('id', '=', ID)
    .executeTakeFirstOrThrow();
  return { ...row, options: optionsSchema.parse(JSON.parse(row.options)) };
}

/** The numbers of a row of the table of what was found. */
function figures(html: string, type: string): string[] {
  const row = new RegExp(`<th scope="row">${type}</th>(.*?)</tr>`, 's').exec(html)?.[1] ?? '';
  return [...row.matchAll(/>([\d,]+)</g)].map(([, figure = '']) => figure);
}

test('the report of a dry run counts what was found, names what is rejected, and asks for each choice', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  const html = await site.see(PATH);
  for (const words of [
    'From Firebase. Nothing has changed yet.',
    'The dry run finished in 41 seconds.',
    'Decide',
    'eventDate is “11/31/2025”. November has 30 days.',
    '<strong>Passwords:</strong> 1,296 people keep theirs. 42 log in with Google as before.',
    '41 have no confirmed address',
    '<strong>Left out:</strong> comments (12).',
    '<strong>Town time:</strong> event times without a zone are treated as Eastern Time.',
    'Items without a usable date <span class="num muted">· 3</span>',
    '3,340 of 3,346 records are ready to import; 6 are not. 637 pictures are ready to copy.',
    'Import 3,340 records',
  ])
    expect(html).toContain(words);
  expect(figures(html, 'Events')).toEqual(['212', '209', '3']);
  // Only what has to be decided is asked.
  expect(html).not.toContain('choice-page');
});

test('Import saves the choices and starts once; pressing it twice or going back changes nothing', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  const { version } = await stateOf(site);
  const form = {
    ...{ do: 'import', version: String(version), pictures: 'keep' },
    ...{ 'choice-no-date': 'draft', 'choice-same-id': 'replace', 'choice-page': 'nonsense' },
  };
  const sent = await site.act(PATH, form);
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, PATH]);
  const started = await stateOf(site);
  expect(started).toMatchObject({
    wanted: 'import',
    options: { pictures: 'keep', choices: { 'no-date': 'draft', 'same-id': 'replace' } },
  });
  expect(await site.see(PATH)).toContain('Waiting to start');
  expect((await site.act(PATH, form)).headers.get('Location')).toBe(PATH);
  expect(await stateOf(site)).toEqual(started);
});

test('the choices of a form that is out of date are not used, and the page says so', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  const { version } = await stateOf(site);
  const form = { do: 'import', version: String(version) };
  await site.act(PATH, { ...form, 'choice-no-date': 'draft' });
  await site.act(PATH, { do: 'stop' });
  const late = await site.act(PATH, { ...form, 'choice-no-date': 'skip' });
  expect(late.headers.get('Location')).toBe(`${PATH}?late=1`);
  expect(await site.see(`${PATH}?late=1`)).toContain('Someone else changed this import.');
  expect((await stateOf(site)).options.choices).toMatchObject({ 'no-date': 'draft' });
});

test('a running import shows its progress, refreshes without JavaScript, and can be stopped and resumed', async () => {
  await using site = await openImportSite({ now: Date.parse('2026-11-20T21:21:00Z') });
  const progress: ImportProgress = {
    steps: [
      { step: 'records', done: 2002, total: 2002 },
      { step: 'accounts', done: 138, total: 1338 },
      { step: 'pictures', done: 0, total: 637 },
    ],
    at: 0,
  };
  await seedImport(site.write, {
    ...{ state: 'importing', wanted: 'import', progress: JSON.stringify(progress), finishedAt: null },
  });
  const html = await site.see(PATH);
  for (const words of [
    'From Firebase. Started at 4:20 PM.',
    '2,140 of 3,977 records',
    '138 of 1,338',
    'About 1 minute left.',
    '<meta http-equiv="refresh" content="5"',
    'Anything already imported stays.',
  ])
    expect(html.toLowerCase()).toContain(words.toLowerCase());
  expect(html).toMatch(/<progress[^>]*max="1338"[^>]*value="138"|<progress[^>]*value="138"[^>]*max="1338"/);
  await site.act(PATH, { do: 'stop' });
  const stopped = await site.see(PATH);
  expect(stopped).toContain('The import was stopped.');
  expect(stopped).toContain('Nothing was imported.');
  await site.act(PATH, { do: 'import' });
  expect(await stateOf(site)).toMatchObject({ wanted: 'import' });
});

test('a second import waits for the first one, and says so', async () => {
  await using site = await openImportSite();
  await seedImport(site.write, { id: '22222222-2222-4222-8222-222222222222', state: 'importing' });
  await seedImport(site.write, { wanted: 'import' });
  expect(await site.see(PATH)).toContain('Another import is running. This one starts when it is done.');
});

test('a failed import says why, and can be tried again', async () => {
  await using site = await openImportSite();
  const trouble = 'firestore.json is no longer on the server';
  await seedImport(site.write, { state: 'failed', trouble, report: null });
  const html = await site.see(PATH);
  expect(html).toContain('The dry run failed.');
  expect(html).toContain(trouble);
  await site.act(PATH, { do: 'dry-run' });
  expect(await stateOf(site)).toMatchObject({ wanted: 'dry-run' });
});

test('the page of a finished import says what is next, and Undo asks first', async () => {
  await using site = await openImportSite();
  await seedImport(site.write, { state: 'done' });
  const moved = {
    origin: 'firebase',
    kind: 'articles',
    tag: null,
    takenHash: null,
    moveIn: ID,
    createdAt: 0,
  };
  const rows = ['a1', 'a2'].map((key) => ({ ...moved, key, itemId: key }));
  await site.write.insertInto('moved_item').values(rows).execute();
  const html = await site.see(PATH);
  for (const words of [
    'Success!',
    '2 records were imported: 2 articles.',
    '3,338 records were here already',
    'Review the 6 rejected records',
    '3 pictures could not be copied and stay on the old site.',
    'Not imported',
  ])
    expect(html).toContain(words);
  await site.write.deleteFrom('move_in_problem').execute();
  expect(await site.see(PATH)).toContain('The list of these records was deleted 7 days after the import.');
  const question = await site.see(`${PATH}/undo`);
  expect(question).toContain('Undo this import?');
  expect((await stateOf(site)).wanted).toBeNull();
  const undone = await site.act(`${PATH}/undo`, {});
  expect(undone.headers.get('Location')).toBe(PATH);
  expect((await stateOf(site)).wanted).toBe('undo');
  // Again, from the browser's history.
  const back = await site.fetch(`${PATH}/undo`, { headers: site.admin });
  expect(back.headers.get('Location')).toBe(PATH);
});

test('an import that found nothing new has no button to import', async () => {
  await using site = await openImportSite();
  const { found } = seededReport;
  const report = { ...seededReport, moved: {}, skipped: found, refused: {}, classes: [] };
  await seedImport(site.write, { report: JSON.stringify(report) });
  const html = await site.see(PATH);
  expect(html).toContain('There is nothing new to import.');
  expect(html).toContain('3,346 are here already or left out by your choices.');
  expect(html).not.toContain('value="import"');
});

test('rejected records are paged by keyset, and the whole list is a CSV file that is safe for spreadsheets', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  const row = {
    moveIn: ID,
    verdict: 'refused' as const,
    class: 'no-date',
    file: 'a.json',
    title: 'T',
    field: '',
  };
  const more = Array.from({ length: 120 }, (_, index) => ({
    ...{ ...row, number: index + 5, record: `news/n${index}`, problem: 'link is missing' },
  }));
  await site.write.insertInto('move_in_problem').values(more).execute();
  const records = new Set<string>();
  let pages = 0;
  for (let path: string | undefined = `${PATH}?list=refused.no-date`; path && pages < 5; pages++) {
    const html = await site.see(path);
    for (const [, record = ''] of html.matchAll(/<code class="small">([^<]+)</g)) records.add(record);
    path = /href="([^"]+)"[^>]*>Next/.exec(html)?.[1]?.replaceAll('&amp;', '&');
  }
  expect([records.size, pages]).toEqual([124, 3]);
  const file = await site.fetch(`${PATH}/rejected.csv`, { headers: site.admin });
  expect(file.headers.get('Content-Disposition')).toBe('attachment; filename="rejected.csv"');
  const lines = (await file.text()).split('\r\n');
  expect(lines).toHaveLength(126);
  expect(lines[4]).toContain(`"'=HYPERLINK(""x"")"`);
});

test('an address of no import leads to the first page', async () => {
  await using site = await openImportSite();
  for (const path of [
    '/admin/move-in/none',
    '/admin/move-in/none/undo',
    '/admin/move-in/none/rejected.csv',
  ]) {
    const response = await site.fetch(path, { headers: site.admin });
    expect([path, response.headers.get('Location')]).toEqual([path, '/admin/move-in']);
  }
  expect((await site.act('/admin/move-in/none', { do: 'import' })).status).toBe(404);
  expect(seen(await site.page('/admin/move-in', site.admin))).not.toContain('Earlier imports');
});

test('the Overview of an empty site offers an import, and says what an import needs', async () => {
  await using site = await openImportSite();
  const offer = 'Bring your content from another site';
  expect(await site.see('/admin')).toContain(offer);
  await seedImport(site.write);
  const set = (row: object) => site.write.updateTable('move_in').set(row).execute();
  for (const [row, words] of [
    [{ state: 'ready' }, 'The dry run of your import from Firebase is done. Nothing has changed yet.'],
    [{ state: 'waiting' }, 'The import from Firebase has not been started.'],
    [{ wanted: 'import' }, 'An import from Firebase is running.'],
    [{ wanted: null, state: 'failed' }, 'The import from Firebase failed.'],
    [{ state: 'done' }, 'The import from Firebase is done.'],
  ] as const) {
    await set(row);
    const html = await site.see('/admin');
    expect(html).toContain(words);
    expect(html).toContain(`href="${PATH}"`);
    expect(html).not.toContain(offer);
  }
  await set({ finishedAt: 0 });
  expect(await site.see('/admin')).not.toContain('The import from Firebase');
});
