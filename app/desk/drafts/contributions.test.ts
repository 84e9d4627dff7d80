/** What contributors write: their own drafts, handed in, published or handed back by an editor. */
import { expect, test } from 'vitest';
import { openSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const draft = (id: string, title: string) => ({
  id,
  title,
  description: '<p>Soup at six, in the hall behind the church.</p>',
  publication: 'draft',
  version: '0',
  draft: '0',
});

test('contributors write drafts that no one else changes, and hand them in; editors publish or hand them back', async () => {
  await using site = await openSite();
  const priya = await site.asColleague('contributor', 'Priya');
  const omar = await site.asColleague('contributor', 'Omar');
  const dale = await site.asColleague('editor', 'Dale');
  const inbox = async () =>
    (await (await site.fetch('/api/v1/inbox', { headers: dale })).json()) as {
      items: { id: string; title: string }[];
    };
  const { title, description } = draft('soup', 'Soup night');
  const written = await site.fetch('/api/v1/articles/soup', {
    method: 'PUT',
    headers: { ...priya, Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...sampleInputs.articles, title, description, publication: 'draft' }),
  });
  expect(written.status).toBe(201);

  // Publishing, scheduling, the trash and the drafts of others are closed.
  for (const publication of ['published', 'scheduled']) {
    const typed = { ...draft('soup2', 'Soup again'), publication, publishAt: '2026-12-01T08:00' };
    const refused = await site.post('/admin/articles/add', typed, priya);
    const html = await refused.text();
    expect([publication, refused.status, html.includes('Soup again')]).toEqual([publication, 403, true]);
    expect(html).toContain('Only editors can publish and schedule.');
  }
  for (const id of ['soup', 'soup2']) expect((await site.fetch(`/api/v1/articles/${id}`)).status).toBe(404);
  const closed = async (headers: Record<string, string>) =>
    Promise.all(
      ['/admin/articles/soup', '/admin/articles/soup/preview/page', '/admin/articles/add?copy=soup'].map(
        async (path) => (await site.fetch(path, { headers })).status,
      ),
    );
  expect(await closed(omar)).toEqual([404, 404, 404]);
  expect(await closed(priya)).toEqual([200, 200, 200]);
  expect((await site.post('/admin/articles/soup', draft('soup', 'Mine now'), omar)).status).toBe(404);
  expect((await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, omar)).status).toBe(404);
  expect((await site.post('/admin/articles', { delete: 'soup' }, priya)).status).toBe(403);
  expect((await site.fetch('/admin/polls/add', { headers: priya })).status).toBe(403);

  // Handed in, and handed back with a note.
  expect(await site.page('/admin/articles/soup', priya)).toContain('Hand in');
  await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, priya);
  await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, priya);
  const [waiting, ...more] = (await inbox()).items;
  expect([waiting?.title, more]).toEqual(['Soup night', []]);
  const listed = await site.page('/admin/inbox', dale);
  for (const words of ['Handed in', 'Priya', 'Soup at six', 'Hand back']) expect(listed).toContain(words);
  expect((await site.page('/admin/articles/soup', dale)).replaceAll('<!-- -->', '')).toContain(
    'Priya handed this in',
  );
  await site.post('/admin/articles/soup/hand-in', { do: 'return', note: 'Which church?' }, dale);
  const own = await site.page('/admin/drafts', priya);
  expect(own).toContain('Handed back');
  expect(own).toContain('Which church?');
  expect((await inbox()).items).toEqual([]);

  await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, priya);
  const [second] = (await inbox()).items;
  await site.post(`/admin/inbox/${second?.id}/discard`, {}, dale);
  expect(await site.page('/admin/drafts', priya)).toContain('Handed back');

  // Published; Undo brings the draft and its place in the inbox back.
  await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, priya);
  const [again] = (await inbox()).items;
  expect((await site.post(`/admin/inbox/${again?.id}/publish`, {}, dale)).status).toBe(303);
  expect((await site.fetch('/api/v1/articles/soup')).status).toBe(200);
  expect((await inbox()).items).toEqual([]);
  expect(await site.page('/admin/drafts', priya)).not.toContain('Soup night');
  expect((await site.fetch('/admin/articles/soup', { headers: priya })).status).toBe(403);
  expect((await site.post('/admin/inbox/undo', {}, dale)).status).toBe(303);
  expect((await site.fetch('/api/v1/articles/soup')).status).toBe(404);
  expect((await inbox()).items.map(({ title }) => title)).toEqual(['Soup night']);
  expect(await site.page('/admin/drafts', priya)).toContain('Handed in');

  // Deleted by an editor and restored: a draft of the same contributor, who hands it in again.
  const call = (method: string, path: string) =>
    site.fetch(`/api/v1/articles/soup${path}`, { method, headers: { ...dale, Origin: site.origin } });
  await site.post(`/admin/inbox/${(await inbox()).items[0]?.id}/discard`, {}, dale);
  expect((await call('DELETE', '')).status).toBe(204);
  const undone = await site.post('/admin/inbox/undo', {}, dale);
  expect([undone.status, await undone.text()]).toEqual([409, expect.stringContaining('It was deleted.')]);
  expect(await site.page('/admin/drafts', priya)).not.toContain('Soup night');
  expect((await inbox()).items).toEqual([]);
  expect((await call('POST', '/restore')).status).toBe(200);
  expect((await site.fetch('/admin/articles/soup', { headers: priya })).status).toBe(200);
  expect((await inbox()).items).toEqual([]);
  await site.post('/admin/articles/soup/hand-in', { do: 'hand-in' }, priya);
  expect((await inbox()).items.map(({ title }) => title)).toEqual(['Soup night']);

  // A role that ends while a form is open ends its saves.
  const { userId } = await site.write.selectFrom('contribution').select('userId').executeTakeFirstOrThrow();
  await site.write.updateTable('site_user').set({ role: null }).where('id', '=', userId).execute();
  const late = await site.post('/admin/articles/soup', draft('soup', 'Too late'), priya);
  expect(late.headers.get('Location')).toBe('/');
}, 60_000);
