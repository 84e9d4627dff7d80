/** Every route of the site, requested by everyone who may not use it (R-16). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import { addSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { addPictureRow } from '#app/platform/media/picture-store.server.ts';
import { openSite, type TestSite } from '../tests/open-site.ts';
import { someOf } from '../tests/rounds.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';
import { seedDocument } from '../tests/seed-document.ts';
import { seedIssue } from '../tests/seed-emails.ts';
import { seedSource } from '../tests/seed-source.ts';
import { hashOfDatabase } from '../tests/whole-database.ts';
import { openRouteFinder, routeTable, siteRoutes } from './route-table.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const PICTURE = 'a'.repeat(32);
const DOCUMENT = '0123456789abcdef0123456789abcdef';
const MONTHS_MS = 100 * 24 * 60 * 60 * 1000;

const { requireFacts, takesPost } = (await import(
  '../build/server/index.js' as string
)) as typeof import('./site.ts');

type Person = { name: string; headers: Record<string, string>; viewer: 'visitor' | 'member' | 'admin' };

async function seedOneOfEach({ write, services }: TestSite): Promise<void> {
  for (const {
    name,
    json: { schema },
    store: { save },
  } of Object.values(collections))
    await save(write, schema.parse({ id: 'i1', ...sampleInputs[name as NounName] }), { now: NOW });
  const words = { alt: null, decorative: false, caption: null, credit: null, focalPoint: 5 };
  const size = { width: 640, height: 480, bytes: 1000, color: '#808080' };
  await addPictureRow(write, { id: PICTURE, name: 'a.jpg', ...size, ...words }, [], NOW);
  await seedDocument(write, services.media.files, { id: DOCUMENT, earlier: 'Earlier' });
}

/** Two sessions have expired; one of them was also logged out. */
async function openTown() {
  let now = NOW - MONTHS_MS;
  const site = await openSite({ now: () => now });
  const expired = await site.asMember('away@example.org');
  const ended = await site.asMember('gone@example.org');
  await site.post('/logout', {}, ended);
  now = NOW;
  await seedOneOfEach(site);
  const member = await site.asMember();
  const write = { name: 'import', scope: 'write', days: 30 } as const;
  const token = await createApiToken(site.write, write, NOW);
  const readOnly = await createApiToken(site.write, { ...write, scope: 'read' }, NOW);
  const revoked = await createApiToken(site.write, write, NOW + 1);
  const [newest] = await listApiTokens(site.write, NOW);
  await revokeApiToken(site.write, newest?.id ?? '', NOW);
  return { site, expired, ended, member, token, readOnly, revoked };
}

function peopleOf({
  expired,
  ended,
  member,
  revoked,
  readOnly,
}: Awaited<ReturnType<typeof openTown>>): Person[] {
  return [
    { name: 'visitor', headers: {}, viewer: 'visitor' },
    { name: 'expired session', headers: expired, viewer: 'visitor' },
    { name: 'ended session', headers: ended, viewer: 'visitor' },
    { name: 'forged session', headers: { Cookie: 'belfry-dev=forged.signature' }, viewer: 'visitor' },
    // A token opens no page, whatever it allows.
    { name: 'revoked token', headers: { Authorization: `Bearer ${revoked}` }, viewer: 'visitor' },
    { name: 'read-only token', headers: { Authorization: `Bearer ${readOnly}` }, viewer: 'visitor' },
    { name: 'member', headers: member, viewer: 'member' },
  ];
}

const BACKUP = 'belfry-20261120T120000Z-scheduled.belfry';

function addressOf(pattern: string): string {
  return `/${pattern
    .replace(':collection', 'articles')
    .replace('text-pictures/:place', 'text-pictures/new')
    .replace(':setting', 'logo')
    .replace('backups/:name', `backups/${BACKUP}`)
    .replace('versions/:number', 'versions/1')
    .replace('admin/documents/:id', `admin/documents/${DOCUMENT}`)
    .replace('admin/pictures/:id', `admin/pictures/${PICTURE}`)
    .replace(':change', 'erasure')
    .replaceAll(/:\w+\??/g, 'i1')
    .replace('*', 'nothing/here')}`;
}

const pages = siteRoutes.filter(({ pattern }) => !pattern.startsWith('api/'));

test('R-16 a route without facts prevents startup', () => {
  const routes = {
    root: { id: 'root', module: {} },
    'polls/secret': { id: 'polls/secret', parentId: 'root', path: 'secret', module: {} },
  } as never;
  expect(() => requireFacts(routes)).toThrow('routes.ts says nothing of: polls/secret');
});

/** Each poll decides who may vote. */
const VOTES = 'api/v1/polls/:id/votes';
/** Providers of email sign their calls. */
const WEBHOOKS = 'api/v1/newsletter/webhooks/:provider';

test('R-16 what is below /admin is for the administrator, what is below /account is for logged-in users', () => {
  for (const { pattern, policy } of siteRoutes) {
    const expected = /^admin\b/.test(pattern) ? 'admin' : /^account\b/.test(pattern) ? 'member' : undefined;
    if (expected)
      expect([pattern, policy.read, policy.write ?? expected]).toEqual([pattern, expected, expected]);
  }
  for (const { pattern, policy } of siteRoutes)
    if (pattern.startsWith('api/v1/')) {
      const isPublic = pattern === VOTES || pattern === WEBHOOKS;
      const expected = isPublic ? 'public' : pattern === 'api/v1/me' ? 'member' : 'admin-or-token';
      expect([pattern, policy.write]).toEqual([pattern, expected]);
    }
});

test('R-16 an address without a known policy is for the administrator', () => {
  expect(routeTable.policyAt('no/such/route', 'GET')).toBe('admin');
  expect(routeTable.policyAt('/admin/settings', 'POST')).toBe('admin');
  expect(routeTable.policyAt('/articles', 'GET')).toBe('public');
});

test('R-16 no page admits a caller outside of its policy, by any method or as data, and nothing changes', async () => {
  const town = await openTown();
  await using site = town.site;
  const before = await hashOfDatabase(site.write);
  let refused = 0;
  let turn = 0;
  for (const { name, headers, viewer } of peopleOf(town)) {
    // The others are visitors to every page alike.
    const isWhole = name === 'visitor' || name === 'member';
    for (const { pattern, policy } of pages) {
      const guarded = [policy.read, policy.write ?? policy.read].some((each) => isRefused(each, viewer));
      if (!guarded) continue;
      const calls = callsOf(pattern);
      for (const asked of isWhole ? calls : someOf(import.meta.url, calls, turn++)) {
        const needed = asked.method === 'POST' ? (policy.write ?? policy.read) : policy.read;
        if (!isRefused(needed, viewer)) continue;
        const response = await site.fetch(asked.path, {
          ...asked.init,
          headers: { ...asked.headers, ...headers },
        });
        const text = await response.text();
        const way = wayOutOf(needed, pattern);
        const label = `${name} ${asked.method} ${asked.path}`;
        refused++;
        const isNoForm = asked.method === 'POST' && !takesPost(asked.path) && !pattern.startsWith('admin');
        if (isNoForm || ['PUT', 'DELETE', 'PATCH'].includes(asked.method)) {
          expect([label, response.status]).toEqual([label, 405]);
        } else if (asked.path.includes('.data')) {
          expect([label, response.status, text.includes(way)]).toEqual([label, 202, true]);
        } else {
          expect([label, response.status, response.headers.get('Location')]).toEqual([label, 302, way]);
        }
      }
    }
  }
  expect(refused).toBeGreaterThan(500);
  expect(await hashOfDatabase(site.write)).toBe(before);
}, 120_000);

function isRefused(policy: string, viewer: Person['viewer']): boolean {
  return policy === 'admin' ? viewer !== 'admin' : policy === 'member' && viewer === 'visitor';
}

function wayOutOf(policy: string, pattern: string): string {
  if (policy === 'admin') return '/';
  return pattern.startsWith('account') ? '/login?next=%2Faccount' : '/login';
}

function callsOf(pattern: string) {
  const path = addressOf(pattern);
  const origin = { Origin: 'http://localhost:3000' };
  const form = { body: new URLSearchParams({ id: 'i1', title: 'Mine now', name: 'Mine', version: '1' }) };
  const ways = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => ({
    method,
    path,
    headers: origin,
    init: method === 'GET' || method === 'HEAD' ? { method } : { method, ...form },
  }));
  const asData = [`${path}.data`, `${path}/_.data`].flatMap((address) => [
    { method: 'GET', path: address, headers: origin, init: { method: 'GET' } },
    { method: 'POST', path: address, headers: origin, init: { method: 'POST', ...form } },
  ]);
  return [...ways, ...asData];
}

/** What only editors can read. Pictures may belong to drafts. */
const EDITORS_ONLY =
  /^\/api\/v1\/(trash$|pictures|documents$|sources|redirects|inbox|newsletter\/(issues|subscribers)|\w+\/\{id\}\/revisions)/;

test('R-16 no API call writes, or reads what is not public, without the administrator, a token or the account’s owner, and nothing changes', async () => {
  const town = await openTown();
  await using site = town.site;
  const document = (await (await site.fetch('/api/openapi.json')).json()) as ApiDocument;
  const before = await hashOfDatabase(site.write, { without: ['api_token'] });
  let refused = 0;
  for (const [template, item] of Object.entries(document.paths)) {
    if (template === '/api/v1/polls/{id}/votes') continue;
    for (const [verb, { 'x-policy': policy }] of Object.entries(item)) {
      const isOwn = template === '/api/v1/me';
      const isPublic = verb === 'get' && !EDITORS_ONLY.test(template);
      const expected = isOwn ? 'member' : isPublic ? 'public' : 'admin-or-token';
      expect([verb, policy]).toEqual([verb, expected]);
      if (policy === 'public') continue;
      for (const { name, headers } of peopleOf(town)) {
        if (isOwn && name === 'member') continue;
        if (!isOwn && verb === 'get' && name === 'read-only token') continue;
        const path = template.replace('{id}', 'i1').replace('{revision}', '1');
        const response = await site.fetch(path, apiCall(verb, headers));
        const status = name === 'member' || name === 'read-only token' ? 403 : 401;
        expect([name, verb, path, response.status]).toEqual([name, verb, path, status]);
        expect(await response.json()).toMatchObject({ title: 'User is not logged in or is not an admin.' });
        expect(response.headers.get('WWW-Authenticate')).toContain('Bearer realm="Belfry"');
        refused++;
      }
    }
  }
  const sourcesAndInbox = 7 * 7 + 3 * 6;
  const newsletter = 7 * 7 + 4 * 6;
  const redirects = 2 * 7 + 6;
  const notices = 3 * 7;
  const documents = 4 * 7 + 6;
  expect(refused).toBe(
    documents +
      notices +
      6 * (5 * 7 + 2 * 6) +
      (3 * 7 + 2 * 6) +
      6 +
      3 * 6 +
      sourcesAndInbox +
      newsletter +
      redirects,
  );
  expect(await hashOfDatabase(site.write, { without: ['api_token'] })).toBe(before);
});

type ApiDocument = { paths: Record<string, Record<string, { 'x-policy': string }>> };

function apiCall(verb: string, headers: Record<string, string>): RequestInit {
  const method = verb.toUpperCase();
  const hasBody = method === 'PUT' || method === 'PATCH';
  return {
    method,
    headers: { Origin: 'http://localhost:3000', 'Content-Type': 'application/json', ...headers },
    ...(hasBody ? { body: JSON.stringify({ description: '<p>Mine now.</p>' }) } : {}),
  };
}

test('R-16 the administrator can use every route', async () => {
  await using site = await openSite();
  await seedOneOfEach(site);
  await seedSource(site.write, { id: 'i1' });
  await seedIssue(site.write, { id: 'i1', sinceAt: NOW, builtAt: NOW, createdAt: NOW });
  await addSubscriber(site.write, { email: 'june@example.org', consent: { source: 'Form', at: NOW } }, NOW);
  // A subscriber's links name it.
  await site.write.deleteFrom('newsletter_link').execute();
  await site.write.updateTable('newsletter_subscriber').set({ id: 'i1' }).execute();
  const backups = join(site.services.settings.dataFolder, 'backups');
  await mkdir(backups);
  await writeFile(join(backups, BACKUP), '');
  const admin = await site.asAdmin();
  for (const { pattern } of pages.filter(({ pattern }) => pattern.startsWith('admin'))) {
    const response = await site.fetch(addressOf(pattern), { headers: admin });
    const location = response.headers.get('Location') ?? '/admin';
    expect([pattern, response.status < 400, location.startsWith('/admin')]).toEqual([pattern, true, true]);
  }
}, 60_000);

test('routes are matched as React Router matches them, whatever the case and the escapes', () => {
  const findRoute = openRouteFinder(siteRoutes);
  const everything = siteRoutes.map(({ pattern }) => ({ path: pattern }));
  const among = (path: string) => matchRoutes(everything, path)?.at(-1)?.route.path;
  for (const { pattern } of siteRoutes) {
    const path = `/${pattern.replace(/:\w+\??/g, 'x1').replace('*', 'no/where')}`;
    for (const asked of [
      path,
      path.toUpperCase(),
      `${path}/`,
      path.replace('a', '%61'),
      `${path}/more/of/it`,
    ])
      expect([asked, findRoute(asked)?.route.pattern]).toEqual([asked, among(asked)]);
  }
  for (const junk of ['/', '//', '/.well-known', '/ADMIN', '/api', '/polls/%2F/vote', '/*'])
    expect([junk, findRoute(junk)?.route.pattern]).toEqual([junk, among(junk)]);
});
