import type { DkimKey } from './dkim-key.server.ts';
import { mailColors } from './mail-colors.ts';
import type { Letter, MailKind } from './mail-queue.server.ts';
import { hostOf, senderOf } from './mail-sender.ts';
import { composeMessage, type Message } from './mailer.server.ts';
import { escapeHtml, plainLine } from './plain-line.ts';

/** The site that sends the email. `url` is the public origin, `place` the town as in the site's frame. */
type MailSite = { title: string; place: string; url: string };

type RenderedLetter = { subject: string; text: string; html: string };

/** The email as plain text and as HTML in the site's design. Every text in it is one line and shown as text. */
export function renderLetter(letter: Letter, site: MailSite): RenderedLetter {
  const content = linesOf(letter, site);
  return { subject: content.subject, text: renderText(content), html: renderHtml(content) };
}

type Content = {
  subject: string;
  title: string;
  place: string;
  url: string;
  paragraphs: string[];
  action: { label: string; url: string } | undefined;
  footnote: string | undefined;
  reason: string;
};

function linesOf({ kind, subject, paragraphs, action, footnote }: Letter, site: MailSite): Content {
  const title = plainLine(site.title);
  return {
    subject: plainLine(subject),
    title,
    place: plainLine(site.place),
    url: site.url,
    paragraphs: paragraphs.map((paragraph) => plainLine(paragraph, 2000)),
    action: action && { label: plainLine(action.label), url: new URL(action.url).href },
    footnote: footnote && plainLine(footnote, 2000),
    reason: reasonOf(kind, title),
  };
}

/** Why this email was sent, in plain words. */
function reasonOf(kind: MailKind, title: string): string {
  switch (kind) {
    case 'verify-address':
    case 'account-exists':
    case 'confirm-newsletter':
    case 'newsletter-known':
    case 'suggestion-received':
      return `You received this email because someone entered this address at ${title}.`;
    case 'reset-password':
      return `You received this email because someone requested a new password at ${title} for this address.`;
    case 'new-sign-in':
      return `You received this email because someone logged in to your account at ${title}.`;
    case 'invitation':
      return `You received this email because someone invited this address to work on ${title}.`;
    case 'invitation-declined':
    case 'administrator-offer':
    case 'administrator-transferred':
      return `You received this email because you work on ${title}.`;
    case 'waiting':
      return `You receive this email once a day because you asked for it in your account at ${title}.`;
    case 'mail-cap':
    case 'issue-ready':
    case 'trouble':
    case 'trouble-over':
      return `You received this email because you are the administrator of ${title}.`;
    case 'successor':
      return `You received this email because the administrator of ${title} named you as the person who takes over.`;
    case 'suggestion-decided':
      return `You received this email because you sent a suggestion to ${title} and confirmed this address.`;
    case 'test':
    case 'newsletter-test':
      return `You received this email because you requested a test at ${title}.`;
    default:
      return `You received this email because something changed in your account at ${title}.`;
  }
}

function renderText({ subject, title, place, url, paragraphs, action, footnote, reason }: Content): string {
  const blocks = [
    subject,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(footnote ? [footnote] : []),
    // Signature mark of RFC 3676: email programs show what follows as small print.
    `-- \n${title} · ${place}\n${url}\n\n${reason}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const SANS = `'Public Sans',system-ui,-apple-system,'Segoe UI',Roboto,sans-serif`;
const SERIF = `Newsreader,'Iowan Old Style',Charter,Georgia,serif`;
const { light, dark } = mailColors;

function renderHtml(content: Content): string {
  const { subject, title, place, url, paragraphs, action, footnote, reason } = content;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>
${darkRules()}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};color:${light.ink};font-family:${SANS}">
<div class="paper" style="padding:24px 16px;background:${light.paper}">
<div class="surface rule" style="max-width:544px;margin:0 auto;padding:24px;background:${light.surface};border:1px solid ${light.rule};border-top:4px solid ${light.brand};border-radius:6px">
<p class="brand" style="margin:0;color:${light.brand};font-family:${SERIF};font-size:22px;line-height:1.2;font-weight:600">${escapeHtml(title)}</p>
<p class="ink-3" style="margin:2px 0 24px;color:${light['ink-3']};font-size:14px;line-height:1.45">${escapeHtml(place)}</p>
<h1 class="ink" style="margin:0 0 16px;color:${light.ink};font-family:${SERIF};font-size:26px;line-height:1.18;font-weight:600">${escapeHtml(subject)}</h1>
${paragraphs.map((paragraph) => paragraphHtml(paragraph, 'ink', 16)).join('\n')}
${action ? actionHtml(action) : ''}
${footnote ? paragraphHtml(footnote, 'ink-2', 14) : ''}
<p class="ink-3 rule" style="margin:24px 0 0;padding-top:16px;border-top:1px solid ${light.rule};color:${light['ink-3']};font-size:13px;line-height:1.45">${escapeHtml(reason)}<br><a class="action" href="${escapeHtml(url)}" style="color:${light.action}">${escapeHtml(url)}</a></p>
</div>
</div>
</body>
</html>
`;
}

function paragraphHtml(text: string, color: 'ink' | 'ink-2', size: number): string {
  return `<p class="${color}" style="margin:0 0 16px;color:${light[color]};font-size:${size}px;line-height:1.58">${escapeHtml(text)}</p>`;
}

/** The address again as text: for readers whose button doesn't work, or who want to see where it leads. */
function actionHtml({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0 16px"><a class="button" href="${address}" style="display:inline-block;padding:12px 20px;background:${light.action};color:${light['on-action']};border-radius:6px;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="ink-3" style="margin:0 0 16px;color:${light['ink-3']};font-size:14px;line-height:1.45">If the button doesn’t work, open this link:<br><a class="action" href="${address}" style="color:${light.action};word-break:break-all">${address}</a></p>`;
}

/** Email programs that support dark colors get the design's; the others keep the light ones, or invert them. */
function darkRules(): string {
  return `@media (prefers-color-scheme: dark) {
.paper { background: ${dark.paper} !important; color: ${dark.ink} !important; }
.surface { background: ${dark.surface} !important; }
.rule { border-color: ${dark.rule} !important; }
.brand, .ink { color: ${dark.ink} !important; }
.ink-2 { color: ${dark['ink-2']} !important; }
.ink-3 { color: ${dark['ink-3']} !important; }
.action { color: ${dark.action} !important; }
.button { background: ${dark.action} !important; color: ${dark['on-action']} !important; }
}`;
}

type LetterFacts = {
  /** The queue's id: the Message-ID contains it, and is the same at every attempt. */
  id: string;
  letter: Letter;
  site: MailSite;
  mailFrom: string | undefined;
  dkim?: DkimKey | undefined;
  now: number;
};

/** A queued email as a message. `now` (UTC epoch milliseconds) becomes its Date. */
export function composeLetter({ id, letter, site, mailFrom, dkim, now }: LetterFacts): Promise<Message> {
  return composeMessage({
    ...renderLetter(letter, site),
    from: senderOf(site, mailFrom),
    to: letter.to,
    messageId: `${id}@${hostOf(site.url)}`,
    date: now,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    dkim,
  });
}
