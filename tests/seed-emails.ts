/** Emails of a newsletter that were sent to subscribers. */
import { randomBytes } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { addSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';

export type SeededEmail = { tag: string; token: string; address: string; subscriber: string };

/** One issue, and an email of it that the mail server accepted for each address, at `now`. */
export async function seedEmails(db: WriteDb, addresses: string[], now: number): Promise<SeededEmail[]> {
  const issue = `issue-${now}-${addresses[0]}`;
  await seedIssue(db, {
    id: issue,
    state: 'sent',
    startedAt: now,
    sinceAt: now,
    builtAt: now,
    createdAt: now,
  });
  const seeded: SeededEmail[] = [];
  for (const address of addresses) seeded.push(await plantEmail(db, issue, address, now));
  return seeded;
}

type PlantedIssue = Partial<Selectable<IssueRow>> &
  Pick<Selectable<IssueRow>, 'id' | 'sinceAt' | 'builtAt' | 'createdAt'>;

/** An issue without items; a draft by default. */
export async function seedIssue(db: WriteDb, facts: PlantedIssue): Promise<void> {
  const row: Insertable<IssueRow> = {
    number: null,
    occasion: null,
    slug: null,
    audience: 'everyone',
    state: 'draft',
    subject: 'Town votes to mend the library roof',
    choices: JSON.stringify({ items: [], lead: null, out: [] }),
    edition: null,
    unreviewed: null,
    approvedAt: null,
    sendAt: null,
    startedAt: null,
    finishedAt: null,
    heldAt: null,
    heldFor: null,
    endedFor: null,
    createdBy: null,
    version: 1,
    ...facts,
  };
  await db.insertInto('newsletter_issue').values(row).execute();
}

async function plantEmail(db: WriteDb, issue: string, address: string, now: number): Promise<SeededEmail> {
  const consent = { source: 'Form on /newsletter', at: now };
  const { id: subscriber = '' } = await addSubscriber(db, { email: address, consent }, now);
  const [tag, token] = [randomBytes(12).toString('hex'), randomBytes(16).toString('base64url')];
  const email = { tag, token, address, subscriber };
  await db
    .insertInto('newsletter_link')
    .values({ token: email.token, subscriber, createdAt: now, revokedAt: null })
    .execute();
  await db
    .insertInto('newsletter_recipient')
    .values({
      issue,
      address,
      subscriber,
      topics: 'stories events polls',
      domain: address.replace(/.*@/, ''),
      tag: email.tag,
      state: 'sent',
      settledAt: now,
      trouble: null,
      reply: null,
      unsubscribedAt: null,
    })
    .execute();
  return email;
}

/** What the newsletter knows about an email and its recipient. */
export async function readEmail(db: WriteDb, { tag, subscriber }: SeededEmail) {
  const email = await db
    .selectFrom('newsletter_recipient')
    .select('state')
    .where('tag', '=', tag)
    .executeTakeFirstOrThrow();
  const person = await db
    .selectFrom('newsletter_subscriber')
    .select(['state', 'reason', 'softBounces', 'bounceReply'])
    .where('id', '=', subscriber)
    .executeTakeFirstOrThrow();
  return { email: email.state, ...person };
}
