/** What the report and the done page say, with the real job and on planted imports. */
import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import type { ImportRunReport } from '#app/moving/import/import-run.ts';
import { openImportSite } from '../../../../tests/import-site.ts';
import { seededReport, seedImport } from '../../../../tests/seed-import.ts';
import { seedSample } from '../../../../tests/seed-sample.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const PATH = `/admin/move-in/${ID}`;

type Site = Awaited<ReturnType<typeof openImportSite>>;

async function seedMoved(site: Site, keys: Record<string, string[]>) {
  const shared = { origin: 'firebase', tag: null, takenHash: null, moveIn: ID, createdAt: 0 };
  const rows = Object.entries(keys).flatMap(([kind, all]) =>
    all.map((key) => ({ ...shared, kind, key, itemId: key })),
  );
  await site.write.insertInto('moved_item').values(rows).execute();
}

function seeded(changes: Partial<ImportRunReport>): { report: string } {
  return { report: JSON.stringify({ ...seededReport, ...changes }) };
}

test('the done page counts records; consents that wait for a confirmation are none', async () => {
  await using site = await openImportSite();
  const [found, refused] = [{ articles: 1, users: 3 }, {}];
  await seedImport(site.write, { state: 'done', ...seeded({ found, refused }) });
  await seedMoved(site, { articles: ['a1'], users: ['u1', 'u2'], consents: ['u1', 'u2'] });
  const html = await site.see(PATH);
  expect(html).toContain('3 records were imported: 1 article, 2 accounts.');
  expect(html).toContain('1 record was here already or left out by your choices.');
});

test('pictures are counted apart from records, before and after the import', async () => {
  await using site = await openImportSite();
  const counts = { articles: 2, events: 1, pictures: 38 };
  await seedImport(site.write, seeded({ found: counts, moved: counts, refused: {}, skipped: {} }));
  const report = await site.see(PATH);
  expect(report).toContain('3 of 3 records are ready to import. 38 pictures are ready to copy.');
  expect(report).toContain('Import 3 records<');
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  await seedMoved(site, { articles: ['a1', 'a2'], events: ['e1'], pictures: ['p1', 'p2'] });
  expect(await site.see(PATH)).toContain(
    '3 records were imported: 2 articles, 1 event. 2 pictures were copied.',
  );
});

test('one of a thing is counted in the singular', async () => {
  await using site = await openImportSite();
  const shared = { found: { articles: 2 }, moved: { articles: 1 }, skipped: { articles: 1 }, refused: {} };
  await seedImport(site.write, seeded(shared));
  expect(await site.see(PATH)).toContain('1 is here already or left out by your choices.');
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  await seedMoved(site, { articles: ['a1'] });
  const redirect = { fromPath: '/old', target: '/articles/a1', createdAt: 0, moveIn: ID };
  await site.write.insertInto('redirect').values(redirect).execute();
  expect(await site.see(PATH)).toContain('1 old address leads here.');
  const undone = { state: 'undone' as const, ...seeded({ ...shared, undone: { articles: 1 } }) };
  await site.write.updateTable('move_in').set(undone).execute();
  expect(await site.see(PATH)).toContain('1 record was removed: 1 article.');
});

test('a file that ends in the middle is a warning, and importing the rest is the second choice', async () => {
  await using site = await openImportSite();
  const problem = 'The file ends in the middle of a record';
  const place = { file: 'cut.json', record: 'articles/78f0' };
  const example = { ...place, problem };
  const classes = [{ class: 'truncated', verdict: 'refused' as const, count: 1, example }];
  await seedImport(
    site.write,
    seeded({ found: { articles: 17 }, moved: { articles: 17 }, refused: {}, classes }),
  );
  const row = {
    moveIn: ID,
    number: 9,
    verdict: 'refused' as const,
    class: 'truncated',
    title: '',
    field: '',
  };
  await site.write
    .insertInto('move_in_problem')
    .values({ ...row, ...example })
    .execute();
  const html = await site.see(PATH);
  expect(html).toContain('cut.json is incomplete.');
  expect(html).toMatch(
    /It ends in the middle of a record \(<code>articles\/78f0<\/code>\)\. What came after it is missing/,
  );
  expect(html).not.toContain('is-success');
  expect(html).toMatch(/class="button button--primary"[^>]*>Start over with other files/);
  expect(html).toContain('Import 17 records anyway');
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  await seedMoved(site, { articles: ['a1'] });
  expect(await site.see(PATH)).toContain('cut.json is incomplete.');
});

const named = {
  file: 'auth.json',
  problem: 'Agreed to the newsletter with an address that is not confirmed',
};

/** 60 people who agreed, and two accounts without an address. */
async function seedProblems(site: Site, state: 'ready' | 'done' = 'ready') {
  const people = Array.from({ length: 60 }, (_, index) => ({
    record: `u${index}`,
    title: `p${index}@example.org`,
  }));
  const nameless = ['x1', 'x2'].map((record) => ({ record, title: '' }));
  const classOf = (name: string, verdict: 'refused' | 'doubtful', count: number, problem: string) => ({
    ...{ class: name, verdict, count, example: { file: 'auth.json', record: 'u0', problem } },
  });
  const classes = [
    classOf('unconfirmed', 'doubtful', 60, named.problem),
    classOf('no-email', 'refused', 2, 'The account has no email address'),
    classOf('options', 'doubtful', 1, 'The options are one text'),
  ];
  await seedImport(site.write, { state, ...seeded({ classes }) });
  await site.write.deleteFrom('move_in_problem').execute();
  const rows = [
    ...people.map((one) => ({ ...named, ...one, verdict: 'doubtful' as const, class: 'unconfirmed' })),
    ...nameless.map((one) => ({ ...named, ...one, verdict: 'refused' as const, class: 'no-email' })),
    { ...named, record: 'polls/p1', title: 'Library hours', verdict: 'doubtful' as const, class: 'options' },
  ];
  await site.write
    .insertInto('move_in_problem')
    .values(rows.map((row, index) => ({ ...row, moveIn: ID, number: index + 1, field: '' })))
    .execute();
}

test('the report asks one question for each class, with the names of the first records and a list of all', async () => {
  await using site = await openImportSite();
  await seedProblems(site);
  const html = await site.see(PATH);
  const [decide = '', rest = ''] = html.split('id="refused"');
  expect(decide).toContain('Decide <span class="num muted">(1)</span>');
  expect(decide).toMatch(/<label for="choice-unconfirmed">.*· 60/);
  expect(decide).toContain('p0@example.org, p1@example.org, p2@example.org and 57 more');
  expect(decide.match(/scope="row">p\d+@/g)).toHaveLength(10);
  expect(rest).toContain('Accounts without an email address <span class="num muted">· 2');
  expect(rest).toMatch(/Imported, with a change.*Poll options divided at commas.*Library hours/s);
  const seen = new Set<string>();
  let pages = 0;
  for (let path: string | undefined = `${PATH}?list=doubtful.unconfirmed`; path; pages++) {
    const list: string = await site.see(path.replaceAll('&amp;', '&'));
    for (const [, name = ''] of list.matchAll(/scope="row">([^<]+)/g)) seen.add(name);
    path = /href="([^"]+)"[^>]*>Next/.exec(list)?.[1];
  }
  expect([seen.size, pages]).toEqual([60, 2]);
});

test('after the import, what was decided is listed with what became of it', async () => {
  await using site = await openImportSite();
  await seedProblems(site, 'done');
  const html = await site.see(PATH);
  expect(html).not.toContain('choice-unconfirmed');
  expect(html).toMatch(
    /Not imported.*Accounts without an email address.*Imported, with a change.*newsletter/s,
  );
});

test('a list of problems that is not there leads to the report', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  expect(await site.see(`${PATH}?list=refused.nothing-like-it`)).toContain('What we found');
});

test('accounts that got their password by a second import are counted', async () => {
  await using site = await openImportSite();
  const facts = { ...seededReport.facts, passwordsAdded: 1 };
  const report = { found: { users: 3 }, moved: { users: 1 }, skipped: { users: 2 }, refused: {}, facts };
  await seedImport(site.write, { state: 'done', ...seeded(report) });
  const html = await site.see(PATH);
  expect(html).toContain('1 account got its password.');
  expect(html).toContain('2 records were here already');
  expect(html).not.toContain('nothing new');
});

test('the sample town is mentioned as long as it is there', async () => {
  await using site = await openImportSite();
  await seedImport(site.write);
  expect(await site.see(PATH)).not.toContain('sample town');
  await seedSample(site);
  await site.write.insertInto('sample_item').values({ collection: 'events', id: 'i1' }).execute();
  const note = 'Remove the sample town.</strong> 1 event of Maple Hollow is still on the site.';
  expect(await site.see(PATH)).toContain(note);
  await site.write.updateTable('move_in').set({ state: 'done' }).execute();
  expect(await site.see(PATH)).toContain(note);
});

test('the Overview offers an import as long as the site has nothing but the sample town', async () => {
  await using site = await openImportSite();
  const offer = 'Bring your content from another site';
  await seedSample(site);
  expect(await site.see('/admin')).not.toContain(offer);
  for (const collection of collectionNames)
    await site.write.insertInto('sample_item').values({ collection, id: 'i1' }).execute();
  expect(await site.see('/admin')).toContain(offer);
});

test('a second run says that there is nothing new, also where something can still be decided', async () => {
  await using site = await openImportSite();
  const { found, refused, classes } = seededReport;
  await seedImport(site.write, seeded({ found, moved: {}, skipped: found, refused, classes }));
  const html = await site.see(PATH);
  expect(html).toContain('There is nothing new to import, unless you choose otherwise above.');
  expect(html).toContain('Import with these choices');
  expect(html).not.toContain('Import 0 records');
});

test('pictures that could not be copied can be tried again as long as their files are there', async () => {
  await using site = await openImportSite();
  const example = { file: 'a.json', record: 'https://old.example/a.jpg', problem: 'It stays' };
  const classes = [{ class: 'picture', verdict: 'refused' as const, count: 1, example }];
  await seedImport(site.write, { state: 'done', ...seeded({ classes, refused: { pictures: 1 } }) });
  const row = { moveIn: ID, number: 9, verdict: 'refused' as const, class: 'picture', title: '', field: '' };
  await site.write
    .insertInto('move_in_problem')
    .values({ ...row, ...example })
    .execute();
  const html = await site.see(PATH);
  expect(html).toContain('1 picture could not be copied and stays on the old site.');
  expect(html).toContain('Try these pictures again');
  await site.act(PATH, { do: 'import' });
  expect(await site.see(PATH)).toContain('Waiting to start');
  await site.write.updateTable('move_in').set({ wanted: null }).execute();
  await site.write.deleteFrom('move_in_problem').execute();
  expect(await site.see(PATH)).not.toContain('Try these pictures again');
});

test('the list of all records of a class keeps what was chosen on the report', async () => {
  await using site = await openImportSite();
  await seedProblems(site);
  const html = await site.see(PATH);
  const button = /<button[^>]*value="doubtful.unconfirmed"[^>]*>/.exec(html)?.[0];
  expect(button).toContain('name="list"');
  const sent = await site.act(PATH, {
    version: /name="version" value="(\d+)"/.exec(html)?.[1] ?? '',
    list: 'doubtful.unconfirmed',
    'choice-unconfirmed': 'subscribe',
    pictures: 'keep',
  });
  expect(sent.headers.get('Location')).toBe(`${PATH}?list=doubtful.unconfirmed`);
  expect(await site.see(PATH)).toMatch(/<option value="subscribe" selected/);
  const { options, wanted } = await site.write
    .selectFrom('move_in')
    .select(['options', 'wanted'])
    .executeTakeFirstOrThrow();
  expect([JSON.parse(options).pictures, wanted]).toEqual(['keep', null]);
});
