/** Every kind of response of the site, on a real listener, with the required headers. */
import { expect, test } from 'vitest';
import type { Answer } from '../../tests/open-server.ts';
import { openServer } from '../../tests/open-server.ts';
import { someOf } from '../../tests/rounds.ts';
import { readRouteAddresses } from '../../tests/route-addresses.ts';
import { faultsOfHeaders, scoreOf } from '../../tests/score-headers.ts';
import { seedSample } from '../../tests/seed-sample.ts';

const methods = ['GET', 'HEAD', 'POST', 'OPTIONS'];

type Question = [path: string, method?: string, headers?: Record<string, string>];

const odd: Question[] = [
  ['/favicon.svg'],
  ['/favicon.svg', 'HEAD'],
  ['/events/i1.ics'],
  ['/events/i1.ics', 'HEAD'],
  ['/api/v1/articles/i1'],
  ['/api/v1/articles/i1', 'PUT'],
  ['/api/v1/articles/i1', 'OPTIONS'],
  ['/api/v1/articles?limit=0'],
  ['/api/nope'],
  ['/nope'],
  ['/%'],
  ['/articles/%00'],
  [`/articles?${'x'.repeat(5000)}`],
  ['/articles', 'PUT', { Origin: 'https://town.example' }],
  ['/articles', 'OPTIONS'],
  ['/articles', 'TRACE'],
  ['/articles', 'PROPFIND'],
  ['/articles', 'POST', { Origin: 'https://evil.example' }],
  ['/articles', 'POST', { Origin: 'https://town.example', 'Content-Encoding': 'gzip' }],
  ['/preferences/theme', 'POST', { Origin: 'https://town.example', 'Content-Length': '0' }],
  ['/preferences/theme', 'POST', { Origin: 'https://town.example', 'Content-Length': '2000000' }],
  ['/api/v1/articles/i1', 'PUT', { Origin: 'https://town.example', 'Content-Length': '2000000' }],
  ['http://other.example/'],
  ['/articles.data'],
  ['/admin/articles.data'],
  ['/_root.data'],
];

test('Every response has the security headers (R-23, R-24)', async () => {
  await using server = await openServer({ environment: { BELFRY_URL: 'https://town.example' } });
  await seedSample(server.site);
  const people = { visitor: {}, member: await server.site.asMember(), admin: await server.site.asAdmin() };
  const faults: Record<string, string[]> = {};
  const statuses = new Set<number>();
  function note(question: string, answer: Answer): void {
    statuses.add(answer.status);
    const found = faultsOfHeaders(answer);
    if (found.length > 0) faults[`${question} ${answer.status}`] = found;
  }
  // Meant for embedding in other sites: it has its own policy, below.
  const paths = readRouteAddresses().filter((path) => !path.endsWith('/embed'));
  const questions = paths.flatMap((path) =>
    (['visitor', 'member', 'admin'] as const).flatMap((person) =>
      methods.map((method) => ({ path, person, method })),
    ),
  );
  // One in eleven of twelve for each address: at least one, and all of them in turn.
  for (const { path, person, method } of someOf(import.meta.url, questions, 0, 11))
    note(`${person} ${method} ${path}`, await server.ask(path, people[person], method));
  for (const [path, method = 'GET', headers = {}] of odd)
    note(`${method} ${path}`, await server.ask(path, headers, method));
  for (const path of ['/articles', '/favicon.svg', '/api/v1/articles/i1', '/events/i1.ics']) {
    const { etag } = (await server.ask(path)).headers;
    note(`again ${path}`, await server.ask(path, { 'If-None-Match': String(etag ?? '"x"') }));
  }
  expect(faults).toEqual({});
  for (const status of [200, 302, 303, 304, 400, 401, 403, 404, 405, 413, 414, 415])
    expect([...statuses]).toContain(status);
}, 120_000);

test('What other sites can embed has no script, no form and no cookie (R-23, R-24)', async () => {
  await using server = await openServer({ environment: { BELFRY_URL: 'https://town.example' } });
  await seedSample(server.site);
  const { status, headers } = await server.ask('/polls/i1/embed', await server.site.asMember());
  expect([status, headers['set-cookie'], headers['x-content-type-options']]).toEqual([
    200,
    undefined,
    'nosniff',
  ]);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  );
});

test('The headers of a page get the best possible score (R-23)', async () => {
  await using server = await openServer({ environment: { BELFRY_URL: 'https://town.example' } });
  for (const path of ['/articles', '/about', '/login', '/nope', '/admin'])
    expect([path, scoreOf(await server.ask(path))]).toEqual([
      path,
      expect.toSatisfy((score: number) => score >= 125),
    ]);
});

test('Strict transport security is sent on https only, and for subdomains only if the operator turns it on (R-24)', async () => {
  const told = async (environment: Record<string, string>) => {
    await using server = await openServer({ environment });
    const answers = await Promise.all(['/articles', '/favicon.svg', '/nope'].map((path) => server.ask(path)));
    return [...new Set(answers.map(({ headers }) => headers['strict-transport-security']))];
  };
  expect(await told({ BELFRY_URL: 'http://localhost:3000' })).toEqual([undefined]);
  const https = { BELFRY_URL: 'https://town.example' };
  expect(await told(https)).toEqual(['max-age=31536000']);
  expect(await told({ ...https, BELFRY_HSTS_SUBDOMAINS: '1' })).toEqual([
    'max-age=31536000; includeSubDomains',
  ]);
});
