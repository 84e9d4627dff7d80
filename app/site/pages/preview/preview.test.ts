/** Previews of what is not public, and their secret addresses. */
import { expect, test } from 'vitest';
import { collectionNames, collections } from '#app/collections.server.ts';
import { publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { type Form, formIn } from '../../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { sampleInputs } from '../../../../tests/sample-inputs.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

type Headers = Record<string, string>;

async function put(site: TestSite, admin: Headers, path: string, item: object): Promise<void> {
  const response = await site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify(item),
  });
  expect([200, 201]).toContain(response.status);
}

const draft = { publication: 'draft' };

async function createLink(site: TestSite, admin: Headers, path: string): Promise<string> {
  const response = await site.post(`/admin/${path}/preview`, { do: 'create' }, admin);
  const [link = ''] = /\/preview\/[\w-]{43}/.exec(await response.text()) ?? [];
  expect([response.status, link]).toEqual([200, expect.stringMatching(/\w/)]);
  return link;
}

/** The page itself; its share image has another address after each save. */
const mainOf = (html: string) =>
  html.slice(html.indexOf('<main'), html.indexOf('</main>')).replaceAll(/\.png\?v=[\w-]+/g, '.png');

test.each(collectionNames)('%s: a draft is shown exactly as it will look, to editors only', async (name) => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, `${name}/p1`, { ...sampleInputs[name], ...draft });
  const response = await site.fetch(`/admin/${name}/p1/preview/page?theme=dark`, { headers: admin });
  const preview = await response.text();
  expect(response.status).toBe(200);
  expect(preview).toContain('data-theme="dark"');
  expect(preview).toContain('<meta name="robots" content="noindex, nofollow"/>');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/form-action 'none'.*frame-ancestors 'self'/),
  });
  const frame = await site.fetch(`/admin/${name}/p1/preview?width=phone&theme=dark`, { headers: admin });
  expect(frame.headers.get('Content-Security-Policy')).toContain("frame-src 'self'");
  expect(await frame.text()).toContain(`src="/admin/${name}/p1/preview/page?theme=dark"`);

  for (const path of [`/admin/${name}/p1/preview`, `/admin/${name}/p1/preview/page`]) {
    const refused = await site.fetch(path);
    expect([refused.status, refused.headers.get('Location')]).toEqual([302, '/']);
    expect((await site.fetch(path.replace('p1', 'p2'), { headers: admin })).status).toBe(404);
  }

  await put(site, admin, `${name}/p1`, { ...sampleInputs[name], publication: 'published' });
  const { headers } = await site.fetch(`/${name}/p1`);
  const published = await site.page(headers.get('Location') ?? `/${name}/p1`);
  // A poll has its options' ids only then, and members see another ballot than visitors.
  if (name === 'polls') expect(mainOf(preview)).toMatch(/Yes.*No/s);
  else expect(mainOf(preview)).toBe(mainOf(published));
});

test.each(collectionNames)('%s: a draft is shown with what it has', async (name) => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const [title, broken] = name === 'businesses' ? ['name', { website: 'nowhere' }] : ['title', {}];
  await put(site, admin, `${name}/p1`, { [title]: 'Half an idea', ...broken, ...draft });
  const page = await site.fetch(`/admin/${name}/p1/preview/page`, { headers: admin });
  expect(page.status).toBe(200);
  expect(await page.text()).toContain('>Half an idea</h1>');
});

test.each(collectionNames)('%s: a secret address shows a draft until it is published', async (name) => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await put(site, admin, `${name}/p1`, { ...sampleInputs[name], ...draft });
  const link = await createLink(site, admin, `${name}/p1`);
  const seen = await site.fetch(link);
  const html = await seen.text();
  expect([seen.status, seen.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
  expect(seen.headers.get('X-Robots-Tag')).toContain('noindex');
  expect(seen.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(html).toContain('This is a preview.');
  expect(html).toContain('Hill Farm');
  expect(html).not.toContain('/admin');
  expect((await site.fetch(`/${name}/p1`)).status).not.toBe(200);
  expect(JSON.stringify(await site.write.selectFrom('preview_link').selectAll().execute())).not.toContain(
    link.split('/')[2],
  );

  now += 60_000;
  const publishAt = new Date(now + 60_000).toISOString();
  await put(site, admin, `${name}/p1`, { ...sampleInputs[name], publication: 'scheduled', publishAt });
  expect((await site.fetch(link)).status).toBe(200);
  now += 60_000;
  await publishDueItems(site.write, collections, now);
  const leads = await site.fetch(link);
  expect([leads.status, leads.headers.get('Location'), leads.headers.get('Cache-Control')]).toEqual([
    302,
    `/${name}/p1`,
    'private, no-store',
  ]);
});

test('a secret address is replaced by the next, can be turned off, ends after a week, and with its item', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const status = async (link: string) => (await site.fetch(link)).status;
  await put(site, admin, 'news/p1', { title: 'Half an idea', ...draft });
  const first = await createLink(site, admin, 'news/p1');
  const second = await createLink(site, admin, 'news/p1');
  expect([await status(first), await status(second)]).toEqual([404, 200]);
  expect(await site.page('/admin/news/p1/preview', admin)).not.toContain(second.slice(-43));
  const off = await site.post('/admin/news/p1/preview', { do: 'revoke' }, admin);
  expect(await off.text()).toContain('The preview link no longer works.');
  expect(await status(second)).toBe(404);

  const third = await createLink(site, admin, 'news/p1');
  now += 7 * DAY_MS - 1;
  expect(await status(third)).toBe(200);
  now += 1;
  expect(await status(third)).toBe(404);

  const later = await site.asAdmin();
  const fourth = await createLink(site, later, 'news/p1');
  await site.fetch('/api/v1/news/p1', { method: 'DELETE', headers: { ...later, Origin: site.origin } });
  await put(site, later, 'news/p1', { title: 'Something else', ...draft });
  expect(await status(fourth)).toBe(404);
  expect(await status('/preview/guess')).toBe(404);
  expect(await site.page('/admin/activity', later)).toContain('Revoked the preview link of');
});

async function autosave(site: TestSite, admin: Headers, path: string, change: Form): Promise<void> {
  const form = formIn(await site.page(`/admin/${path}`, admin));
  const response = await site.post(`/admin/${path}/autosave`, { ...form, ...change }, admin);
  expect(await response.json()).toMatchObject({ kind: 'saved' });
}

test('a draft of changes is shown until it replaces what is public; later changes stay secret', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await put(site, admin, 'articles/p1', sampleInputs.articles);
  await autosave(site, admin, 'articles/p1', { title: 'Better words' });
  const link = await createLink(site, admin, 'articles/p1');
  expect(await site.page(link)).toContain('Better words');
  expect(await site.page('/admin/articles/p1/preview/page', admin)).toContain('Better words');

  now += 1000;
  const form = formIn(await site.page('/admin/articles/p1', admin));
  expect((await site.post('/admin/articles/p1', form, admin)).status).toBe(303);
  await autosave(site, admin, 'articles/p1', { title: 'Not for you' });
  const leads = await site.fetch(link);
  expect([leads.status, leads.headers.get('Location')]).toEqual([302, '/articles/p1']);
});

test.each(['draft', 'scheduled'])(
  'what is unpublished (%s) is not at the secret address it had before',
  async (publication) => {
    await using site = await openSite({ now: NOW });
    const admin = await site.asAdmin();
    await put(site, admin, 'polls/p1', { ...sampleInputs.polls, ...draft });
    const link = await createLink(site, admin, 'polls/p1');
    await put(site, admin, 'polls/p1', { ...sampleInputs.polls, publication: 'published' });
    const publishAt = new Date(NOW + DAY_MS).toISOString();
    await put(site, admin, 'polls/p1', {
      ...sampleInputs.polls,
      publication,
      ...(publication === 'scheduled' ? { publishAt } : {}),
    });
    expect((await site.fetch('/polls/p1')).status).not.toBe(200);
    expect((await site.fetch(link)).status).toBe(404);
  },
);

test('no one can vote in the preview of a poll', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, 'polls/p1', { ...sampleInputs.polls, voters: 'anyone' });
  await autosave(site, admin, 'polls/p1', { title: 'A better question' });
  const link = await createLink(site, admin, 'polls/p1');
  const html = await site.page(link);
  expect(html).toContain('A better question');
  expect(html).toContain('<fieldset disabled="">');
  expect(html).toMatch(/<button[^>]* disabled=""[^>]*>Vote/);
  expect((await site.fetch(link)).headers.get('Content-Security-Policy')).toContain("form-action 'none'");
  await put(site, admin, 'polls/p2', { ...sampleInputs.polls, voters: 'anyone', ...draft });
  const vote = await site.post('/polls/p2/vote', { option: '1' });
  expect(vote.status).toBe(404);
});
