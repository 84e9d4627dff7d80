/** What an editor and a program see when another transaction holds their item for seconds (PostgreSQL). */
import { test as always, expect, inject } from 'vitest';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { formIn } from '../tests/form-in.ts';
import { openSite } from '../tests/open-site.ts';
import { createPostgresDatabase } from '../tests/postgres-database.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';

const test = always.skipIf(inject('postgresUrl') === undefined);
const HELD = 'Someone else was changing this at the same moment. Nothing was saved. Please try again.';

test('a save that waits too long for another one is a 409 that says so, keeps the form, and works afterward', async () => {
  const { url, drop } = await createPostgresDatabase(
    inject('postgresUrl') ?? '',
    inject('templates').postgresName,
  );
  try {
    await using site = await openSite({ environment: { DATABASE_URL: url, BELFRY_SECRET: 's'.repeat(40) } });
    const admin = { ...(await site.asAdmin()), Origin: site.origin };
    const call = (method: string, body: object) =>
      site.fetch('/api/v1/articles/a', {
        method,
        headers: { ...admin, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await call('PUT', sampleInputs.articles)).status).toBe(201);
    const form = { ...formIn(await site.page('/admin/articles/a', admin)), title: 'Typed by an editor' };
    await inTransaction(site.write, async (other) => {
      await lockName(other, 'articles/a');
      const [api, page] = await Promise.all([
        call('PATCH', { title: 'Sent by a program' }),
        site.post('/admin/articles/a', form, admin),
      ]);
      expect([api.status, await api.json()]).toMatchObject([409, { detail: HELD }]);
      const text = await page.text();
      expect([page.status, text.includes(HELD)]).toEqual([409, true]);
      expect(text).toContain('value="Typed by an editor"');
      expect(text).not.toContain('Database is not initialized');
    });
    expect((await call('PATCH', { title: 'Sent by a program' })).status).toBe(200);
  } finally {
    await drop();
  }
});
