import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

type Json = Record<string, unknown>;
type Document = {
  openapi: string;
  servers: Json[];
  paths: Record<string, Json>;
  components: { schemas: Record<string, Json> };
};

async function readDocument(site: TestSite): Promise<Document> {
  const response = await site.fetch('/api/openapi.json');
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
  return (await response.json()) as Document;
}

test("the document describes the six collections, the user's own account and nothing that does not exist", async () => {
  await using site = await openSite();
  const { openapi, servers, paths } = await readDocument(site);
  expect([openapi, servers]).toEqual(['3.1.0', [{ url: 'http://localhost:3000' }]]);
  const names = ['articles', 'news', 'events', 'polls', 'businesses', 'pages'];
  const parts = ['', '/restore', '/revisions', '/revisions/{revision}', '/revisions/{revision}/restore'];
  const addresses = names.flatMap((name) => [
    `/api/v1/${name}`,
    ...parts.map((part) => `/api/v1/${name}/{id}${part}`),
  ]);
  const inbox = ['', '/{id}', '/undo'].map((path) => `/api/v1/inbox${path}`);
  const sources = ['', '/{id}', '/{id}/refresh', '/preview'].map((path) => `/api/v1/sources${path}`);
  const newsletter = [
    ...['', '/{id}', '/{id}/send', '/{id}/test'].map((path) => `issues${path}`),
    ...['', '/{id}'].map((path) => `subscribers${path}`),
  ].map((path) => `/api/v1/newsletter/${path}`);
  const pictures = ['/api/v1/pictures', '/api/v1/pictures/{id}'];
  const documents = ['', '/{id}', '/{id}/file'].map((path) => `/api/v1/documents${path}`);
  const others = [
    '/api/v1/me',
    '/api/v1/trash',
    '/api/v1/polls/{id}/votes',
    '/api/v1/search',
    '/api/v1/redirects',
    '/api/v1/notices',
    '/api/v1/notices/{id}',
  ];
  expect(Object.keys(paths).toSorted()).toEqual(
    [...addresses, ...inbox, ...pictures, ...documents, ...sources, ...newsletter, ...others].toSorted(),
  );
});

test('it is generated from the schemas that validate input', async () => {
  await using site = await openSite();
  const { schemas } = (await readDocument(site)).components;
  expect(schemas.ArticleInput).toMatchObject({
    additionalProperties: false,
    required: ['sourceId', 'title', 'link', 'pubDate', 'description', 'sourceName', 'sourceUrl'],
    properties: { pubDate: { type: 'string', format: 'date-time' }, title: { maxLength: 500 } },
  });
  expect(schemas.PollInput).toMatchObject({ properties: { options: { minItems: 2, maxItems: 50 } } });
  expect(schemas.Poll).toMatchObject({
    properties: { options: { items: { required: ['id', 'text'] } } },
  });
  expect(schemas.BusinessPatch?.required).toBeUndefined();
  expect(schemas.Business).toMatchObject({ properties: { phone: { type: ['string', 'null'] } } });
});

test('every reference resolves, and every operation has its own id', async () => {
  await using site = await openSite();
  const document = await readDocument(site);
  const text = JSON.stringify(document);
  for (const [, name = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)) {
    expect(document.components.schemas).toHaveProperty(name);
  }
  const ids = [...text.matchAll(/"operationId":"(\w+)"/g)].map((match) => match[1]);
  expect(ids).toContain('putNewsItem');
  expect(new Set(ids).size).toBe(ids.length);
});

test('only events, the search and redirects accept `from`', async () => {
  await using site = await openSite();
  const { paths } = await readDocument(site);
  const taking = Object.entries(paths).filter(([, item]) => JSON.stringify(item).includes('"name":"from"'));
  expect(taking.map(([path]) => path)).toEqual(['/api/v1/events', '/api/v1/redirects', '/api/v1/search']);
});

test('the document can only be read', async () => {
  await using site = await openSite();
  const response = await site.fetch('/api/openapi.json', {
    method: 'DELETE',
    headers: { Origin: site.origin },
  });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
});
