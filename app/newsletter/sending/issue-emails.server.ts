import { randomBytes } from 'node:crypto';
import type { Edition } from '#app/newsletter/issues/edition.ts';
import { type RenderedEmail, renderEmail } from '#app/newsletter/issues/email/render-email.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { type IssueContext, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { type Letter, queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { hostOf, returnPathOf, senderOf } from '#app/platform/mail/mail-sender.ts';
import { composeMessage, type Message } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { NewsletterPlan, Topic } from '#app/town/newsletter/newsletter-plan.ts';

/** An issue whose content is kept. */
type KeptIssue = Pick<Issue, 'audience' | 'number' | 'slug'> & {
  edition: NonNullable<Issue['edition']>;
};

type EmailOrigin = {
  issue: KeptIssue;
  plan: NewsletterPlan;
  settings: Pick<Settings, 'url' | 'mailFrom' | 'dkim'>;
  /** The site's name. */
  title: string;
};

/** One subscriber's email: `token` is the secret of its links. */
export type EmailFacts = { to: string; tag: string; token: string; topics: readonly Topic[]; now: number };

/** Composes the emails of an issue. There are at most seven versions, for the combinations of topics. */
export function openIssueEmails(origin: EmailOrigin): (facts: EmailFacts) => Promise<Message> {
  const { issue, plan, settings, title } = origin;
  const { url, mailFrom, dkim } = settings;
  const host = hostOf(url);
  const from = senderOf({ title, url }, mailFrom);
  // As long as a token, and in no text.
  const anyToken = randomBytes(16).toString('base64url');
  const versions = new Map<string, RenderedEmail>();
  const versionOf = (topics: readonly Topic[]) => {
    const key = topics.join(' ');
    const version =
      versions.get(key) ?? renderEmail(issue.edition, { url }, { topics, ...linksOf(url, issue, anyToken) });
    versions.set(key, version);
    return version;
  };
  return ({ to, tag, token, topics, now }) => {
    const { subject, html, text } = versionOf(topics);
    const { unsubscribeUrl } = linksOf(url, issue, token);
    return composeMessage({
      from,
      to,
      returnPath: returnPathOf(plan, tag, from.address),
      subject,
      html: html.replaceAll(anyToken, token),
      text: text.replaceAll(anyToken, token),
      messageId: `${tag}.n@${host}`,
      date: now,
      headers: {
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        'List-Id': `<newsletter.${host}>`,
        'Feedback-ID': `${issue.number === null ? 'urgent' : `issue-${issue.number}`}:${issue.audience}:belfry:${host}`,
        Precedence: 'bulk',
      },
      dkim,
    });
  };
}

function linksOf(url: string, { slug }: Pick<Issue, 'slug'>, token: string) {
  return {
    webUrl: slug === null ? `${url}/notices` : `${url}/newsletter/${slug}`,
    unsubscribeUrl: `${url}/newsletter/unsubscribe?token=${token}`,
    preferencesUrl: `${url}/newsletter/preferences?token=${token}`,
  };
}

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

type TestFacts = IssueContext & {
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

type TestEmail = Pick<TestFacts, 'id' | 'town' | 'now' | 'settings'> & { to: string };

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
