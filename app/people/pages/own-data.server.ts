import type { ProfileExport } from '#app/people/accounts/profile.server.ts';
import { exportProfile } from '#app/people/accounts/profile.server.ts';
import type { OwnSubscription, Services } from '#app/people/request/services.server.ts';
import { listOwnEntries } from '#app/town/activity/audit-log.server.ts';

/**
 * What a user did while logged in, `count` times within an hour; `address` is their network's, stored for 30 days. `at`
 * is the first time, in ISO 8601, UTC.
 */
type OwnEntry = { at: string; count: number; action: string; subject: string | null; address: string | null };

export type OwnData = ProfileExport & { newsletter: OwnSubscription | null; activity: OwnEntry[] };

/** Everything stored about a user; undefined when the account is gone. */
export async function exportOwnData(
  { auth, read, subscriptions }: Services,
  userId: string,
): Promise<OwnData | undefined> {
  const profile = await exportProfile(auth, userId);
  if (!profile) return undefined;
  const entries = await listOwnEntries(read, userId);
  const activity = entries.map(({ at, count, action, subject, address }) => ({
    at: new Date(at).toISOString(),
    count,
    action,
    subject,
    address,
  }));
  return { ...profile, newsletter: await subscriptions.find(read, userId), activity };
}
