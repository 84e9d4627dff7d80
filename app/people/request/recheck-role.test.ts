/** A role that ends after a request was admitted, and before it changes something. */

import { type KyselyPlugin, sql } from 'kysely';
import { expect, test } from 'vitest';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { endRole } from '#app/people/team/person-store.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { postgresAdapterOf } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedNamedSource, seedWaiting } from '../../../tests/seed-inbox.ts';
import { seedColleague } from '../../../tests/seeded-people.ts';

import type { RequestContext } from './context.ts';
import { recheckRole } from './recheck-role.server.ts';

/** Until the returned function is called, `work` runs right before each transaction of the site. */
function beforeTransactions({ services }: TestSite, work: () => Promise<unknown>): () => void {
  const { write, auth } = services;
  const late = (db: WriteDb): WriteDb => {
    const begin = db.transaction.bind(db);
    const more = db.withPlugin.bind(db);
    return Object.assign(db, {
      transaction: () => {
        const builder = begin();
        const run = builder.execute.bind(builder);
        const execute: typeof run = async (inner) => {
          await work();
          return run(inner);
        };
        return Object.assign(builder, { execute });
      },
      withPlugin: (plugin: KyselyPlugin) => late(more(plugin)),
    });
  };
  const copy = () =>
    late(
      write.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }),
    );
  Object.assign(services, { write: copy(), auth: { ...auth, db: copy() } });
  return () => void Object.assign(services, { write, auth });
}

const notice = {
  text: 'The bridge is closed',
  kind: 'closed',
  ends: 'tonight',
  endsAt: '',
  startsAt: '',
  link: '',
};

test('R-16 an editor whose role ends while a form is processed changes nothing', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const editor = await site.asColleague('editor', 'Dale');
  const json = { Origin: site.origin, 'Content-Type': 'application/json' };
  const call = (who: Record<string, string>, method: string, path: string, body?: object) =>
    site.fetch(`/api/v1/${path}`, {
      method,
      headers: { ...who, ...json },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  const published = { ...sampleInputs.articles, id: undefined, publication: 'published' };
  for (const id of ['kept', 'removed'])
    expect((await call(admin, 'PUT', `articles/${id}`, published)).status).toBe(201);
  expect((await call(admin, 'DELETE', 'articles/removed')).status).toBe(204);
  const { id: person } = await site.write
    .selectFrom('site_user')
    .select('id')
    .where('role', '=', 'editor')
    .executeTakeFirstOrThrow();
  const setRole = (role: 'editor' | 'contributor' | null) =>
    site.write.updateTable('site_user').set({ role }).where('id', '=', person).execute();

  await seedNamedSource(site.write, 'Bus');
  const waiting = await seedWaiting(site.write, { source: 'bus', title: 'Late bus' });
  const changes: Record<string, () => Promise<Response>> = {
    notice: () => site.post('/admin/notices/add', notice, editor),
    'notice of a program': () =>
      call(editor, 'POST', 'notices', { text: 'Closed', kind: 'closed', endsAt: '2026-11-21T22:00:00Z' }),
    archiving: () => site.post('/admin/articles/kept/archiving', { archive: '1' }, editor),
    'deletion of a selection': () =>
      site.post(
        '/admin/selection/articles',
        { id: 'kept', do: 'delete', back: '/admin/articles' },
        { ...editor, Accept: 'text/html' },
      ),
    deletion: () => call(editor, 'DELETE', 'articles/kept'),
    restoring: () => call(editor, 'POST', 'articles/removed/restore'),
    'decision in the inbox': () => site.post(`/admin/inbox/${waiting}/publish`, {}, editor),
    newsletter: () => site.post('/admin/newsletter', {}, editor),
    'pause of a source': () => site.post('/admin/sources/bus/pause', {}, editor),
    article: () => call(editor, 'PUT', 'articles/new', published),
  };
  const before = await listState(site);
  for (const [name, change] of Object.entries(changes))
    for (const role of [null, 'contributor'] as const) {
      await setRole('editor');
      const restore = beforeTransactions(site, () => setRole(role));
      const response = await change();
      restore();
      const text = await response.text();
      const refusal = role
        ? /Your role on this site has changed|Only editors can/
        : /You no longer work on this site/;
      expect([name, role, response.status, refusal.test(text)]).toEqual([name, role, 403, true]);
      expect(await listState(site), name).toEqual(before);
    }
  await setRole('editor');
  expect((await changes.notice?.())?.status).toBe(303);
});

test('R-16 what is the administrator’s alone is refused when the role has ended meanwhile', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await site.asColleague('editor', 'Dale');
  const people = () => site.write.selectFrom('site_user').select(['id', 'role']).orderBy('id').execute();
  const { id: editor } = (await people()).find(({ role }) => role === 'editor') ?? { id: '' };
  const { id: token } = await addToken(site);
  const setDisabled = (disabledAt: number | null) =>
    site.write.updateTable('site_user').set({ disabledAt }).where('role', 'is', null).execute();
  const changes: Record<string, () => Promise<Response>> = {
    invitation: () =>
      site.post('/admin/people', { email: 'june@example.org', role: 'editor', note: '' }, admin),
    role: () => site.post(`/admin/people/${editor}`, { role: 'contributor' }, admin),
    removal: () => site.post(`/admin/people/${editor}/removal`, {}, admin),
    token: () => site.post('/admin/settings/tokens', { name: 'Mine', scope: 'write', days: '30' }, admin),
    revocation: () => site.post('/admin/settings/tokens/revocation', { id: token }, admin),
  };
  const list = async () => [
    await people(),
    await site.write.selectFrom('invitation').selectAll().execute(),
    await site.write.selectFrom('api_token').select(['id', 'revokedAt']).execute(),
  ];
  const before = await list();
  for (const [name, change] of Object.entries(changes)) {
    const restore = beforeTransactions(site, () => setDisabled(1));
    const { status } = await change();
    restore();
    await setDisabled(null);
    expect([name, status]).toEqual([name, 403]);
    expect(await list(), name).toEqual(before);
  }
});

async function addToken(site: TestSite): Promise<{ id: string }> {
  await createApiToken(site.write, { name: 'Bell', scope: 'write', days: 30 }, site.services.now());
  return site.write.selectFrom('api_token').select('id').executeTakeFirstOrThrow();
}

eachDatabase('R-16 no role ends between the check and the change', async ({ database: { write } }) => {
  const settings = readSettings({ LOG_LEVEL: 'silent' });
  const colleague = {
    email: 'dale@example.org',
    password: 'six short words do well',
    role: 'editor',
    name: 'Dale',
  } as const;
  await seedColleague(write, colleague, { url: settings.url, now: 1 });
  const { id: userId } = await write.selectFrom('site_user').select('id').executeTakeFirstOrThrow();
  const auth = { db: write, settings, now: () => 1 };
  const request = {
    services: { write, settings, auth },
    viewer: { kind: 'editor', userId },
    token: 'none',
    method: 'POST',
  } as unknown as RequestContext;
  recheckRole(request, 'editor');
  const order: string[] = [];
  let ending: Promise<unknown> = Promise.resolve();
  await inTransaction(request.services.write, async (transaction) => {
    ending = endRole(auth as unknown as AuthContext, userId).then(() => order.push('ended'));
    // PostgreSQL: until the other one waits for this transaction, or is done. SQLite has one writer at a time.
    while (order.length === 0 && !(await isWaited(transaction)));
    order.push('saved');
  });
  await ending;
  expect(order).toEqual(['saved', 'ended']);
  await expect(inTransaction(request.services.write, async () => undefined)).rejects.toThrow(
    'no longer work',
  );
});

async function isWaited(db: WriteDb): Promise<boolean> {
  if (!postgresAdapterOf(db)) return true;
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db);
  return rows.length > 0;
}

/** Everything that the changes would change. */
async function listState({ write }: TestSite): Promise<unknown[]> {
  const counts = await Promise.all(
    (
      [
        'notice',
        'article',
        'archived_item',
        'trash_item',
        'inbox_entry',
        'news_item',
        'newsletter_issue',
      ] as const
    ).map(async (table) => (await write.selectFrom(table).selectAll().execute()).length),
  );
  return [counts, await write.selectFrom('source_state').selectAll().execute()];
}
