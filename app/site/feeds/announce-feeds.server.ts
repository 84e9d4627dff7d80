import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Collections } from '#app/items/collection/collection.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { FeedTopicRow } from '#app/platform/database/tables/operation-tables.ts';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import { OutboundError } from '#app/platform/outbound/outbound-error.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { listFeedNames } from './feed.ts';
import { type FeedName, feedFormats } from './feed-names.ts';
import { loadFeed } from './load-feed.server.ts';

export type Announcing = {
  db: WriteDb;
  collections: Collections;
  siteUrl: string;
  now: () => number;
  outbound: Outbound;
};

/**
 * The files of all announced feeds: 'all.rss', … There are too many feeds of searches and single sources to announce.
 */
export function listTopicNames(collections: Collections): string[] {
  return listFeedNames(collections).flatMap(topicsOf);
}

function topicsOf(name: FeedName): string[] {
  return feedFormats.map((format) => `${name}.${format}`);
}

/** How long one sender's claim lasts; longer than a request may take. */
const CLAIM_MS = MINUTE_MS;
/** A town that imports an archive changes its feeds every second: the hub is notified only now and then. */
const QUIET_MS = 30_000;
const BACK_OFF_MS = [MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];

/** Whether there is a hub, and possibly something to notify it of. */
export async function hasNews({
  db,
  collections,
  now,
}: Pick<Announcing, 'db' | 'collections' | 'now'>): Promise<boolean> {
  const { webSubHub: hub } = await findTown(db);
  if (hub === '') return false;
  const topics = await listTopics(db);
  const isLate =
    topics.length < listTopicNames(collections).length ||
    needsLook(topics, await findMaking(db, collections, hub), now());
  return isLate || topics.some((topic) => isDue(topic, now()));
}

/**
 * Checks the feeds if anything that they depend on has changed, and notifies the hub of those that did, once each. A
 * failed notification is retried, later each time.
 */
export async function announceFeeds(announcing: Announcing, signal: AbortSignal): Promise<void> {
  const { db, now } = announcing;
  const { webSubHub: hub } = await findTown(db);
  if (hub === '') return;
  await look(announcing, hub);
  for (const topic of await listTopics(db)) {
    if (signal.aborted) return;
    if (isDue(topic, now()) && (await claimTopic(db, topic, now() + CLAIM_MS)))
      await announce(announcing, hub, topic, signal);
  }
}

async function look({ db, collections, siteUrl, now }: Announcing, hub: string): Promise<void> {
  const topics = await listTopics(db);
  const looked = await findMaking(db, collections, hub);
  if (topics.length === listTopicNames(collections).length && !needsLook(topics, looked, now())) return;
  // Before the checks: another process may notify the new hub as soon as it has finished its own.
  await forgetOtherHubs(db, hub);
  const town = await findTown(db);
  for (const name of listFeedNames(collections)) {
    let lookAgainAt = Number.MAX_SAFE_INTEGER;
    const keepUntil = (instant: number) => {
      lookAgainAt = Math.min(lookAgainAt, instant);
    };
    const sources = { read: db, collections, town, now: now(), siteUrl, keepUntil };
    const wanted = await fingerprintOf(name, sources, hub);
    for (const topic of topicsOf(name)) await recordLook(db, topic, { looked, lookAgainAt, wanted });
  }
}

/** Whether the feeds may have changed: by a write, or because a poll opened or closed by its schedule. */
function needsLook(topics: Topic[], looked: string, now: number): boolean {
  return topics.some((topic) => topic.looked !== looked || topic.lookAgainAt <= now);
}

/** What the feeds depend on now. */
async function findMaking(db: WriteDb, collections: Collections, hub: string): Promise<string> {
  const revisions = await readChangeCounters(db);
  const fed = Object.values(collections).filter(({ facets: { feed } }) => feed);
  return `${hub} ${[...fed.map(({ name }) => name), 'documents', 'notices', 'newsletter', 'town'].map((name) => revisions[name]).join(' ')}`;
}

async function fingerprintOf(
  name: FeedName,
  sources: Parameters<typeof loadFeed>[1],
  hub: string,
): Promise<string> {
  const feed = await loadFeed({ name, format: 'json' }, sources);
  return createHash('sha256')
    .update(JSON.stringify([hub, feed?.title, feed?.items]))
    .digest('base64url');
}

async function announce(
  announcing: Announcing,
  hub: string,
  topic: Topic,
  signal: AbortSignal,
): Promise<void> {
  const { db, now } = announcing;
  const trouble = await tell(announcing, hub, topic.topic, signal);
  // An abort is not a failure: the claim expires, and another process continues.
  if (signal.aborted) return;
  if (trouble === undefined) return recordAnnounced(db, topic, { now: now(), quietUntil: now() + QUIET_MS });
  const pause = BACK_OFF_MS[Math.min(topic.attempts, BACK_OFF_MS.length - 1)] as number;
  await recordHubError(db, topic, { trouble, nextAttemptAt: now() + pause });
}

/** Why the notification failed, as a sentence; undefined on success. */
async function tell(
  { siteUrl, outbound }: Announcing,
  hub: string,
  file: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const said = { 'hub.mode': 'publish', 'hub.url': `${siteUrl}/feeds/${file}` };
  try {
    const { status } = await outbound.ask({
      url: hub,
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams(said)),
      signal,
    });
    return status >= 200 && status <= 299 ? undefined : `It returned status ${status}`;
  } catch (error) {
    if (error instanceof OutboundError || signal.aborted) return (error as Error).message;
    throw error;
  }
}

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
type Look = { looked: string; lookAgainAt: number; wanted: string };

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
async function recordAnnounced(
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
async function recordHubError(
  db: WriteDb,
  { topic }: Topic,
  { trouble, nextAttemptAt }: { trouble: string; nextAttemptAt: number },
): Promise<void> {
  await db.updateTable('feed_topic').set({ trouble, nextAttemptAt }).where('topic', '=', topic).execute();
}
