import type { ReadDb } from '#app/database/handles.ts';

/**
 * How telling the WebSub hub goes. `announcedAt` is when it was last told of a feed, `trouble` why it could not be
 * told, in a sentence without its full stop; then `nextAttemptAt` is when it is tried again. UTC epoch milliseconds.
 */
export type HubStatus = {
  announcedAt: number | undefined;
  trouble: string | undefined;
  nextAttemptAt: number | undefined;
};

/** Undefined where the hub has not been told anything, and nobody has tried. */
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
