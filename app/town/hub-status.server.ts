import type { ReadDb } from '#app/platform/database/handles.ts';

/**
 * The state of WebSub notifications. `announcedAt` is when the hub was last notified of a feed, `trouble` why a
 * notification failed, as a sentence without its period; then `nextAttemptAt` is the next attempt. UTC epoch
 * milliseconds.
 */
export type HubStatus = {
  announcedAt: number | undefined;
  trouble: string | undefined;
  nextAttemptAt: number | undefined;
};

/** Undefined before the first notification or attempt. */
export async function findHubStatus(db: ReadDb): Promise<HubStatus | undefined> {
  const rows = await db
    .selectFrom('feed_topic')
    .select(['announcedAt', 'trouble', 'nextAttemptAt'])
    .orderBy('nextAttemptAt')
    .execute();
  const troubled = rows.find(({ trouble }) => trouble !== null);
  const told = rows.flatMap(({ announcedAt }) => announcedAt ?? []);
  if (!troubled && told.length === 0) return undefined;
  return {
    announcedAt: told.length > 0 ? Math.max(...told) : undefined,
    trouble: troubled?.trouble ?? undefined,
    nextAttemptAt: troubled?.nextAttemptAt,
  };
}
