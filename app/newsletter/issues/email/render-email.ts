/** An issue as an email: HTML for programs as old as Outlook's, and plain text. */

import { previewOf, subjectOf } from '#app/newsletter/issues/automatic-texts.ts';
import { type Edition, forTopics, topicsOf } from '#app/newsletter/issues/edition.ts';
import type { Topic } from '#app/town/newsletter/newsletter-plan.ts';
import { renderHtml } from './email-html.ts';
import { limitLevels, shortened } from './email-limits.ts';
import type { EmailLinks, EmailSite } from './email-markup.ts';
import { renderText } from './email-text.ts';

type EmailRequest = EmailLinks & {
  /** Which sections it has; by default all. */
  topics?: readonly Topic[] | undefined;
};

/** The subject is one line without the mark of a test. */
export type RenderedEmail = { subject: string; html: string; text: string };

/** Gmail clips an email at 102 KB. */
export const MOST_BYTES = 90_000;

/**
 * The email with the sections of these topics. Its HTML has at most 90,000 bytes: if there is too much, it has shorter
 * teasers, then fewer items and a link to the web edition. It has no address on another host and loads nothing but
 * pictures of the site.
 */
export function renderEmail(edition: Edition, site: EmailSite, request: EmailRequest): RenderedEmail {
  const chosen = request.topics ? versionFor(edition, request.topics) : edition;
  const [most, ...tighter] = limitLevels;
  const whole = shortened(chosen, most);
  const text = renderText(whole, site, request);
  let html = renderHtml(whole, site, request);
  for (const limits of tighter) {
    if (Buffer.byteLength(html) <= MOST_BYTES) break;
    html = renderHtml(shortened(whole, limits), site, request);
  }
  return { subject: whole.subject, html, text };
}

/** The subject and the preview text are about what the version contains, unless an editor wrote them. */
function versionFor(edition: Edition, topics: readonly Topic[]): Edition {
  if (topicsOf(edition).every((topic) => topics.includes(topic))) return edition;
  const version = forTopics(edition, topics);
  const subject = edition.written.subject ? edition.subject : subjectOf(version);
  const preview = edition.written.preview ? edition.preview : previewOf(version, subject);
  return { ...version, subject, preview };
}
