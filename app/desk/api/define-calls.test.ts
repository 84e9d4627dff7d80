import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { jsonBody } from './call-body.server.ts';
import { defineCalls } from './define-calls.server.ts';

const things = '/api/v1/things';

/** `said` is the status of each response, or the error that each call throws. */
function thingCalls(said: number | object) {
  const respond = async (value: object) => {
    if (typeof said === 'object') throw said;
    return Response.json(value, { status: said });
  };
  return defineCalls('things', [
    {
      path: things,
      method: 'GET',
      operationId: 'listThings',
      summary: 'List things',
      policy: 'public',
      responses: { 200: { description: 'All things' } },
      run: () => respond({}),
    },
    {
      path: `${things}/{id}`,
      method: 'GET',
      operationId: 'findThing',
      summary: 'Read a thing',
      policy: 'public',
      responses: { 200: { description: 'The thing' } },
      problems: [404],
      run: ({ params }) => respond(params),
    },
    {
      path: `${things}/{id}`,
      method: 'PATCH',
      operationId: 'changeThing',
      summary: 'Change a thing',
      policy: 'public',
      body: jsonBody(z.strictObject({ size: z.number() }), { isPatch: true }),
      responses: { 200: { description: 'The thing' }, 422: { description: 'A size that no thing has' } },
      run: (_args, { size }) => respond({ size }),
    },
  ]);
}

function openThings({ services }: TestSite, said: number | object = 200) {
  const context = new RouterContextProvider();
  context.set(requestContextKey, { services, viewer: { kind: 'visitor' }, token: 'none' } as RequestContext);
  const respond = thingCalls(said).at(things, `${things}/{id}`);
  return (method: string, id?: string, body?: string, type = 'application/json') => {
    const headers = { 'Content-Type': type };
    const request = new Request(`http://town.example${things}`, { method, headers, body: body ?? null });
    return respond({ request, context, params: { id } });
  };
}

test('a call is found by its method and by the parameters of its path; HEAD counts as GET', async () => {
  await using site = await openSite();
  const call = openThings(site);
  expect(await (await call('GET')).json()).toEqual({});
  expect(await (await call('GET', 'a')).json()).toEqual({ id: 'a' });
  expect((await call('HEAD', 'a')).status).toBe(200);
  const refused = [await call('PATCH'), await call('DELETE', 'a'), await call('OPTIONS', 'a')];
  expect(refused.map(({ status, headers }) => [status, headers.get('Allow')])).toEqual([
    [405, 'GET, HEAD'],
    [405, 'GET, HEAD, PATCH'],
    [405, 'GET, HEAD, PATCH'],
  ]);
});

test('a body is checked before the call runs', async () => {
  await using site = await openSite();
  const call = openThings(site);
  expect(await (await call('PATCH', 'a', '{"size":2}')).json()).toEqual({ size: 2 });
  const merged = await call('PATCH', 'a', '{"size":2}', 'application/merge-patch+json');
  expect(merged.status).toBe(200);
  for (const [body, type, status] of [
    ['{"size":"2"}', 'application/json', 422],
    ['{"size":2,"color":"red"}', 'application/json', 400],
    ['{', 'application/json', 400],
    ['{"size":2}', 'text/plain', 415],
  ] as const)
    expect([body, (await call('PATCH', 'a', body, type)).status]).toEqual([body, status]);
});

test('the OpenAPI document has the statuses of the row, of authorization, of errors and of reading the body', () => {
  const paths = thingCalls(200).describe((status) => ({ description: `Problem ${status}` }));
  // biome-ignore lint/suspicious/noExplicitAny: a document
  const { get, patch } = paths[`${things}/{id}`] as any;
  expect(Object.keys(get.responses)).toEqual(['200', '401', '404', '500', '503', '507']);
  expect(Object.keys(patch.responses)).toEqual([
    ...['200', '400', '401', '409', '413', '415', '422', '500', '503', '507'],
  ]);
  expect(patch.responses['422']).toEqual({ description: 'A size that no thing has' });
  expect(patch.parameters).toEqual([{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }]);
});

test.each([
  ['a full disk', { code: 'ERR_SQLITE_ERROR', errcode: 13 }, 507, 507],
  ['a deadlock', { code: '40P01' }, 503, 409],
  ['a lost connection', { code: 'ECONNRESET' }, 503, 503],
  ['a mistake in our code', new TypeError('x is undefined'), 500, 500],
])('the row of a call has the status of %s', async (_name, error, reading, writing) => {
  await using site = await openSite();
  const call = openThings(site, error);
  expect((await call('GET', 'a')).status).toBe(reading);
  expect((await call('PATCH', 'a', '{"size":2}')).status).toBe(writing);
});

test('a test fails whose site returns a status that the row of the call lacks', async () => {
  const site = await openSite();
  expect((await openThings(site, 409)('GET', 'a')).status).toBe(409);
  await expect(site[Symbol.asyncDispose]()).rejects.toThrow('statuses that the rows of API calls lack');
});
