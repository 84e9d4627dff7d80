import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;
type Answer = { status: number; headers: globalThis.Headers; json: Record<string, unknown> };

/** An administrator's program: it has the session and sends its origin. */
async function openAdmin(site: TestSite) {
  const session = { ...(await site.asAdmin()), Origin: site.origin };
  return async (method: string, path: string, body?: unknown, headers: Headers = {}): Promise<Answer> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const contentType = text === undefined ? undefined : { 'Content-Type': 'application/json' };
    const response = await site.fetch(`/api/v1/${path}`, {
      method,
      headers: { ...contentType, ...session, ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    const answer = await response.text();
    return { status: response.status, headers: response.headers, json: answer ? JSON.parse(answer) : {} };
  };
}

const poll = sampleInputs.polls;

function errorsOf({ json }: Answer): unknown[] {
  return ((json.errors ?? []) as { field: string }[]).map((error) => error.field);
}

test('every collection: PUT creates and overwrites, PATCH changes, DELETE removes', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  for (const name of collectionNames) {
    const path = `${name}/i1`;
    const title = name === 'businesses' ? 'name' : 'title';

    const created = await call('PUT', path, sampleInputs[name]);
    expect([created.status, created.headers.get('Location')]).toEqual([201, `/api/v1/${path}`]);
    expect((await call('GET', path)).json).toEqual(created.json);

    const overwritten = await call('PUT', path, { ...sampleInputs[name], id: 'i1', [title]: 'Another' });
    expect([overwritten.status, overwritten.json[title]]).toEqual([200, 'Another']);

    const patched = await call('PATCH', path, { description: '<p>New words.</p>' });
    expect([patched.status, patched.json]).toEqual([
      200,
      { ...overwritten.json, description: '<p>New words.</p>' },
    ]);

    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('DELETE', path)).status).toBe(404);
  }
});

test("every collection: the API's output can be sent back unchanged", async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  for (const name of collectionNames) {
    const { json } = await call('PUT', `${name}/i1`, sampleInputs[name]);
    expect((await call('PUT', `${name}/i1`, json)).json).toEqual(json);
    expect((await call('PATCH', `${name}/i1`, json)).json).toEqual(json);
    expect((await call('PATCH', `${name}/i1`, {})).json).toEqual(json);
  }
});

test('every collection: a missing field is a 422 that names it', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  for (const name of collectionNames) {
    const answer = await call('PUT', `${name}/i1`, {});
    expect([name, answer.status, errorsOf(answer)]).toEqual([name, 422, required[name]]);
    expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  }
});

const required = {
  articles: ['sourceId', 'title', 'link', 'pubDate', 'description', 'sourceName', 'sourceUrl'],
  news: ['title', 'link', 'pubDate', 'description'],
  events: [
    ...['sourceId', 'title', 'link', 'pubDate', 'description'],
    ...['eventDate', 'eventTime', 'eventLocation'],
  ],
  polls: ['title', 'description', 'options'],
  businesses: ['name', 'category', 'address'],
  pages: ['title', 'description'],
};

test('a field that does not exist is a 400 that names it', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const answer = await call('PUT', 'polls/i1', { ...poll, votes: 5 });
  expect([answer.status, errorsOf(answer)]).toEqual([400, ['votes']]);
  await call('PUT', 'polls/i1', poll);
  expect((await call('PATCH', 'polls/i1', { version: 9 })).status).toBe(400);
});

test('an invalid field is a 422 that names it', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const article = sampleInputs.articles;
  expect(errorsOf(await call('PUT', 'articles/a', { ...article, link: 'javascript:alert(1)' }))).toEqual([
    'link',
  ]);
  expect(errorsOf(await call('PUT', 'articles/a', { ...article, pubDate: 'yesterday' }))).toEqual([
    'pubDate',
  ]);
  expect(errorsOf(await call('PUT', 'articles/a', { ...article, title: ['x'] }))).toEqual(['title']);
  expect(errorsOf(await call('PUT', 'articles/a', { ...article, title: 'a\u0000b' }))).toEqual(['title']);
  expect(
    errorsOf(await call('PUT', 'articles/a', { ...article, description: '<script>x</script>' })),
  ).toEqual(['description']);
  expect(errorsOf(await call('PUT', 'polls/p', { ...poll, options: ['Yes', 'YES'] }))).toEqual(['options.1']);
});

test('the id in the body must match the address or be absent', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const other = await call('PUT', 'polls/i1', { ...poll, id: 'i2' });
  expect([other.status, errorsOf(other)]).toEqual([422, ['id']]);
  await call('PUT', 'polls/i1', poll);
  expect((await call('PATCH', 'polls/i1', { id: 'i2' })).status).toBe(422);
  expect((await call('PATCH', 'polls/i1', { id: null })).status).toBe(422);
  expect((await call('GET', 'polls/i2')).status).toBe(404);
});

test('an id consists of characters allowed in addresses, and is never "add"', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  for (const id of ['add', 'a%20b', 'a.b', 'x'.repeat(129)]) {
    expect(errorsOf(await call('PUT', `polls/${id}`, poll))).toEqual(['id']);
    expect((await call('PATCH', `polls/${id}`, {})).status).toBe(404);
    expect((await call('DELETE', `polls/${id}`)).status).toBe(404);
  }
  expect((await call('PUT', `polls/${'x'.repeat(128)}`, poll)).status).toBe(201);
});

test('HTML is sanitized when it is stored', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const description = '<p onclick="x()">Safe<script>alert(1)</script><a href="javascript:x()">link</a></p>';
  const { json } = await call('PUT', 'articles/a', { ...sampleInputs.articles, description });
  expect(json.description).toBe('<p>Safe<a>link</a></p>');
});

test('a conditional write is refused after someone else has saved', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const first = (await call('PUT', 'polls/i1', poll)).headers.get('ETag') ?? '';
  const mine = await call('PATCH', 'polls/i1', { title: 'Mine' }, { 'If-Match': first });
  const theirs = { 'If-Match': first };
  expect(mine.status).toBe(200);
  expect((await call('PUT', 'polls/i1', poll, theirs)).status).toBe(412);
  expect((await call('PATCH', 'polls/i1', { title: 'Theirs' }, theirs)).status).toBe(412);
  expect((await call('DELETE', 'polls/i1', undefined, theirs)).status).toBe(412);
  expect((await call('GET', 'polls/i1')).json.title).toBe('Mine');
  const current = { 'If-Match': mine.headers.get('ETag') ?? '' };
  expect((await call('PUT', 'polls/i1', poll, current)).status).toBe(200);
});

test('If-None-Match: * creates and never overwrites', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const asNew = { 'If-None-Match': '*' };
  expect((await call('PUT', 'polls/i1', poll, asNew)).status).toBe(201);
  expect((await call('PUT', 'polls/i1', { ...poll, title: 'Again' }, asNew)).status).toBe(412);
  expect((await call('PUT', 'polls/i2', poll, { 'If-Match': '*' })).status).toBe(412);
});

test('concurrent changes of one item are all saved', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  await call('PUT', 'businesses/b', sampleInputs.businesses);
  const fields = ['phone', 'email', 'website', 'openingHours', 'category'] as const;
  const values = {
    phone: '1',
    email: 'a@example.org',
    website: 'https://example.org/',
    openingHours: 'Daily',
    category: 'X',
  };
  const answers = await Promise.all(
    fields.map((field) => call('PATCH', 'businesses/b', { [field]: values[field] })),
  );
  const { json } = await call('GET', 'businesses/b');
  for (const [index, field] of fields.entries()) {
    if (answers[index]?.status === 200) expect(json[field]).toBe(values[field]);
    else expect(answers[index]?.status).toBe(409);
  }
});

test('PATCH of an unknown item is a 404 and creates nothing', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  expect((await call('PATCH', 'polls/i1', poll)).status).toBe(404);
  expect((await call('GET', 'polls')).json.items).toEqual([]);
});

test('PATCH accepts application/merge-patch+json, PUT does not; null removes an optional field', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  await call('PUT', 'businesses/b', sampleInputs.businesses);
  const mergePatch = { 'Content-Type': 'application/merge-patch+json' };
  const answer = await call('PATCH', 'businesses/b', { phone: null }, mergePatch);
  expect([answer.status, answer.json.phone]).toEqual([200, null]);
  expect(errorsOf(await call('PATCH', 'businesses/b', { name: null }, mergePatch))).toEqual(['name']);
  expect((await call('PUT', 'businesses/b', sampleInputs.businesses, mergePatch)).status).toBe(415);
});

test('malformed JSON, deep JSON, __proto__, large bodies and other content types are refused and change nothing', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const before = (await call('PUT', 'polls/i1', poll)).json;
  const deep = `{"options":${'['.repeat(33)}${']'.repeat(33)}}`;
  const large = JSON.stringify({ title: 'x'.repeat(1024 * 1024) });
  const bodies: [string, number, Headers?][] = [
    ['{"title":', 400],
    ['[1]', 400],
    [deep, 400],
    ['{"__proto__":{"title":"x"}}', 400],
    [large, 413],
    ['title=x', 415, { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['{}', 415, { 'Content-Encoding': 'gzip' }],
  ];
  for (const [body, status, headers] of bodies) {
    const answer = await call('PATCH', 'polls/i1', body, headers);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([status, 'application/problem+json']);
  }
  expect((await call('GET', 'polls/i1')).json).toEqual(before);
});

test('an unsupported method is a 405 that lists the supported ones', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const onList = await call('PUT', 'polls', poll);
  expect([onList.status, onList.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  const onItem = await call('POST', 'polls/i1', poll);
  expect([onItem.status, onItem.headers.get('Allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH, DELETE']);
});

test('a write from another site is refused', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  expect((await call('PUT', 'polls/i1', poll, { Origin: 'https://evil.example' })).status).toBe(403);
  expect((await call('GET', 'polls/i1')).status).toBe(404);
});

test('an unexpected failure reveals no details', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  await site.write.schema.dropTable('poll_option').execute();
  const answer = await call('PUT', 'polls/i1', poll);
  expect([answer.status, answer.json]).toEqual([
    500,
    {
      type: 'about:blank',
      title: 'Server error',
      status: 500,
      detail: expect.stringMatching(/^Reference [0-9a-f]{10}\.$/),
    },
  ]);
  expect((await site.write.selectFrom('poll').select('id').execute()).length).toBe(0);
});

test('an event without a picture gets the town’s, as in a new form', async () => {
  await using site = await openSite();
  const call = await openAdmin(site);
  const { enclosureUrl, enclosureType, ...event } = sampleInputs.events;
  for (const [id, more, expected] of [
    ['absent', {}, ['/illustrations/green.svg', 'image/svg+xml']],
    ['null', { enclosureUrl: null, enclosureType: null }, ['/illustrations/green.svg', 'image/svg+xml']],
    ['empty', { enclosureUrl: '', enclosureType: '' }, ['/illustrations/green.svg', 'image/svg+xml']],
    ['typeless', { enclosureUrl: 'https://example.org/a.png' }, ['https://example.org/a.png', 'image/png']],
  ] as const) {
    const { status } = await call('PUT', `events/${id}`, { ...event, ...more });
    const stored = await (await site.fetch(`/api/v1/events/${id}`)).json();
    expect([id, status, stored.enclosureUrl, stored.enclosureType]).toEqual([id, 201, ...expected]);
  }
  const document = await (await site.fetch('/api/openapi.json')).json();
  const { EventInput } = document.components.schemas;
  expect(EventInput.required).toContain('eventLocation');
  expect(EventInput.required).not.toContain('enclosureUrl');
  expect(enclosureUrl && enclosureType).toBeTruthy();
});
