import type { AccountSubscriptions, OwnSubscription } from '#app/people/request/services.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { findSubscriber } from './subscriber-store.server.ts';
import { saveMemberChoice } from './sync-members.server.ts';

/** The newsletter's part of accounts. */
export const accountSubscriptions: AccountSubscriptions = {
  saveChoice: saveMemberChoice,
  find: findOwnSubscription,
};

async function findOwnSubscription(db: ReadDb, userId: string): Promise<OwnSubscription | null> {
  const found = await findSubscriber(db, { userId });
  if (!found) return null;
  const { address, state, frequency, topics, consentSource, consentAt, createdAt } = found;
  const consent = { source: consentSource, at: new Date(consentAt).toISOString() };
  return { address, state, frequency, topics, consent, since: new Date(createdAt).toISOString() };
}
