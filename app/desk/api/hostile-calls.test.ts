/** Hostile calls of every operation in the OpenAPI document. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../../tests/any-character.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { isDeep, rounds, someOf } from '../../../tests/rounds.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedSample } from '../../../tests/seed-sample.ts';

// For more of them: FUZZ_RUNS=100000 npm test -- --deep FILE.
const numRuns = Number(process.env.FUZZ_RUNS ?? 15);

type Schema = { properties: Record<string, { type?: string | string[] }>; required?: string[] };
type Document = {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, Schema> };
};
type Writable = { path: string; methods: string[]; schema: Schema; input: Record<string, unknown> };

const singulars = {
  articles: 'Article',
  news: 'NewsItem',
  events: 'Event',
  polls: 'Poll',
  businesses: 'Business',
};

async function readDocument(site: TestSite): Promise<Document> {
  return (await (await site.fetch('/api/openapi.json')).json()) as Document;
}

/** The addresses that take a body, with its content type. */
function listWritable({ paths, components }: Document): Writable[] {
  return Object.entries(paths).flatMap(([path, item]) => {
    const methods = Object.keys(item).filter((method) => method === 'put' || method === 'patch');
    const name = path.split('/')[3] as keyof typeof singulars;
    const schema = components.schemas[`${singulars[name]}Input`];
    if (methods.length === 0 || !schema) return [];
    return [{ path: path.replace('{id}', 'i1'), methods, schema, input: sampleInputs[name] }];
  });
}

/** What no response may reveal: file paths, SQL, versions. */
const leaks =
  /\bat \S+ \(|\bat \S+:\d+:\d+|node_modules|\/app\/|\.tsx?\b|SQLITE|sqlite|postgres|kysely|\bselect .* from\b|insert into|constraint|react-router|zod|v?26\.\d+\.\d+|stack"/i;

async function faultOf(response: Response): Promise<string | undefined> {
  const text = await response.text();
  if (response.status >= 500) return `${response.status} ${text.slice(0, 200)}`;
  if (response.status >= 400) {
    if (response.headers.get('Content-Type') !== 'application/problem+json') return 'no problem document';
    const { detail = '', title = '' } = JSON.parse(text) as Record<string, string>;
    if (leaks.test(`${title} ${detail}`)) return `tells ${detail}`;
  }
  if (response.headers.get('X-Content-Type-Options') !== 'nosniff') return 'no nosniff';
  if (response.headers.has('Access-Control-Allow-Origin')) return 'open to other origins';
  return undefined;
}

type Sent = { body?: BodyInit; type?: string; headers?: Record<string, string> };

async function adminOf(site: TestSite) {
  const admin = await site.asAdmin();
  return (method: string, path: string, { body, type = 'application/json', headers }: Sent = {}) =>
    site.fetch(path, {
      method: method.toUpperCase(),
      ...(body === undefined ? {} : { body }),
      headers: {
        ...admin,
        Origin: site.origin,
        ...(body === undefined ? {} : { 'Content-Type': type }),
        ...headers,
      },
    });
}

test('Every operation with a body refuses fields that its schema does not have (R-26)', async () => {
  await using site = await openSite();
  await seedSample(site);
  const writable = listWritable(await readDocument(site));
  expect(writable).toHaveLength(5);
  const call = await adminOf(site);
  for (const { path, methods, schema, input } of writable) {
    for (const method of methods) {
      const send = async (body: unknown) => (await call(method, path, { body: JSON.stringify(body) })).status;
      expect([method, path, await send({ ...input, isAdmin: true })]).toEqual([method, path, 400]);
      for (const name of ['constructor', 'toString', '__defineGetter__', 'version', 'updatedAt', ''])
        expect([method, path, name, await send({ ...input, [name]: 1 })]).toEqual([method, path, name, 400]);
      for (const [name, { type }] of Object.entries(schema.properties)) {
        const wrong = [{}, [{}], 5, true].filter((value) => !typesOf(type).includes(typeOf(value)));
        for (const value of isDeep(import.meta.url) ? wrong : wrong.slice(0, 1))
          expect([method, path, name, value, await send({ ...input, [name]: value })]).toEqual([
            method,
            path,
            name,
            value,
            422,
          ]);
      }
    }
  }
  expect(Object.keys(Object.prototype)).toEqual([]);
}, 120_000);

function typesOf(type: string | string[] | undefined): string[] {
  return [type ?? 'string'].flat();
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? 'array of strings' : typeof value;
}

test('Every operation with a body refuses one that is too large, too deep, compressed or missing (R-26)', async () => {
  await using site = await openSite();
  await seedSample(site);
  const call = await adminOf(site);
  const deep = `{"a":${'['.repeat(40)}${']'.repeat(40)}}`;
  for (const { path, methods, input } of listWritable(await readDocument(site))) {
    const json = JSON.stringify(input);
    const sent: [string, Sent, number][] = [
      ['1 MiB and a byte', { body: ' '.repeat(1024 * 1024 + 1 - json.length) + json }, 413],
      ['41 levels', { body: deep }, 400],
      ['a prototype', { body: `{"__proto__":{"isAdmin":true},${json.slice(1)}` }, 400],
      ['a prototype, escaped', { body: `{"\\u005f_proto__":{"isAdmin":true},${json.slice(1)}` }, 400],
      ['compressed', { body: json, headers: { 'Content-Encoding': 'gzip' } }, 415],
      ['as a form', { body: 'a=b', type: 'application/x-www-form-urlencoded' }, 415],
      ['as text', { body: json, type: 'text/plain' }, 415],
      ['a list', { body: '[]' }, 400],
      ['half', { body: json.slice(0, -1) }, 400],
      ['nothing', { body: '' }, 400],
    ];
    for (const method of methods)
      for (const [what, init, status] of sent)
        expect([method, path, what, (await call(method, path, init)).status]).toEqual([
          method,
          path,
          what,
          status,
        ]);
  }
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('Every address of the API responds to an unsupported method with 405 and the supported ones (R-26)', async () => {
  await using site = await openSite();
  const call = await adminOf(site);
  for (const [path, item] of Object.entries((await readDocument(site)).paths)) {
    const has = Object.keys(item).map((method) => method.toUpperCase());
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(
      (name) => !has.includes(name),
    )) {
      const response = await call(method, path.replace('{id}', 'i1'));
      expect([method, path, response.status]).toEqual([method, path, 405]);
      for (const name of method === 'OPTIONS' ? [] : has)
        expect(response.headers.get('Allow')).toContain(name);
    }
  }
});

test('Ids are letters, digits, - and _, at most 128, and never a word with a meaning in addresses (R-29)', async () => {
  await using site = await openSite();
  const call = await adminOf(site);
  const body = JSON.stringify(sampleInputs.articles);
  for (const id of [
    'add',
    '..',
    '%2e',
    '%2e%2e',
    'a'.repeat(129),
    'a%20b',
    'a%00',
    'a%2fb',
    'é',
    "'",
    'a.ics',
    '%0a',
  ]) {
    const { status } = await call('put', `/api/v1/articles/${id}`, { body });
    expect([id, [400, 404, 405, 422].includes(status)]).toEqual([id, true]);
  }
  for (const id of ['a'.repeat(128), '-', '_', '0'])
    expect([id, (await call('put', `/api/v1/articles/${id}`, { body })).status]).toEqual([id, 201]);
  expect(await site.write.selectFrom('article').select('id').execute()).toHaveLength(4);
});

test('Whatever is sent to an operation, it reveals nothing and does not fail (R-25)', async () => {
  await using site = await openSite();
  await seedSample(site);
  const call = await adminOf(site);
  const { paths } = await readDocument(site);
  const operations = Object.entries(paths)
    // That would delete the caller.
    .filter(([path]) => path !== '/api/v1/me')
    .flatMap(([path, item]) => Object.keys(item).map((method) => ({ method, path })));
  for (const name of Object.keys(singulars))
    expect(operations.filter(({ path }) => path.startsWith(`/api/v1/${name}`))).not.toEqual([]);
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("'", '"; drop table article; --', '../../etc/passwd', '%00', '\ud800'),
  );
  for (const { method, path } of operations) {
    const input = sampleInputs[path.split('/')[3] as keyof typeof sampleInputs] ?? {};
    const fields = fc.constantFrom('id', ...Object.keys(input));
    const near = fc
      .tuple(fields, fc.jsonValue())
      .map(([field, value]) => JSON.stringify({ ...input, [field]: value }));
    const body = fc.oneof(near, fc.json(), text);
    const query = fc.dictionary(fc.constantFrom('limit', 'after', 'before', 'from', 'q', 'kind', 'x'), text, {
      maxKeys: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant('i1'), text), query, body, async (id, parameters, sent) => {
        const address = `${path.replace('{id}', encodeURIComponent(id.toWellFormed()) || 'i1')}?${new URLSearchParams(parameters)}`;
        const takesBody = method !== 'get' && method !== 'delete';
        const response = await call(method, address, takesBody ? { body: sent } : {});
        expect([address, await faultOf(response)]).toEqual([address, undefined]);
      }),
      rounds(import.meta.url, numRuns),
    );
  }
}, 600_000);

test('A changed cursor gives a position in the same order or an error (R-27)', async () => {
  await using site = await openSite();
  for (let n = 0; n < 25; n++) {
    const pubDate = new Date(Date.UTC(2026, 10, 1 + (n % 9))).toISOString();
    const call = { ...sampleInputs.articles, id: `a${n}`, title: `Article ${n}`, pubDate };
    const { articles } = await import('#app/articles/article-collection.server.ts');
    await articles.store.save(site.write, articles.json.schema.parse(call), {
      now: Date.UTC(2026, 11, 1) + n,
    });
  }
  const first = (await (await site.fetch('/api/v1/articles?limit=10')).json()) as List;
  const cursor = first.next ?? '';
  expect(cursor).not.toBe('');
  const tampered = [...cursor].flatMap((_, at) =>
    someOf(import.meta.url, ['', 'A', 'z', '_', '0', "'"], at, 6).map(
      (put) => cursor.slice(0, at) + put + cursor.slice(at + 1),
    ),
  );
  for (const text of [
    ...tampered,
    cursor.repeat(3),
    Buffer.from('["x","a1"]').toString('base64url'),
    Buffer.from('[1e400,"a"]').toString('base64url'),
  ]) {
    const query = new URLSearchParams({ after: text });
    const response = await site.fetch(`/api/v1/articles?${query}`);
    expect([text, [200, 400].includes(response.status)]).toEqual([text, true]);
    if (response.status === 200) expectOrder((await response.json()) as List);
    const page = await site.fetch(`/articles?page=2&${query}`);
    expect([text, [200, 302, 404].includes(page.status)]).toEqual([text, true]);
  }
}, 120_000);

type List = { items: { id: string; pubDate: string }[]; next: string | null };

function expectOrder({ items }: List): void {
  const keys = items.map(({ id, pubDate }) => `${pubDate} ${id}`);
  expect(keys).toEqual([...keys].sort().reverse());
}
