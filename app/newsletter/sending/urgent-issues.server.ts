/** Urgent notices by email: each is an issue of its own, which everyone who chose urgent notices gets at once. */
import { randomUUID } from 'node:crypto';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import { noticeParagraphs } from '#app/newsletter/issues/notice-paragraphs.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import { formatDate, formatTime, townDayOf } from '#app/platform/time/town-time.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { kindWords, type Notice } from '#app/town/notices/notice.ts';
import { findNotice, listUnended } from '#app/town/notices/notice-store.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';
import { hasDueEmails } from './claims.server.ts';

/** The key of a notice's issue. It is unique, so several processes email a notice only once. */
const occasionOf = (id: string) => `urgent:${id}`;

/** The notices that are up at `now`, are to be emailed and have no issue yet. */
async function listUnsent(db: ReadDb, now: number): Promise<Notice[]> {
  const wanted = (await listUnended(db, now)).filter(({ email, startsAt }) => email && startsAt <= now);
  if (wanted.length === 0) return [];
  const rows = await db
    .selectFrom('newsletter_issue')
    .select('occasion')
    .where(
      'occasion',
      'in',
      wanted.map(({ id }) => occasionOf(id)),
    )
    .execute();
  const known = new Set(rows.map(({ occasion }) => occasion));
  return wanted.filter(({ id }) => !known.has(occasionOf(id)));
}

/** Whether something of an urgent issue can be sent now: then other issues wait. */
export async function hasUrgent(db: ReadDb, now: number): Promise<boolean> {
  const running = await db
    .selectFrom('newsletter_issue')
    .select('id')
    .where('state', '=', 'sending')
    .where('heldAt', 'is', null)
    .where('occasion', 'like', occasionOf('%'))
    .execute();
  for (const { id } of running) if (await hasDueEmails(db, id, now)) return true;
  return (await listUnsent(db, now)).length > 0 && !(await findPause(db));
}

/** Begins to send the notices that are to be emailed, once each. Does nothing while schedules wait after a restore. */
export async function startUrgentIssues(
  db: WriteDb,
  { town, now }: { town: Town; now: number },
): Promise<void> {
  const notices = await listUnsent(db, now);
  if (notices.length === 0 || (await findPause(db))) return;
  const { postalAddress } = await findNewsletterPlan(db);
  for (const notice of notices) {
    const edition = editionOf(notice, { town, now, postalAddress });
    await db
      .insertInto('newsletter_issue')
      .values({
        id: randomUUID(),
        occasion: occasionOf(notice.id),
        audience: 'everyone',
        state: 'sending',
        subject: edition.subject,
        ownSubject: 1,
        choices: JSON.stringify({ items: [], lead: null, out: [] }),
        edition: JSON.stringify(edition),
        sinceAt: now,
        builtAt: now,
        approvedAt: now,
        sendAt: now,
        createdAt: now,
        createdBy: notice.createdBy,
        version: 1,
      })
      .onConflict((conflict) => conflict.column('occasion').doNothing())
      .execute();
  }
}

/** Whether the notice of an urgent issue is still up: what has ended is not emailed any more. */
export async function isStillUp(db: ReadDb, { urgent }: Edition, now: number): Promise<boolean> {
  const notice = await findNotice(db, urgent ?? '');
  return notice !== undefined && notice.endsAt > now;
}

/** The emails that are not sent yet will not be. */
export async function withdrawQueued(db: WriteDb, issue: string, now: number): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({
      state: 'withdrawn',
      trouble: null,
      reply: 'The notice had ended',
      settledAt: now,
      nextAttemptAt: now,
    })
    .where('issue', '=', issue)
    .where('state', '=', 'queued')
    .execute();
}

const MOST_SUBJECT = 90;

type Facts = { town: Town; now: number; postalAddress: string };

function editionOf(notice: Notice, { town, now, postalAddress }: Facts): Edition {
  const { kind, text } = notice;
  return {
    title: 'Urgent notice',
    town: town.title,
    day: townDayOf(now, town.timeZone),
    date: `${formatDate(now, town)}, ${formatTime(now, town)}`,
    locale: town.locale,
    number: null,
    subject: plainLine(
      `${kindWords[kind].label}: ${/^.*?[.!?](?=\s)/.exec(text)?.[0] ?? text}`,
      MOST_SUBJECT,
    ),
    preview: '',
    written: { subject: true, preview: true },
    note: noticeParagraphs(notice, town).join('\n\n'),
    postalAddress,
    blocks: [],
    urgent: notice.id,
  };
}
