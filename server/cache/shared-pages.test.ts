/** Shared responses are identical and contain nothing personal: on a real listener (R-32 … R-36). */
import { expect, test } from 'vitest';
import { type Answer, openServer } from '../../tests/open-server.ts';
import { isDeep, someOf } from '../../tests/rounds.ts';
import { seedSample } from '../../tests/seed-sample.ts';

const evil = 'evil.example';

/** Headers that proxies, caches and frameworks have been tricked with. */
const hostile: Record<string, string> = {
  Host: evil,
  'X-Forwarded-Host': evil,
  'X-Forwarded-Proto': 'gopher',
  'X-Forwarded-Scheme': 'nothttps',
  'X-Forwarded-Port': '6666',
  'X-Forwarded-Prefix': `//${evil}`,
  'X-Forwarded-Server': evil,
  'X-Forwarded-For': '6.6.6.6',
  'X-Real-IP': '6.6.6.6',
  Forwarded: `for=6.6.6.6;host=${evil};proto=gopher`,
  'X-Host': evil,
  'X-HTTP-Host-Override': evil,
  'X-Original-URL': '/admin',
  'X-Rewrite-URL': '/admin',
  'X-Original-Host': evil,
  'X-Http-Method-Override': 'DELETE',
  'X-Method-Override': 'PUT',
  'X-React-Router-Prerender-Data': encodeURIComponent('{"a":1}'),
  'X-React-Router-SPA-Mode': 'yes',
  'X-Remix-Response': 'yes',
  'X-Middleware-Subrequest': 'middleware',
  'Accept-Language': 'tlh, xx;q=0.9',
  Accept: 'application/json',
  Cookie: 'a=b; theme="><script>; _ga=1',
  Range: 'bytes=0-5',
  'If-Range': '"x"',
  Referer: `https://${evil}/`,
  'User-Agent': '<script>alert(1)</script>',
  Via: `1.1 ${evil}`,
  'Save-Data': 'on',
  'Sec-Fetch-Site': 'cross-site',
  'X-Wap-Profile': `http://${evil}/wap.xml`,
};

const addresses = [
  '/',
  '/articles',
  '/articles?page=2',
  '/articles/i1',
  '/articles/none',
  '/news/i1',
  '/events',
  '/events/i1',
  '/events/i1.ics',
  '/polls',
  '/businesses?category=Food',
  '/about',
  '/login',
  '/admin',
  '/NotFound/none',
  '/nope',
  '/%',
  '/articles/i1/hill-farm-opens-its-gate',
  '/articles/i1/older-words',
  '/sitemap.xml',
  '/sitemaps/articles-1.xml',
  '/news-sitemap.xml',
  '/robots.txt',
  '/api/v1/articles',
  '/api/v1/events/i1',
  '/api/openapi.json',
  '/favicon.svg',
];

/** A page that hydrates has its own nonce; it is never cached. */
function withoutNonce({ body, headers }: Answer): string {
  const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
  return nonce ? body.toString().replaceAll(nonce, 'NONCE') : body.toString();
}

test('None of thirty hostile headers changes a byte of a response, or its redirect (R-32, R-36)', async () => {
  await using server = await openServer();
  await seedSample(server.site);
  const changed: string[] = [];
  const single = Object.entries(hostile).map(([name, value]) => ({ [name]: value }));
  for (const [at, path] of addresses.entries()) {
    const plain = await server.ask(path);
    for (const headers of [...someOf(import.meta.url, single, at), hostile]) {
      const answer = await server.ask(path, headers as Record<string, string>);
      const same =
        answer.status === plain.status &&
        answer.headers.location === plain.headers.location &&
        withoutNonce(answer) === withoutNonce(plain);
      const reflected = JSON.stringify(answer.headers).includes(evil) || answer.body.includes(evil);
      if (!same || reflected) changed.push(`${path} ${Object.keys(headers).join()} ${answer.status}`);
    }
  }
  expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(30);
  expect(changed).toEqual([]);
}, 60_000);

test('None of fifty concurrent users sees anything of another (R-33)', async () => {
  await using server = await openServer();
  await seedSample(server.site);
  const people: { email: string; headers: Record<string, string> }[] = [];
  const users = isDeep(import.meta.url) ? 50 : 10;
  for (let index = 0; index < users; index++) {
    const email = `person-${index}x@example.org`;
    people.push({ email, headers: await server.site.asMember(email) });
  }
  const secrets = people.map(({ email, headers }) => [email, ...tokensOf(headers.Cookie ?? '')]);
  const pages = [
    '/articles',
    '/account',
    '/account/data',
    '/events',
    '/polls/i1',
    '/about',
    '/login',
    '/api/v1/news',
  ];
  const foreign: string[] = [];
  async function askAs(index: number, path: string): Promise<void> {
    const { headers = {} } = people[index] ?? {};
    const answer = await server.ask(path, headers);
    const text = JSON.stringify(answer.headers) + answer.body.toString();
    const others = secrets.filter((_, other) => other !== index).flat();
    if (others.some((secret) => text.includes(secret))) foreign.push(`${index} ${path}`);
    const isPage = String(answer.headers['content-type']).startsWith('text/html') && answer.status === 200;
    if (isPage && text.includes('href="/logout"') !== index >= 0) foreign.push(`${index} ${path} navigation`);
    if (index >= 0 && !/no-store/.test(String(answer.headers['cache-control'])))
      foreign.push(`${path} may be kept`);
    if (index < 0 && answer.headers['set-cookie']) foreign.push(`${path} sets a cookie`);
  }
  const questions = Array.from(
    { length: 20 * users },
    (_, n) => [n % 4 === 3 ? -1 : n % users, pages[(n * 7) % 8]] as const,
  );
  for (let at = 0; at < questions.length; at += 40)
    await Promise.all(questions.slice(at, at + 40).map(([index, path = '/']) => askAs(index, path)));
  expect(foreign).toEqual([]);
}, 120_000);

function tokensOf(cookie: string): string[] {
  return cookie.split(/[;=]\s*/).filter((part) => part.length > 20);
}

test("A page's address with a file extension is not that page (R-34)", async () => {
  await using server = await openServer();
  await seedSample(server.site);
  const member = await server.site.asMember();
  for (const path of [
    '/account.css',
    '/account/x.css',
    '/account/x.js',
    '/articles/i1/x.css',
    '/account;x.css',
  ]) {
    const answer = await server.ask(path, member);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(answer.body.toString()).not.toContain('june@example.org');
    expect(answer.headers['cache-control']).toBe('private, no-store');
  }
  for (const path of [
    '/articles/x.css',
    '/articles/i1.css',
    '/articles/..%2faccount%2fx.css',
    '/articles/%2e%2e%2faccount.js',
  ]) {
    const answer = await server.ask(path, member);
    expect([path, [302, 400, 404].includes(answer.status)]).toEqual([path, true]);
    expect(answer.headers['cache-control']).toBe('private, no-store');
    const { location } = answer.headers;
    if (location) expect([location, (await server.ask(location, member)).status]).toEqual([location, 404]);
  }
});

test.each([
  ['America/New_York', '2026-11-01T04:00:00Z', 'Saturday, October 31, 2026', 'Sunday, November 1, 2026'],
  ['America/New_York', '2026-11-02T05:00:00Z', 'Sunday, November 1, 2026', 'Monday, November 2, 2026'],
  ['America/New_York', '2026-03-09T04:00:00Z', 'Sunday, March 8, 2026', 'Monday, March 9, 2026'],
  // The day begins at one o'clock: the hour before it is skipped.
  ['Africa/Cairo', '2026-04-23T22:00:00Z', 'Thursday, April 23, 2026', 'Friday, April 24, 2026'],
  ['Pacific/Apia', '2026-11-20T11:00:00Z', 'Friday, November 20, 2026', 'Saturday, November 21, 2026'],
])(
  'In %s cached events change at %s, whatever the time zone of the server (R-35)',
  async (zone, midnight, before, after) => {
    let now = Date.parse(midnight) - 1;
    await using server = await openServer({ now: () => now });
    await server.site.write.insertInto('town_setting').values({ name: 'timeZone', value: zone }).execute();
    expect((await server.ask('/events')).body.toString()).toContain(before);
    now += 1;
    const page = (await server.ask('/events')).body.toString();
    expect(page).toContain(after);
    expect(page).not.toContain(before);
  },
);

test('A request for an unknown host is handled like any other, and the host is never in the response (R-36)', async () => {
  await using server = await openServer({ environment: { BELFRY_URL: 'https://town.example' } });
  await seedSample(server.site);
  for (const Host of [evil, 'town.example:1', '127.0.0.1', 'town.example.evil.example', '[::1]:80']) {
    for (const path of [
      '/articles',
      '/api/openapi.json',
      '/events/i1.ics',
      '/articles/none',
      '/admin',
      '/healthz',
    ]) {
      const [plain, answer] = [await server.ask(path), await server.ask(path, { Host })];
      expect([Host, path, answer.status, answer.headers.location]).toEqual([
        Host,
        path,
        plain.status,
        plain.headers.location,
      ]);
      expect(answer.body.equals(plain.body) && !JSON.stringify(answer.headers).includes(evil)).toBe(true);
    }
  }
});
