import type { Edition } from '#app/newsletter/issues/edition.ts';
import { renderEmail } from '#app/newsletter/issues/email/render-email.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { type IssueContext, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { type Letter, queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { hostOf, senderOf } from '#app/platform/mail/mail-sender.ts';
import { composeMessage, type Message } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';

/**
 * Queues a test of the issue to `to`, like any other email: it is sent within seconds, with the issue's content at that
 * moment, marked as a test and counted nowhere. Throws RangeError for an invalid address.
 */
export function sendTest(
  db: WriteDb,
  { now }: { now: number },
  { id, subject }: Pick<Issue, 'id' | 'subject'>,
  to: string,
): Promise<void> {
  return queueMail(db, { to, kind: 'newsletter-test', subject, paragraphs: [], issue: id }, now);
}

export type TestFacts = IssueContext & {
  /** The queue's id. */
  id: string;
  letter: Letter;
  settings: Pick<Settings, 'url' | 'mailFrom' | 'dkim'>;
};

/** The message of a test. Throws MailError when the issue was deleted meanwhile. */
export async function composeTest(db: ReadDb, facts: TestFacts): Promise<Message> {
  const { id, letter, town, now, settings } = facts;
  const issue = await findIssue(db, letter.issue ?? '');
  if (!issue) throw new MailError('refused', 'The issue was deleted');
  const edition = await resolveIssue(db, { town, now }, issue);
  return testMessage(edition, { id, to: letter.to, town, now, settings });
}

export type TestEmail = Pick<TestFacts, 'id' | 'town' | 'now' | 'settings'> & { to: string };

/** The email of this content to one address, marked as a test. */
export function testMessage(edition: Edition, { id, to, town, now, settings }: TestEmail): Promise<Message> {
  const { url, mailFrom, dkim } = settings;
  const { subject, html, text } = renderEmail(edition, { url }, { isTest: true });
  return composeMessage({
    from: senderOf({ title: town.title, url }, mailFrom),
    to,
    subject: `[Test] ${subject}`,
    html,
    text,
    messageId: `${id}@${hostOf(url)}`,
    date: now,
    headers: { 'Auto-Submitted': 'auto-generated' },
    dkim,
  });
}
