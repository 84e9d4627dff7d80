import { listOwnEntries } from '#app/audit/audit-log.server.ts';
import type { ProfileExport } from '#app/auth/profile.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Services } from '#app/services.server.ts';
import { findSubscriber } from '#app/subscribers/subscriber-store.server.ts';

/**
 * What a user did while logged in, `count` times within an hour; `address` is their network's, stored for 30 days. `at`
 * is the first time, in ISO 8601, UTC.
 */
type OwnEntry = { at: string; count: number; action: string; subject: string | null; address: string | null };

/** The account's subscription to the newsletter. */
type OwnSubscription = {
  address: string | null;
  state: string;
  frequency: string;
  topics: string[];
  consent: { source: string; at: string };
  since: string;
};

export type OwnData = ProfileExport & { newsletter: OwnSubscription | null; activity: OwnEntry[] };

/** Everything stored about a user; undefined when the account is gone. */
export async function exportOwnData({ auth, read }: Services, userId: string): Promise<OwnData | undefined> {
  const profile = await auth.exportProfile(userId);
  if (!profile) return undefined;
  const entries = await listOwnEntries(read, userId);
  const activity = entries.map(({ at, count, action, subject, address }) => ({
    at: new Date(at).toISOString(),
    count,
    action,
    subject,
    address,
  }));
  return { ...profile, newsletter: await findOwnSubscription(read, userId), activity };
}

async function findOwnSubscription(db: ReadDb, userId: string): Promise<OwnSubscription | null> {
  const found = await findSubscriber(db, { userId });
  if (!found) return null;
  const { address, state, frequency, topics, consentSource, consentAt, createdAt } = found;
  const consent = { source: consentSource, at: new Date(consentAt).toISOString() };
  return { address, state, frequency, topics, consent, since: new Date(createdAt).toISOString() };
}
