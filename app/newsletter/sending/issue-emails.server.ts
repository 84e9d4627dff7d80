import { randomBytes } from 'node:crypto';
import { type RenderedEmail, renderEmail } from '#app/newsletter/issues/email/render-email.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { hostOf, senderOf } from '#app/platform/mail/mail-sender.ts';
import { composeMessage, type Message } from '#app/platform/mail/mailer.server.ts';
import { returnPathOf } from '#app/platform/mail/return-path.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { NewsletterPlan, Topic } from '#app/town/newsletter/newsletter-plan.ts';

/** An issue whose content is kept. */
export type KeptIssue = Pick<Issue, 'audience' | 'number' | 'slug'> & {
  edition: NonNullable<Issue['edition']>;
};

export type EmailOrigin = {
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
        'Feedback-ID': `issue-${issue.number}:${issue.audience}:belfry:${host}`,
        Precedence: 'bulk',
      },
      dkim,
    });
  };
}

function linksOf(url: string, { slug }: Pick<Issue, 'slug'>, token: string) {
  return {
    webUrl: `${url}/newsletter/${slug}`,
    unsubscribeUrl: `${url}/newsletter/unsubscribe?token=${token}`,
    preferencesUrl: `${url}/newsletter/preferences?token=${token}`,
  };
}
