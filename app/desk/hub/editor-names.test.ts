/** Where editors are shown: by their name, and without one never by their email address. */
import { expect, test } from 'vitest';
import { reportForm } from '#app/items/presence/presence-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { formIn } from '../../../tests/form-in.ts';
import { ADMIN, openSite, type TestSite } from '../../../tests/open-site.ts';
import { environmentOf } from '../../../tests/operator.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedPicture } from '../../../tests/seed-picture.ts';
import { NOW, seedSource, seedSourceItem } from '../../../tests/seed-source.ts';

type Headers = Record<string, string>;

const NAME = 'June Hathaway';
const NOBODY = 'An editor';

eachDatabase(
  'lists, versions, the trash, pictures, sources and the activity log show the name',
  async (t) => {
    await using site = await openSite({ environment: environmentOf(t), migrated: false, now: NOW });
    const admin = await site.asAdmin();
    const shown = await edit(site, admin);
    await site.post('/account/name', { name: NAME }, admin);
    expect(await readShown(site, admin, shown)).toEqual({
      list: NAME,
      versions: NAME,
      trash: NAME,
      picture: `by ${NAME}`,
      source: `by ${NAME}`,
      merged: ` by ${NAME}`,
      savedBy: NAME,
      deletedBy: NAME,
      activity: NAME,
    });
    // What was recorded before is shown by the name of today: the log keeps the account's id, never its name.
    await site.post('/account/name', { name: '' }, admin);
    expect(await readShown(site, admin, shown)).toEqual({
      list: NOBODY,
      versions: NOBODY,
      trash: NOBODY,
      picture: 'by an editor',
      source: 'by an editor',
      merged: '',
      savedBy: NOBODY,
      deletedBy: NOBODY,
      activity: 'The administrator',
    });
  },
);

test('the activity log never shows a reader who calls themselves an editor as one', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await site.post('/account/name', { name: NAME }, admin);
  const member = await site.asMember();
  await site.post('/account/name', { name: NAME }, member);
  expect(actorsIn(await site.page('/admin/activity', admin)).sort()).toEqual([NAME, `${NAME} (a member)`]);
});

test('a form says by name who else has it open', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, 'a');
  await site.write
    .insertInto('site_user')
    .values({ id: 'anna', newsletterOptIn: 0, createdAt: 0, name: 'Anna Lindqvist' })
    .execute();
  await site.write
    .insertInto('verified_address')
    .values({ address: 'desk2@example.org', userId: 'anna', provedAt: 0 })
    .execute();
  await reportForm(site.write, { form: 'f', collection: 'articles', itemId: 'a', userId: 'anna' }, NOW);
  expect(await site.page('/admin/articles/a', admin)).toContain('Anna Lindqvist is editing this.');
  const mine = await site.post('/admin/articles/a/presence', { form: 'my-own-form' }, admin);
  expect(await mine.json()).toEqual({ names: ['Anna Lindqvist'], isElsewhere: false });
});

test('a new article has the name as its byline, but neither a copy nor one that a program adds', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const byline = async (path: string) => formIn(await site.page(path, admin)).byline;
  expect(await byline('/admin/articles/add')).toBe('');
  await site.post('/account/name', { name: NAME }, admin);
  expect(await byline('/admin/articles/add')).toBe(NAME);
  await put(site, admin, 'a');
  const stored = await site.fetch('/api/v1/articles/a', { headers: admin });
  expect(await stored.json()).not.toHaveProperty('byline');
  expect(await byline('/admin/articles/a')).toBe('');
  expect(await byline('/admin/articles/add?copy=a')).toBe('');
});

test('a name is text wherever it is shown, never markup', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const { picture } = await edit(site, admin);
  const name = '<b onclick="x()">June</b> & "co"';
  await site.post('/account/name', { name }, admin);
  for (const path of [
    '/account',
    '/admin/articles',
    '/admin/articles/a/revisions',
    '/admin/articles/add',
    '/admin/trash',
    `/admin/pictures/${picture}`,
    '/admin/sources/ledger',
    '/admin/activity',
  ]) {
    const html = await site.page(path, admin);
    expect([path, html.includes('<b onclick')]).toEqual([path, false]);
    expect([path, /&lt;b onclick=(&quot;|")x\(\)(&quot;|")&gt;June/.test(html)]).toEqual([path, true]);
  }
});

async function put(site: TestSite, admin: Headers, id: string): Promise<void> {
  const response = await site.fetch(`/api/v1/articles/${id}`, {
    method: 'PUT',
    headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify(sampleInputs.articles),
  });
  expect(response.status).toBe(201);
}

/** What shows who did it: an article, a deleted one, a picture and a source with a merged item. */
async function edit(site: TestSite, admin: Headers): Promise<{ picture: string }> {
  await put(site, admin, 'a');
  await put(site, admin, 'b');
  const headers = { ...admin, Origin: site.origin };
  expect((await site.fetch('/api/v1/articles/b', { method: 'DELETE', headers })).status).toBe(204);
  const { userId } = await site.write
    .selectFrom('verified_address')
    .select('userId')
    .where('address', '=', ADMIN.email)
    .executeTakeFirstOrThrow();
  const { id } = await seedPicture(site.write, site.services.media.files, 'bridge');
  await site.write.updateTable('picture').set({ addedBy: userId }).where('id', '=', id).execute();
  await seedSource(site.write, { id: 'ledger', createdBy: userId });
  const item = { source: 'ledger', collection: 'articles', itemId: 'a' };
  await seedSourceItem(site.write, { ...item, key: '1', mergedAt: NOW, mergedBy: userId });
  return { picture: id };
}

/** Who did it, as the pages and the API show it. */
async function readShown(site: TestSite, admin: Headers, { picture }: { picture: string }) {
  const page = async (path: string) => (await site.page(path, admin)).replaceAll('<!-- -->', '');
  const json = async (path: string) => (await site.fetch(`/api/v1/${path}`, { headers: admin })).json();
  return {
    list: editorIn(await page('/admin/articles')),
    versions: /<span class="small muted">([^<]*)</.exec(await page('/admin/articles/a/revisions'))?.[1],
    trash: editorIn(await page('/admin/trash')),
    picture: /Added [^<]*?(by [^<]*)\. 320/.exec(await page(`/admin/pictures/${picture}`))?.[1],
    source: /Added [^<]*?(by [^<]*)</.exec(await page('/admin/sources/ledger'))?.[1],
    merged: /: merged([^.]*)\./.exec(await page('/admin/sources/ledger'))?.[1],
    savedBy: (await json('articles/a/revisions')).items[0].savedBy,
    deletedBy: (await json('trash')).items[0].deletedBy,
    activity: actorsIn(await page('/admin/activity'))[0],
  };
}

/** Who is below the time of a row. */
function editorIn(html: string): string | undefined {
  const notes = [...html.matchAll(/<small>([^<]*)<\/small>/g)].map(([, text]) => text);
  return notes.find((text) => text === NAME || text === NOBODY);
}

/** Who did what is listed. */
function actorsIn(html: string): string[] {
  const lines = html.replaceAll('<!-- -->', '').matchAll(/<p class="muted">([^<]*), <time/g);
  return [...lines].map(([, who = '']) => who);
}
