/** What the WebSub hub has been notified of, one row per feed, so that only one process notifies it of a change. */
import type { Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { FeedTopicRow } from '#app/platform/database/tables/operation-tables.ts';

export type Topic = Pick<
  Selectable<FeedTopicRow>,
  'topic' | 'looked' | 'lookAgainAt' | 'wanted' | 'announced' | 'attempts' | 'nextAttemptAt'
>;

export function listTopics(db: ReadDb): Promise<Topic[]> {
  return db
    .selectFrom('feed_topic')
    .select(['topic', 'looked', 'lookAgainAt', 'wanted', 'announced', 'attempts', 'nextAttemptAt'])
    .orderBy('topic')
    .execute();
}

/** Forgets failures and pauses of feeds that were last checked for another hub: `looked` begins with its address. */
export async function forgetOtherHubs(db: WriteDb, hub: string): Promise<void> {
  const prefix = `${hub} `;
  await db
    .updateTable('feed_topic')
    .set({ attempts: 0, nextAttemptAt: 0, trouble: null })
    .where((eb) => eb.fn<string>('substr', ['looked', eb.lit(1), eb.lit(prefix.length)]), '<>', prefix)
    .execute();
}

/** The result of checking the feed. */
export type Look = { looked: string; lookAgainAt: number; wanted: string };

export async function recordLook(db: WriteDb, topic: string, look: Look): Promise<void> {
  await db
    .insertInto('feed_topic')
    .values({ topic, announcedAt: null, trouble: null, ...look })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet(look))
    .execute();
}

/** Whether there is something to announce that no process has claimed. */
export function isDue({ wanted, announced, nextAttemptAt }: Topic, now: number): boolean {
  return wanted !== announced && nextAttemptAt <= now;
}

/** Claims the notification until `until`, and returns whether no one else had. */
export async function claimTopic(db: WriteDb, topic: Topic, until: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('feed_topic')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), nextAttemptAt: until }))
    .where('topic', '=', topic.topic)
    .where('wanted', '=', topic.wanted)
    .where('announced', '=', topic.announced)
    .where('attempts', '=', topic.attempts)
    .where('nextAttemptAt', '=', topic.nextAttemptAt)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** The hub was notified. The next notification is not before `quietUntil`, whatever changes. */
export async function recordAnnounced(
  db: WriteDb,
  { topic, wanted }: Topic,
  { now, quietUntil }: { now: number; quietUntil: number },
): Promise<void> {
  await db
    .updateTable('feed_topic')
    .set({ announced: wanted, announcedAt: now, attempts: 0, nextAttemptAt: quietUntil, trouble: null })
    .where('topic', '=', topic)
    .execute();
}

/** The notification failed, with the reason as a sentence. */
export async function recordHubError(
  db: WriteDb,
  { topic }: Topic,
  { trouble, nextAttemptAt }: { trouble: string; nextAttemptAt: number },
): Promise<void> {
  await db.updateTable('feed_topic').set({ trouble, nextAttemptAt }).where('topic', '=', topic).execute();
}
