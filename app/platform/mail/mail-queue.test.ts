import { expect, test } from 'vitest';
import { eachDatabase, withSqlite } from '../../../tests/each-database.ts';
import { type Letter, queueMail } from './mail-queue.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

const letter: Letter = {
  to: 'june@example.org',
  kind: 'verify-address',
  subject: 'Confirm your address',
  paragraphs: ['Somebody registered with this address.'],
  action: { label: 'Confirm', url: 'http://localhost:3000/verify?token=abc' },
};

eachDatabase('R-56 an email is queued when the transaction that wrote it commits', async ({ database }) => {
  await database.write.transaction().execute((transaction) => queueMail(transaction, letter, NOW));
  const [row] = await database.write.selectFrom('mail').selectAll().execute();
  expect(row).toMatchObject({
    kind: 'verify-address',
    recipient: letter.to,
    state: 'queued',
    queuedAt: NOW,
  });
});

eachDatabase('R-56 a transaction that fails queues no email', async ({ database }) => {
  const failing = database.write.transaction().execute(async (transaction) => {
    await queueMail(transaction, letter, NOW);
    throw new Error('the rest of it failed');
  });
  await expect(failing).rejects.toThrow('the rest of it failed');
  expect(await database.write.selectFrom('mail').selectAll().execute()).toEqual([]);
});

const HOSTILE_ADDRESSES = [
  'june@example.org\r\nBcc: eve@example.org',
  'june@example.org\n',
  'june\u0000@example.org',
  'june@example.org\u2028',
  '"june"@example.org',
  'june@example.org(comment)',
  'june(comment)@example.org',
  'june@example.org, eve@example.org',
  'june@example.org,eve@example.org',
  'june@example.org;eve@example.org',
  'friends:june@example.org;',
  'June <june@example.org>',
  '<june@example.org>',
  '@relay:june@example.org',
  'june@eve@example.org',
  'june!eve@example.org',
  'june@[127.0.0.1]',
  'june@localhost',
  'jüne@example.org',
  '\u212Aim@example.org',
  'june@exa\u00admple.org',
  `${'a'.repeat(65)}@example.org`,
  `june@${'a'.repeat(64)}.org`,
  `june@${'a.'.repeat(126)}org`,
  '',
];

test('R-55 no email is queued for anything but one plain address', async () => {
  await withSqlite(async ({ database }) => {
    for (const to of HOSTILE_ADDRESSES) {
      await expect(queueMail(database.write, { ...letter, to }, NOW), to).rejects.toThrow(RangeError);
    }
    expect(await database.write.selectFrom('mail').selectAll().execute()).toEqual([]);
  });
});

test('R-55 the action of an email leads to the web and nowhere else', async () => {
  await withSqlite(async ({ database }) => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/login', '']) {
      const hostile = { ...letter, action: { label: 'Go', url } };
      await expect(queueMail(database.write, hostile, NOW), url).rejects.toThrow(RangeError);
    }
  });
});
