import { expect, test } from 'vitest';
import { setState } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { findNewsletterPlan, saveNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { type AuthContext, NOW, openDesk } from '../../../tests/newsletter-desk.ts';

const HOUR_MS = 60 * 60 * 1000;

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
const jsonOf = async (response: Response): Promise<any> => response.json();

/** Calls the API with a token that can write. */
async function openApi(desk: AuthContext, scope: 'read' | 'write' = 'write') {
  const secret = await createApiToken(desk.site.write, { name: scope, scope, days: 30 }, NOW);
  return (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
    desk.site.fetch(`/api/v1/newsletter/${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${secret}`,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

const consent = { source: 'Paper list at the fair', at: '2026-09-12T10:00:00Z' };

test('an issue is built, read, listed and changed', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  const built = await call('issues', 'POST');
  const issue = await jsonOf(built);
  expect([built.status, built.headers.get('Location')]).toEqual([
    201,
    `/api/v1/newsletter/issues/${issue.id}`,
  ]);
  expect(issue).toMatchObject({
    ...{
      state: 'draft',
      subject: 'Roof · Bridge',
      audience: 'everyone',
      number: null,
      url: null,
      sendAt: null,
    },
    counts: { recipients: 0, sent: 0, refused: 0, unknown: 0, bounced: 0 },
  });
  expect(
    issue.sections.map(({ kind, items }: { kind: string; items: { title: string }[] }) => [
      kind,
      ...items.map(({ title }) => title),
    ]),
  ).toEqual([
    ['lead', 'Roof'],
    ['stories', 'Bridge', 'Plow'],
    ['events', 'Market', 'Dance'],
  ]);
  expect(issue.sections[0].items[0]).toEqual({
    ...{ collection: 'articles', id: 'roof', title: 'Roof', url: 'http://localhost:3000/articles/roof' },
  });
  const [lead, stories, events] = issue.sections;
  const sections = [
    events,
    { ...stories, items: stories.items.slice(1) },
    { kind: 'stories', items: lead.items },
  ];
  sections[0] = { ...events, items: events.items.slice(0, 1) };
  const changed = await call(`issues/${issue.id}`, 'PATCH', { subject: 'News', note: 'Hello', sections });
  expect(changed.status).toBe(200);
  const after = await jsonOf(await call(`issues/${issue.id}`));
  expect(after).toMatchObject({ subject: 'News', note: 'Hello', version: 2 });
  expect(
    after.sections.map(({ items }: { items: { title: string }[] }) => items.map(({ title }) => title)),
  ).toEqual([['Market'], ['Plow', 'Roof']]);
  const { items } = await jsonOf(await call('issues?limit=1'));
  expect(items).toHaveLength(1);
});

test('wrong fields are named, unknown ones refused, and versions compared', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  const path = `issues/${desk.id}`;
  const long = await call(path, 'PATCH', { subject: 'x'.repeat(201) });
  expect([long.status, (await jsonOf(long)).errors[0].field]).toEqual([422, 'subject']);
  expect((await call(path, 'PATCH', { state: 'sent' })).status).toBe(400);
  const sections = [{ kind: 'stories', items: [{ collection: 'articles', id: 'elsewhere' }] }];
  const foreign = await call(path, 'PATCH', { sections });
  expect([foreign.status, (await jsonOf(foreign)).errors[0].field]).toEqual([422, 'sections.0.items.0']);
  expect((await call(path, 'PATCH', { note: 'x' }, { 'If-Match': '"7"' })).status).toBe(412);
  expect((await call(path, 'PATCH', { note: 'x' }, { 'If-Match': '"1"' })).status).toBe(200);
  expect((await call('issues/none', 'PATCH', { note: 'x' })).status).toBe(404);
  expect((await call('issues', 'POST', { audience: 'all' })).status).toBe(422);
});

test('sending is accepted once: a second call changes nothing', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  await call('subscribers', 'POST', { email: 'ada@example.org', consent });
  const path = `issues/${desk.id}`;
  expect((await jsonOf(await call(path))).counts.recipients).toBe(1);
  const first = await call(`${path}/send`, 'POST');
  const second = await call(`${path}/send`, 'POST', {});
  const [one, two] = [await jsonOf(first), await jsonOf(second)];
  expect([first.status, second.status]).toEqual([202, 202]);
  expect(one).toMatchObject({
    state: 'sending',
    number: 1,
    url: 'http://localhost:3000/newsletter/2026-11-20',
  });
  expect(two).toMatchObject({ id: desk.id, state: 'sending', number: 1 });
  expect((await call(path, 'PATCH', { note: 'late' })).status).toBe(409);
});

test('sending at a time schedules the issue, and an empty one is refused', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  const path = `issues/${desk.id}`;
  const past = await call(`${path}/send`, 'POST', { at: '2026-11-20T21:59:00Z' });
  expect([past.status, (await jsonOf(past)).errors[0].field]).toEqual([422, 'at']);
  const later = await call(`${path}/send`, 'POST', { at: '2026-11-21T12:00:00Z' });
  expect([later.status, await jsonOf(later)]).toMatchObject([
    202,
    { state: 'scheduled', sendAt: '2026-11-21T12:00:00.000Z' },
  ]);
  await call(path, 'PATCH', { sections: [] });
  const empty = await call(`${path}/send`, 'POST');
  expect([empty.status, (await jsonOf(empty)).detail]).toEqual([409, 'There is nothing in this issue yet.']);
});

test('a test goes to one address', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  const sent = await call(`issues/${desk.id}/test`, 'POST', { to: 'Ruth@Example.org' });
  expect([sent.status, await jsonOf(sent)]).toMatchObject([202, { id: desk.id }]);
  const queued = await desk.site.write
    .selectFrom('mail')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(queued.count)).toBe(1);
  const wrong = await call(`issues/${desk.id}/test`, 'POST', { to: 'ruth\r\nBcc: all@example.org' });
  expect([wrong.status, (await jsonOf(wrong)).errors[0].field]).toEqual([422, 'to']);
});

test('subscribers are added with proof of consent only, listed, and unsubscribed for good', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  const bare = await call('subscribers', 'POST', { email: 'ada@example.org' });
  expect([bare.status, (await jsonOf(bare)).errors[0].field]).toEqual([422, 'consent']);
  const future = { source: 'Form', at: new Date(NOW + HOUR_MS).toISOString() };
  expect((await call('subscribers', 'POST', { email: 'ada@example.org', consent: future })).status).toBe(422);
  const added = await call('subscribers', 'POST', { email: 'Ada@Example.org', topics: ['events'], consent });
  const ada = await jsonOf(added);
  expect([added.status, ada]).toMatchObject([
    201,
    {
      email: 'ada@example.org',
      state: 'active',
      topics: ['events'],
      frequency: 'weekly',
      consent: { source: consent.source },
    },
  ]);
  const known = await call('subscribers', 'POST', { email: 'Ada@Example.org', state: 'active', consent });
  expect(known.status).toBe(200);
  const { items } = await jsonOf(await call('subscribers?state=active'));
  expect(items.map(({ id }: { id: string }) => id)).toEqual([ada.id]);
  expect((await call(`subscribers?email=${encodeURIComponent('Ada@Example.org')}`, 'DELETE')).status).toBe(
    204,
  );
  expect(await jsonOf(await call(`subscribers/${ada.id}`))).toMatchObject({ state: 'unsubscribed' });
  const again = await call('subscribers', 'POST', { email: 'Ada@Example.org', consent });
  expect([again.status, (await jsonOf(again)).detail]).toEqual([
    409,
    expect.stringContaining('Only the person'),
  ]);
  expect((await call('subscribers?email=nobody@example.org', 'DELETE')).status).toBe(404);
  expect((await call('subscribers', 'DELETE')).status).toBe(400);
  await setState(desk.site.write, ada.id, 'active', null, NOW);
  expect((await call(`subscribers/${ada.id}`, 'DELETE')).status).toBe(204);
  await setState(desk.site.write, ada.id, 'active', null, NOW);
  expect((await call('subscribers', 'DELETE', { email: 'ada@example.org' })).status).toBe(204);
});

test('the list of subscribers is paged by a cursor, and wrong parameters are refused', async () => {
  await using desk = await openDesk();
  const call = await openApi(desk);
  for (const name of ['a', 'b', 'c'])
    await call('subscribers', 'POST', { email: `${name}@example.org`, consent });
  const first = await jsonOf(await call('subscribers?limit=2'));
  const second = await jsonOf(await call(`subscribers?limit=2&after=${encodeURIComponent(first.next)}`));
  const emails = [...first.items, ...second.items].map(({ email }: { email: string }) => email);
  expect([emails.toSorted(), second.next]).toEqual([
    ['a@example.org', 'b@example.org', 'c@example.org'],
    null,
  ]);
  expect((await jsonOf(await call('subscribers?q=b'))).items).toHaveLength(1);
  for (const query of ['limit=0', 'limit=101', 'state=gone', 'after=x'])
    expect((await call(`subscribers?${query}`)).status, query).toBe(400);
});

test('only the administrator and tokens that can write get there', async () => {
  await using desk = await openDesk();
  const read = await openApi(desk, 'read');
  for (const path of ['issues', `issues/${desk.id}`, 'subscribers']) {
    expect((await read(path)).status, path).toBe(403);
    expect((await desk.site.fetch(`/api/v1/newsletter/${path}`)).status, path).toBe(401);
    const session = await desk.site.fetch(`/api/v1/newsletter/${path}`, { headers: desk.admin });
    expect(session.status, path).toBe(200);
  }
});

test('with a daily newsletter, an issue is for those who get it weekly', async () => {
  await using desk = await openDesk();
  const plan = await findNewsletterPlan(desk.site.write);
  await saveNewsletterPlan(desk.site.write, { ...plan, daily: { on: true, time: '07:00' } });
  const call = await openApi(desk);
  expect((await jsonOf(await call('issues', 'POST', {}))).audience).toBe('weekly');
  expect((await jsonOf(await call('issues', 'POST', { audience: 'daily' }))).audience).toBe('daily');
});
