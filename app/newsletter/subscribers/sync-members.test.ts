import { expect } from 'vitest';
import { replaySuppressions } from '#app/moving/backup/suppression.server.ts';
import { addUser, findUser, removeUser } from '#app/people/accounts/user-store.server.ts';
import { proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { findLink, linkOf } from './subscriber-links.server.ts';
import { addSubscriber, eraseSubscriber, findSubscriber, setState } from './subscriber-store.server.ts';
import { saveMemberChoice, syncMembers } from './sync-members.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const JUNE = 'june@example.org';
const consent = { source: 'Form on /newsletter', at: NOW };

async function addMember(db: WriteDb, optIn: boolean, address = JUNE): Promise<string> {
  const userId = await addUser(db, { newsletterOptIn: optIn, now: NOW });
  await prove(db, userId, address);
  return userId;
}

function prove(db: WriteDb, userId: string, address: string): Promise<void> {
  return db.transaction().execute((tx) => proveAddress(tx, { userId, address, now: NOW, secret: 's' }));
}

/** After the job has run. */
async function settled(db: WriteDb, email = JUNE): Promise<string | undefined> {
  await syncMembers(db, NOW);
  const found = await findSubscriber(db, { email });
  return found && [found.state, found.reason].filter(Boolean).join(' ');
}

async function boxOf(db: WriteDb, userId: string): Promise<boolean | undefined> {
  return (await findUser(db, userId))?.newsletterOptIn;
}

eachDatabase('R-54 members with the box checked and a verified address subscribe', async ({ database }) => {
  const { write } = database;
  const claimed = await addUser(write, { newsletterOptIn: true, now: NOW });
  await addMember(write, false, 'otto@example.org');
  expect([await settled(write), await settled(write, 'otto@example.org')]).toEqual([undefined, undefined]);
  await prove(write, claimed, JUNE);
  expect(await settled(write)).toBe('active');
  expect(await findSubscriber(write, { email: JUNE })).toMatchObject({ userId: claimed });
});

eachDatabase('the box and the list say the same, whichever changes', async ({ database: { write } }) => {
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  await saveMemberChoice(write, userId, false, NOW);
  expect(await settled(write)).toBe('unsubscribed account');
  await saveMemberChoice(write, userId, true, NOW);
  expect(await settled(write)).toBe('active');
  const { id = '' } = (await findSubscriber(write, { email: JUNE })) ?? {};
  await setState(write, id, 'unsubscribed', 'one-click', NOW);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['unsubscribed one-click', false]);
  // The person opts in again.
  await saveMemberChoice(write, userId, true, NOW);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['active', true]);
  await setState(write, id, 'bounced', 'hard', NOW);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['bounced hard', true]);
});

eachDatabase('a subscriber who creates an account stays subscribed', async ({ database: { write } }) => {
  await addSubscriber(write, { email: JUNE, consent }, NOW);
  const userId = await addMember(write, false);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['active', true]);
  await saveMemberChoice(write, userId, false, NOW);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['unsubscribed account', false]);
});

eachDatabase('a new member who clears the box before the job runs is unsubscribed', async ({ database }) => {
  const { write } = database;
  await addSubscriber(write, { email: JUNE, consent }, NOW);
  const userId = await addMember(write, true);
  await saveMemberChoice(write, userId, false, NOW);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['unsubscribed account', false]);
});

eachDatabase('the subscription follows the account to a new address', async ({ database: { write } }) => {
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  const { id = '' } = (await findSubscriber(write, { email: JUNE })) ?? {};
  const token = await linkOf(write, id, NOW);
  await prove(write, userId, 'june@new.example');
  expect([await settled(write), await settled(write, 'june@new.example')]).toEqual([
    'unsubscribed moved',
    'active',
  ]);
  // To an address that is on the list already.
  await addSubscriber(write, { email: 'june@third.example', consent }, NOW);
  await prove(write, userId, 'june@third.example');
  expect(await settled(write, 'june@third.example')).toBe('active');
  expect(await findSubscriber(write, { id })).toMatchObject({ address: null, state: 'unsubscribed' });
  // Links in earlier emails still unsubscribe the person.
  expect((await findLink(write, token))?.subscriber.address).toBe('june@third.example');
  expect(await boxOf(write, userId)).toBe(true);
});

eachDatabase('an unsubscribe stays with the address when the account moves on', async ({ database }) => {
  const { write } = database;
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  const { id = '' } = (await findSubscriber(write, { email: JUNE })) ?? {};
  await setState(write, id, 'unsubscribed', 'link', NOW);
  await prove(write, userId, 'june@new.example');
  expect([await settled(write), await settled(write, 'june@new.example')]).toEqual([
    'unsubscribed link',
    undefined,
  ]);
  expect(await addSubscriber(write, { email: JUNE, consent }, NOW)).toMatchObject({ kind: 'suppressed' });
});

eachDatabase('an address that unsubscribed stays off when an account moves to it', async ({ database }) => {
  const { write } = database;
  await addSubscriber(write, { email: 'june@new.example', consent }, NOW);
  const { id: other = '' } = (await findSubscriber(write, { email: 'june@new.example' })) ?? {};
  await setState(write, other, 'unsubscribed', 'link', NOW);
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  await prove(write, userId, 'june@new.example');
  expect([await settled(write, 'june@new.example'), await settled(write)]).toEqual([
    'unsubscribed link',
    'unsubscribed account',
  ]);
  expect(await boxOf(write, userId)).toBe(false);
  await saveMemberChoice(write, userId, true, NOW);
  expect(await settled(write, 'june@new.example')).toBe('active');
  // Back to an address that the subscription had left.
  await prove(write, userId, 'june@third.example');
  await syncMembers(write, NOW);
  await prove(write, userId, 'june@new.example');
  expect(await settled(write, 'june@new.example')).toBe('active');
});

eachDatabase('R-31 a deleted account leaves no address on the list', async ({ database: { write } }) => {
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  await write.transaction().execute((tx) => removeUser(tx, userId));
  const [row] = await write.selectFrom('newsletter_subscriber').selectAll().execute();
  expect(row).toMatchObject({ address: null, userId: null, state: 'unsubscribed', reason: 'account' });
  expect(await write.selectFrom('newsletter_member_stale').selectAll().execute()).toEqual([]);
  expect(await addSubscriber(write, { email: JUNE, consent }, NOW)).toMatchObject({ kind: 'suppressed' });
});

eachDatabase('R-68 a restore brings no erased address back', async ({ database: { write } }) => {
  await addSubscriber(write, { email: JUNE, consent }, NOW);
  const { id = '' } = (await findSubscriber(write, { email: JUNE })) ?? {};
  await eraseSubscriber(write, id, NOW);
  // As a backup from before has it.
  await write
    .updateTable('newsletter_subscriber')
    .set({ address: JUNE, state: 'waiting' })
    .where('id', '=', id)
    .execute();
  expect(await replaySuppressions(write)).toBe(1);
  expect(await findSubscriber(write, { id })).toMatchObject({ address: null, state: 'unsubscribed' });
});

eachDatabase('R-68 a restore keeps everyone off the list who left it', async ({ database: { write } }) => {
  const userId = await addMember(write, true);
  await syncMembers(write, NOW);
  const { id = '' } = (await findSubscriber(write, { email: JUNE })) ?? {};
  await addSubscriber(write, { email: 'may@example.org', consent }, NOW);
  const may = (await findSubscriber(write, { email: 'may@example.org' }))?.id ?? '';
  await addSubscriber(write, { email: 'abe@example.org', consent }, NOW);
  const abe = (await findSubscriber(write, { email: 'abe@example.org' }))?.id ?? '';
  for (const each of [id, may, abe]) await setState(write, each, 'unsubscribed', 'one-click', NOW);
  await setState(write, abe, 'active', null, NOW);
  // As a backup from before has them; it doesn't know may.
  await write.updateTable('newsletter_subscriber').set({ state: 'waiting' }).where('id', '=', id).execute();
  await write.deleteFrom('newsletter_subscriber').where('id', '=', may).execute();
  expect(await replaySuppressions(write)).toBe(1);
  expect(await replaySuppressions(write)).toBe(0);
  expect([await settled(write), await boxOf(write, userId)]).toEqual(['unsubscribed restored', false]);
  expect(await settled(write, 'may@example.org')).toBe('unsubscribed restored');
  expect(await settled(write, 'abe@example.org')).toBe('active');
  expect(await addSubscriber(write, { email: 'may@example.org', consent }, NOW)).toMatchObject({
    kind: 'suppressed',
  });
  expect(await write.selectFrom('newsletter_subscriber').select('address').execute()).toContainEqual({
    address: null,
  });
});
