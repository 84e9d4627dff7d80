/** The administrator's list of subscribers, through the front. */
import { expect, test } from 'vitest';
import {
  addSubscriber,
  findSubscriber,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';

const LIST = '/admin/newsletter/subscribers';
const START = Date.parse('2026-11-20T22:00:00Z');
const consent = { source: 'Sign-up sheet', at: START };

async function openDesk() {
  const site = await openSite();
  const admin = await site.asAdmin();
  return {
    ...site,
    admin,
    read: async (path: string) => plain(await site.page(path, admin)),
    send: (path: string, form: Record<string, string>) => site.post(path, form, admin),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

function plain(html: string): string {
  return html.replaceAll('<!-- -->', '').replace(/<script[^>]*>.*?<\/script>/gs, '');
}

async function seed(site: TestSite, email: string): Promise<string> {
  const added = await addSubscriber(site.write, { email, consent }, START);
  return added.id ?? '';
}

test('the list shows states, flags and why an address bounced, and finds addresses by how they begin', async () => {
  await using site = await openDesk();
  expect(await site.read(LIST)).toContain('No subscribers yet');
  await seed(site, 'june@example.org');
  await seed(site, 'info@example.org');
  const gone = await seed(site, 'gone@example.org');
  await setState(site.write, gone, 'unsubscribed', 'one-click', START);
  const all = await site.read(LIST);
  expect(all).toMatch(/info@example\.org<\/a><small>Shared address/);
  expect(all).toMatch(/Unsubscribed<\/span> <small>Nov 20, 2026, with the button of the email program/);
  expect(all).toMatch(/Active <span class="num">2</);
  const found = await site.read(`${LIST}?q=JUN`);
  expect(found).toContain('june@example.org');
  expect(found).not.toContain('info@example.org');
  expect(await site.read(`${LIST}?show=flagged`)).not.toContain('june@example.org');
  expect(await site.read(`${LIST}?show=unsubscribed`)).toContain('gone@example.org');
});

test('pages of 50 by keyset', async () => {
  await using site = await openDesk();
  for (let n = 0; n < 51; n++) await seed(site, `june${String(n).padStart(2, '0')}@example.org`);
  const first = await site.read(`${LIST}?q=june`);
  expect(first).toContain('june49@');
  expect(first).not.toContain('june50@');
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(next).toMatch(/after=/);
  const second = await site.read(next);
  expect(second).toContain('june50@');
  expect(second).not.toContain('june49@');
});

test('each change asks first: send again, unsubscribe, erase', async () => {
  await using site = await openDesk();
  const id = await seed(site, 'june@example.org');
  const page = `${LIST}/${id}`;
  await setState(site.write, id, 'bounced', 'hard', START);
  await site.write
    .updateTable('newsletter_subscriber')
    .set({ bouncedAt: START, bounceReply: '550 <script>no such user' })
    .execute();
  const shown = await site.read(page);
  expect(shown).toMatch(/Bounced.*the address does not exist.*550 &lt;script&gt;no such user.*Send again…/s);
  expect(await site.read(`${page}/reactivation`)).toContain('Send the newsletter to this address again?');
  expect(await findSubscriber(site.write, { id })).toMatchObject({ state: 'bounced' });
  const done = await site.send(`${page}/reactivation`, {});
  expect([done.status, done.headers.get('Location')]).toEqual([303, `${page}?saved`]);
  expect(await findSubscriber(site.write, { id })).toMatchObject({ state: 'active', bounceReply: null });
  await site.send(`${page}/unsubscribe`, {});
  expect(await site.read(`${page}?saved`)).toMatch(
    /Success!.*by an administrator.*Only the person can subscribe again/s,
  );
  expect((await site.fetch(`${page}/reactivation`, { headers: site.admin })).headers.get('Location')).toBe(
    page,
  );
  await site.send(`${page}/reactivation`, {});
  expect(await findSubscriber(site.write, { id })).toMatchObject({ state: 'unsubscribed' });
  expect(await site.read(`${page}/erasure`)).toContain('can’t be undone');
  await site.send(`${page}/erasure`, {});
  expect(await site.read(page)).toContain('Erased address');
  expect(await site.read('/admin/activity')).toContain('Erased a newsletter subscriber');
  expect((await site.fetch(`${LIST}/nobody`, { headers: site.admin })).status).toBe(404);
});

test('one is added with consent; who left is not', async () => {
  await using site = await openDesk();
  const form = { email: 'june@example.org', source: 'At the fair', date: '2026-11-01' };
  const bad = await site.send(`${LIST}/add`, { ...form, source: '', date: '2027-01-01' });
  expect(bad.status).toBe(400);
  const html = await bad.text();
  expect(html).toMatch(/Say where they agreed/);
  expect(html).toMatch(/This day is in the future/);
  expect(html).toContain('value="june@example.org"');
  const added = await site.send(`${LIST}/add`, form);
  expect(added.status).toBe(303);
  const found = await findSubscriber(site.write, { email: form.email });
  expect(found).toMatchObject({
    state: 'active',
    consentSource: 'At the fair',
    consentAt: Date.parse('2026-11-01T04:00:00Z'),
  });
  expect((await site.send(`${LIST}/add`, form)).status).toBe(409);
  await setState(site.write, found?.id ?? '', 'unsubscribed', 'link', START);
  const refused = await site.send(`${LIST}/add`, form);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Only the person')]);
});

async function upload(
  site: Awaited<ReturnType<typeof openDesk>>,
  content: string,
  fields: Record<string, string>,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', new File([content], 'list.csv'));
  const headers = { ...site.admin, Origin: site.origin };
  const response = await site.fetch(`${LIST}/import`, { method: 'POST', body, headers });
  return { status: response.status, html: plain(await response.text()) };
}

test('an import shows what will happen, and does it on a second click', async () => {
  await using site = await openDesk();
  const fields = { source: 'Our old list', date: '2026-01-02' };
  const rows = ['email', 'june@example.org', 'nonsense', 'may@example.org', '=cmd|x@example.org'];
  const { status, html } = await upload(site, rows.join('\n'), fields);
  expect(status).toBe(200);
  expect(html).toMatch(/New subscribers<\/dt><dd class="num">2</);
  expect(html).toMatch(/>3<\/th><td[^>]*>nonsense<\/td><td[^>]*>Enter an email address/);
  expect(html).toMatch(/>5<\/th><td[^>]*>=cmd\|x@example\.org</);
  expect(html).toContain('Import 2 subscribers');
  expect(await findSubscriber(site.write, { email: 'june@example.org' })).toBeUndefined();
  const kept = /name="kept" value="([^"]+)"/.exec(html)?.[1] ?? '';
  const file = await site.fetch(`${LIST}/refused.csv?kept=${kept}`, { headers: site.admin });
  expect(await file.text()).toBe(
    'line,email,reason\r\n3,nonsense,"Enter an email address, such as june@example.org"\r\n5,\'=cmd|x@example.org,"Enter an email address, such as june@example.org"\r\n',
  );
  const done = await site.send(`${LIST}/import`, { ...fields, kept, do: 'import' });
  expect(done.headers.get('Location')).toBe(`${LIST}?imported=2`);
  expect(await site.read(`${LIST}?imported=2`)).toContain('2 subscribers were added');
  const again = await site.send(`${LIST}/import`, { ...fields, kept, do: 'import' });
  expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('Choose it again')]);
  const exported = await site.fetch(`${LIST}/subscribers.csv`, { headers: site.admin });
  expect(exported.headers.get('Content-Disposition')).toBe('attachment; filename="subscribers.csv"');
  expect(await exported.text()).toMatch(
    /june@example\.org,active,,.*,Our old list,2026-01-02T05:00:00\.000Z,/,
  );
  expect((await site.fetch(`${LIST}/subscribers.csv`)).status).toBe(302);
});

test('an import keeps what was typed, asks for the consent and for the column', async () => {
  await using site = await openDesk();
  const missing = await upload(site, 'email\njune@example.org\n', { source: 'At the fair', date: '' });
  expect(missing.status).toBe(400);
  expect(missing.html).toMatch(/value="At the fair"/);
  expect(missing.html).toContain('Enter a day');
  const kept = /name="kept" value="([^"]+)"/.exec(missing.html)?.[1] ?? '';
  const checked = await site.send(`${LIST}/import`, { kept, source: 'At the fair', date: '2026-01-02' });
  expect(await checked.text()).toContain('What will happen');
  const unnamed = await upload(site, 'one,two\na,june@example.org\n', { source: 'X', date: '2026-01-02' });
  expect(unnamed.status).toBe(422);
  expect(unnamed.html).toMatch(/No column looks like email addresses.*<option value="1">two/s);
  const none = await site.send(`${LIST}/import`, { source: 'X', date: '2026-01-02' });
  expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Choose a CSV file')]);
});
