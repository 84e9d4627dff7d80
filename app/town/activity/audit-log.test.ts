import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { listAuditEntries, recordAudit, removeOldAuditEntries } from './audit-log.server.ts';
import { recordCounted } from './counted-activity.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const saved = { actor: { kind: 'admin', id: 'u1' }, action: 'item-saved', subject: '/news/i1' } as const;

eachDatabase('R-66 entries are listed, newest first, page by page', async ({ database }) => {
  const { read, write } = database;
  for (let i = 0; i < 12; i++) await recordAudit(write, { ...saved, at: NOW + i, subject: `/news/i${i}` });
  const first = await listAuditEntries(read, { limit: 10 });
  expect(first.items.map(({ subject }) => subject)).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((i) => `/news/i${i}`),
  );
  const second = await listAuditEntries(read, { limit: 10, page: 2 });
  expect(second.items.map(({ subject }) => subject)).toEqual(['/news/i1', '/news/i0']);
});

eachDatabase("R-66 entries can't be changed or removed", async ({ database }) => {
  const { write } = database;
  await recordAudit(write, { ...saved, at: NOW, address: '192.0.2.7' });
  await expect(write.updateTable('audit_entry').set({ actor: 'visitor' }).execute()).rejects.toThrow(
    'never changed',
  );
  await expect(write.updateTable('audit_entry').set({ address: '192.0.2.8' }).execute()).rejects.toThrow(
    'never changed',
  );
  await expect(write.deleteFrom('audit_entry').execute()).rejects.toThrow('kept 400 days');
  expect(await write.selectFrom('audit_entry').select(['actor', 'address']).execute()).toEqual([
    { actor: 'admin', address: '192.0.2.7' },
  ]);
});

eachDatabase('R-66 network addresses are deleted after 30 days, entries after 400', async ({ database }) => {
  const { write } = database;
  for (const days of [401, 399, 31, 29, 0])
    await recordAudit(write, { ...saved, at: NOW - days * DAY_MS, address: '192.0.2.7', subject: `${days}` });
  await removeOldAuditEntries(write, NOW);
  const rows = await write.selectFrom('audit_entry').select(['subject', 'address']).orderBy('at').execute();
  expect(rows).toEqual([
    { subject: '399', address: null },
    { subject: '31', address: null },
    { subject: '29', address: '192.0.2.7' },
    { subject: '0', address: '192.0.2.7' },
  ]);
  // A wrong clock empties nothing: ages are counted from the newest entry.
  await removeOldAuditEntries(write, NOW + 10_000 * DAY_MS);
  expect(await write.selectFrom('audit_entry').select('subject').execute()).toHaveLength(4);
});

eachDatabase(
  'R-66 a count only ever increases, and its address cannot be changed',
  async ({ database: { write } }) => {
    const requestContext = {
      actor: { kind: 'visitor' },
      action: 'sign-in-refused',
      address: '192.0.2.7',
    } as const;
    const keyed = (text: string) => `row ${text}`;
    for (let n = 0; n < 3; n++) await recordCounted(write, keyed, { ...requestContext, at: NOW + n });
    await Promise.all(
      Array.from({ length: 20 }, () => recordCounted(write, keyed, { ...requestContext, at: NOW })),
    );
    const [row, ...others] = await write.selectFrom('audit_entry').selectAll().execute();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ at: NOW, count: 23, address: '192.0.2.7', actor: 'visitor' });
    for (const change of [{ count: 22 }, { address: '192.0.2.8' }, { at: NOW + 1 }])
      await expect(write.updateTable('audit_entry').set(change).execute()).rejects.toThrow('never changed');
  },
);

eachDatabase(
  'R-66 strangers do not fill the log: their oldest lines are deleted after 30 days, the administrator’s never before 400',
  async ({ database: { write } }) => {
    const requestContext = { actor: { kind: 'visitor' }, action: 'reset-asked' } as const;
    for (let days = 0; days < 60; days += 2) {
      await recordAudit(write, { ...saved, at: NOW - days * DAY_MS });
      await recordAudit(write, { ...requestContext, at: NOW - days * DAY_MS });
    }
    await expect(
      write
        .deleteFrom('audit_entry')
        .where('actor', '=', 'visitor')
        .where('at', '>', NOW - 30 * DAY_MS)
        .execute(),
    ).rejects.toThrow('kept 400 days');
    await removeOldAuditEntries(write, NOW, 10);
    const rows = await write.selectFrom('audit_entry').select(['actor', 'at']).execute();
    expect(rows.filter(({ actor }) => actor === 'admin')).toHaveLength(30);
    expect(rows.filter(({ actor }) => actor === 'visitor')).toHaveLength(16 + 10);
  },
);
