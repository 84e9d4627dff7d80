/** Every route of the site, requested by everyone who may not use it (R-16). */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { matchRoutes } from 'react-router';
import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import { addSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import { hasRole, isForStaff, type Policy, policyStatusOf, type Role } from '#app/people/request/policy.ts';
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

type Person = { name: string; headers: Record<string, string>; viewer: Viewer['kind'] };

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
  const editor = await site.asColleague('editor');
  const contributor = await site.asColleague('contributor');
  const write = { name: 'import', scope: 'write', days: 30 } as const;
  const token = await createApiToken(site.write, write, NOW);
  const readOnly = await createApiToken(site.write, { ...write, scope: 'read' }, NOW);
  const revoked = await createApiToken(site.write, write, NOW + 1);
  const [newest] = await listApiTokens(site.write, NOW);
  await revokeApiToken(site.write, newest?.id ?? '', NOW);
  const ofRole = async (role: 'editor' | 'contributor') =>
    createApiToken(site.write, { ...write, role, userId: await findIdOf(site, role) }, NOW);
  const tokens = { editor: await ofRole('editor'), contributor: await ofRole('contributor') };
  return { site, expired, ended, member, editor, contributor, token, tokens, readOnly, revoked };
}

function peopleOf({
  expired,
  ended,
  member,
  editor,
  contributor,
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
    { name: 'contributor', headers: contributor, viewer: 'contributor' },
    { name: 'editor', headers: editor, viewer: 'editor' },
  ];
}

async function findIdOf({ write }: TestSite, role: 'editor' | 'contributor'): Promise<string> {
  const row = await write.selectFrom('site_user').select('id').where('role', '=', role).executeTakeFirst();
  return row?.id ?? '';
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

/** What the administrator alone has (product contract section 6). */
const ADMINS =
  /^admin\/(settings|people|backups|successor|move-in|redirects|mail|newsletter\/(settings|subscribers)|first-steps|trash\/deletion)\b/;
/** Where contributors work on their own drafts, and what they send there. */
const CONTRIBUTORS = {
  read: /^admin(\/drafts|\/:collection(\/:id(\/(?!archiving|draft-removal|source).*)?)?)?$/,
  write:
    /^admin\/(drafts|:collection\/:id(\/(autosave|picture|text-pictures.*|linked-pictures|revisions|presence|hand-in))?)$/,
};

test('R-16 what is below /admin is for people who work on the site, what is below /account is for logged-in users', () => {
  for (const { pattern, policy } of siteRoutes.filter(({ pattern }) => /^(admin|account)\b/.test(pattern))) {
    const levelOf = (way: 'read' | 'write') => {
      if (pattern.startsWith('account')) return 'member';
      if (ADMINS.test(pattern)) return 'admin';
      return CONTRIBUTORS[way].test(pattern) ? 'contributor' : 'editor';
    };
    const { read, write = levelOf('write') } = policy;
    expect([pattern, read, write]).toEqual([pattern, levelOf('read'), levelOf('write')]);
  }
  for (const { pattern, policy } of siteRoutes)
    if (pattern.startsWith('api/v1/')) {
      const isPublic = pattern === VOTES || pattern === WEBHOOKS;
      const expected = isPublic ? 'public' : pattern === 'api/v1/me' ? 'member' : programsPolicyOf(pattern);
      expect([pattern, policy.write]).toEqual([pattern, expected]);
    }
});

function programsPolicyOf(pattern: string): string {
  if (/redirects|subscribers/.test(pattern)) return 'admin-or-token';
  return /^api\/v1\/(:collection|pictures)\/:id\?$/.test(pattern)
    ? 'contributor-or-token'
    : 'editor-or-token';
}

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
    const isStaff = viewer === 'editor' || viewer === 'contributor';
    for (const { pattern, policy } of pages) {
      const guarded = [policy.read, policy.write ?? policy.read].some((each) => isRefused(each, viewer));
      if (!guarded) continue;
      const calls = callsOf(pattern);
      const some = someOf(import.meta.url, calls, turn++, 20);
      // Of these people, each page and each form; of others, what is refused the same way.
      const most = isWhole || isStaff ? new Set([...calls.filter(isPlain), ...some]) : some;
      for (const asked of most) {
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
        if (isStaff) {
          const isUnknown = ['PUT', 'DELETE', 'PATCH'].includes(asked.method);
          expect([label, response.status]).toEqual([label, isUnknown ? 405 : 403]);
          continue;
        }
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

function isRefused(policy: Policy, viewer: Person['viewer']): boolean {
  return policyStatusOf(policy, { viewer, token: 'none' }) !== undefined && policy !== 'visitor-only';
}

function wayOutOf(policy: Policy, pattern: string): string {
  if (isForStaff(policy)) return '/';
  return pattern.startsWith('account') ? '/login?next=%2Faccount' : '/login';
}

function isPlain({ method, path }: { method: string; path: string }): boolean {
  return (method === 'GET' || method === 'POST') && !path.includes('.data');
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
      const expected = isOwn ? 'member' : isPublic ? 'public' : callPolicyOf(template, verb);
      expect([verb, policy]).toEqual([verb, expected]);
      if (policy === 'public') continue;
      for (const { name, headers, viewer } of peopleOf(town)) {
        if (isOwn && viewer !== 'visitor') continue;
        if (policyStatusOf(policy, { viewer, token: 'none' }) === undefined) continue;
        if (!isOwn && verb === 'get' && name === 'read-only token') continue;
        const path = template.replace('{id}', 'i1').replace('{revision}', '1');
        const response = await site.fetch(path, apiCall(verb, headers));
        const status = viewer !== 'visitor' || name === 'read-only token' ? 403 : 401;
        expect([name, verb, path, response.status]).toEqual([name, verb, path, status]);
        expect(await response.json()).toMatchObject({ title: 'User is not logged in or is not an admin.' });
        expect(response.headers.get('WWW-Authenticate')).toContain('Bearer realm="Belfry"');
        refused++;
      }
    }
  }
  // Calls that read are open to read-only tokens, those of contributors to one role more, the administrator's to one less.
  const items = 6 * (3 * 8 + 2 * 7 + 2 * 7);
  const pictures = 2 * 8 + 7 + 2 * 7;
  const sourcesAndInbox = 7 * 8 + 3 * 7;
  const newsletter = 7 * 8 + 4 * 7;
  const subscribers = 5;
  const redirects = 2 * 9 + 8;
  const notices = 3 * 8;
  const documents = 4 * 8 + 7;
  const trash = 7;
  const own = 3 * 6;
  expect(refused).toBe(
    items +
      pictures +
      sourcesAndInbox +
      newsletter +
      subscribers +
      redirects +
      notices +
      documents +
      trash +
      own,
  );
  expect(await hashOfDatabase(site.write, { without: ['api_token'] })).toBe(before);
});

function callPolicyOf(template: string, verb: string): Policy {
  if (/redirects|subscribers/.test(template)) return 'admin-or-token';
  const isDraft =
    /^\/api\/v1\/\w+\/\{id\}$/.test(template) && !/notices|sources|documents|pictures/.test(template);
  if (isDraft && (verb === 'put' || verb === 'patch')) return 'contributor-or-token';
  return template === '/api/v1/pictures' && verb === 'post' ? 'contributor-or-token' : 'editor-or-token';
}

test('R-16 a token calls what its role may call, of every method, and no more than its person', async () => {
  const { site, tokens } = await openTown();
  await using town = site;
  const document = (await (await town.fetch('/api/openapi.json')).json()) as ApiDocument;
  const before = await hashOfDatabase(town.write, { without: ['api_token'] });
  const refused: string[] = [];
  for (const [template, item] of Object.entries(document.paths))
    for (const [verb, { 'x-policy': policy }] of Object.entries(item))
      for (const role of ['editor', 'contributor'] as const) {
        if (policy === 'public' || template === '/api/v1/me') continue;
        const path = template.replace('{id}', 'i1').replace('{revision}', '1');
        const isOpen = hasRole(role, policy.replace('-or-token', '') as Role);
        // What is allowed is only read: everything else would change something.
        if (isOpen && verb !== 'get') continue;
        const response = await town.fetch(path, apiCall(verb, { Authorization: `Bearer ${tokens[role]}` }));
        expect([role, verb, path, response.status === 403]).toEqual([role, verb, path, !isOpen]);
        if (!isOpen) refused.push(`${role} ${verb} ${path}`);
      }
  expect(refused.length).toBeGreaterThan(60);
  expect(refused).toContain('editor post /api/v1/redirects');
  const asContributor = { Authorization: `Bearer ${tokens.contributor}` };
  for (const body of [{ title: 'Mine now' }, { publication: 'draft' }, { archived: true }]) {
    const call = { ...apiCall('patch', asContributor), body: JSON.stringify(body) };
    expect((await town.fetch('/api/v1/articles/i1', call)).status).toBe(403);
  }
  const asEditor = { Authorization: `Bearer ${tokens.editor}` };
  expect((await town.fetch('/api/v1/articles/i1?forever=true', apiCall('delete', asEditor))).status).toBe(
    403,
  );
  expect(await hashOfDatabase(town.write, { without: ['api_token'] })).toBe(before);
  await town.write.updateTable('site_user').set({ role: null }).execute();
  for (const headers of [asEditor, asContributor])
    expect((await town.fetch('/api/v1/articles', { headers })).status).toBe(401);
});

type ApiDocument = { paths: Record<string, Record<string, { 'x-policy': Policy }>> };

function apiCall(verb: string, headers: Record<string, string>): RequestInit {
  const method = verb.toUpperCase();
  const hasBody = method === 'PUT' || method === 'PATCH';
  return {
    method,
    headers: { Origin: 'http://localhost:3000', 'Content-Type': 'application/json', ...headers },
    ...(hasBody ? { body: JSON.stringify({ description: '<p>Mine now.</p>' }) } : {}),
  };
}

test('R-16 everyone can use every route that their role opens', async () => {
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
  await site.write
    .insertInto('site_user')
    .values({ id: 'i1', newsletterOptIn: 0, createdAt: NOW, role: 'editor', name: 'Person' })
    .execute();
  await site.write
    .insertInto('verified_address')
    .values({ userId: 'i1', address: 'person@example.org', provedAt: NOW })
    .execute();
  const contributor = await site.asColleague('contributor');
  const draft = { id: 'own', title: 'Mine', publication: 'draft', version: '0', draft: '0' };
  expect((await site.post('/admin/articles/add', draft, contributor)).status).toBe(303);
  const people = { admin: await site.asAdmin(), editor: await site.asColleague('editor'), contributor };
  for (const [role, headers] of Object.entries(people))
    for (const { pattern, policy } of pages.filter(({ pattern }) => pattern.startsWith('admin'))) {
      if (!hasRole(role as Role, policy.read as Role)) continue;
      const path = addressOf(pattern);
      const response = await site.fetch(role === 'contributor' ? path.replace('i1', 'own') : path, {
        headers,
      });
      const location = response.headers.get('Location') ?? '/admin';
      const label = [role, pattern];
      expect([...label, response.status < 400, location.startsWith('/admin')]).toEqual([
        ...label,
        true,
        true,
      ]);
      if (role !== 'contributor' || !pattern.includes(':id')) continue;
      // The published one of an editor.
      expect([...label, (await site.fetch(path, { headers })).status]).toEqual([...label, 403]);
    }
}, 90_000);

test('routes are matched as React Router matches them, whatever the case and the escapes', () => {
  const findRoute = openRouteFinder(siteRoutes);
  const everything = siteRoutes.map(({ pattern }) => ({ path: pattern }));
  const among = (path: string) => matchRoutes(everything, path)?.at(-1)?.route.path;
  for (const [turn, { pattern }] of siteRoutes.entries()) {
    const path = `/${pattern.replace(/:\w+\??/g, 'x1').replace('*', 'no/where')}`;
    const spellings = [
      path,
      path.toUpperCase(),
      `${path}/`,
      path.replaceAll('a', '%61'),
      `${path}/more/of/it`,
      path.replace(/.(?=\/)/, '$&/'),
    ];
    for (const asked of someOf(import.meta.url, spellings, turn, spellings.length))
      expect([asked, findRoute(asked)?.route.pattern]).toEqual([asked, among(asked)]);
  }
  for (const junk of ['/', '//', '/.well-known', '/ADMIN', '/admin/', '/api', '/polls/%2F/vote', '/*'])
    expect([junk, findRoute(junk)?.route.pattern]).toEqual([junk, among(junk)]);
});
