/** A role that ends after a request was admitted, and before it changes something. */

import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedNamedSource, seedWaiting } from '../../../tests/seed-inbox.ts';

/** Until the returned function is called, `work` runs right before each transaction of the site. */
function beforeTransactions({ services }: TestSite, work: () => Promise<unknown>): () => void {
  const { write } = services;
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
  services.write = late(
    write.withPlugin({ transformQuery: ({ node }) => node, transformResult: async ({ result }) => result }),
  );
  return () => {
    services.write = write;
  };
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
