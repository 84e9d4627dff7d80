import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import type { Trace } from './report.ts';

/** A report that names only the subscriber is about an email that was sent at most this long ago. */
const RECENT_MS = 7 * DAY_MS;

/** An email of the newsletter that a report may be about. */
type BouncedEmail = { tag: string; address: string };

/**
 * The email that a report names: by a tag, or else the last one to the subscriber whose token it contains. Undefined for
 * reports about anything else, which then change nothing.
 */
export async function findReportedEmail(
  db: ReadDb,
  { tags, tokens }: Trace,
): Promise<BouncedEmail | undefined> {
  for (const tag of tags) {
    const email = await db
      .selectFrom('newsletter_recipient')
      .select(['tag', 'address'])
      .where('tag', '=', tag)
      .executeTakeFirst();
    if (email) return email;
  }
  for (const token of tokens) {
    const link = await db
      .selectFrom('newsletter_link')
      .select('subscriber')
      .where('token', '=', token)
      .executeTakeFirst();
    const email = link && (await findLastEmail(db, link.subscriber, 0));
    if (email) return email;
  }
  return undefined;
}

/**
 * The last email to this normalized address, if it was sent in the last seven days before `now`; for a complaint,
 * whenever it was sent.
 */
export async function findEmailTo(
  db: ReadDb,
  address: string,
  { isComplaint, now }: { isComplaint: boolean; now: number },
): Promise<BouncedEmail | undefined> {
  const subscriber = await db
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst();
  return subscriber && findLastEmail(db, subscriber.id, isComplaint ? 0 : now - RECENT_MS);
}

function findLastEmail(db: ReadDb, subscriber: string, since: number): Promise<BouncedEmail | undefined> {
  return db
    .selectFrom('newsletter_recipient')
    .select(['tag', 'address'])
    .where('subscriber', '=', subscriber)
    .where('settledAt', '>=', since)
    .where('state', 'in', ['sent', 'unknown', 'bounced'])
    .orderBy('settledAt', 'desc')
    .orderBy('tag')
    .limit(1)
    .executeTakeFirst();
}
