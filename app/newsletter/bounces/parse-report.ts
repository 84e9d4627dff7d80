import PostalMime, { type Attachment, type Email } from 'postal-mime';
import {
  type DeliveryFacts,
  type Fields,
  fieldOf,
  oneLine,
  type Report,
  readFieldGroups,
  traceOf,
} from './report.ts';

const MOST_RECIPIENTS = 100;
/** Kinds of RFC 5965 that say that a person does not want the email. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

/**
 * Reads an email of the mailbox for bounces. Throws when its MIME is nested too deeply or has too many headers. Run it
 * on at most `START_BYTES`, in a thread.
 */
export async function parseReport(raw: Uint8Array): Promise<Report> {
  const email = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 50 });
  const parts = partsOf(email);
  if (parts.feedback !== undefined) return complaintOf(email, parts);
  if (parts.status !== undefined) {
    const recipients = readFieldGroups(parts.status).map(deliveryOf).filter(isAboutRecipient);
    return recipients.length > 0
      ? {
          kind: 'delivery',
          trace: traceOf(email, parts.returned),
          recipients: recipients.slice(0, MOST_RECIPIENTS),
        }
      : { kind: 'none' };
  }
  const recipients = readBounceText(email);
  return recipients.length > 0
    ? { kind: 'delivery', trace: traceOf(email, `${parts.returned}\n${email.text ?? ''}`), recipients }
    : { kind: 'none' };
}

type Parts = { status: string | undefined; feedback: string | undefined; returned: string };

const STATUS = new Set(['message/delivery-status', 'message/global-delivery-status']);
const RETURNED = new Set([
  'message/rfc822',
  'message/global',
  'text/rfc822-headers',
  'message/rfc822-headers',
  'message/global-headers',
]);

function partsOf({ attachments }: Email): Parts {
  const of = (wanted: (type: string) => boolean) => attachments.find(({ mimeType }) => wanted(mimeType));
  const status = of((type) => STATUS.has(type));
  const feedback = of((type) => type === 'message/feedback-report');
  const returned = of((type) => RETURNED.has(type));
  return {
    status: status && attachmentTextOf(status),
    feedback: feedback && attachmentTextOf(feedback),
    returned: returned ? attachmentTextOf(returned) : '',
  };
}

function attachmentTextOf({ content }: Attachment): string {
  return typeof content === 'string' ? content : new TextDecoder().decode(content);
}

function complaintOf(email: Email, { feedback = '', returned }: Parts): Report {
  const [fields = []] = readFieldGroups(feedback);
  const type = fieldOf(fields, 'feedback-type')?.toLowerCase() ?? '';
  if (!COMPLAINTS.has(type)) return { kind: 'none' };
  const by = fieldOf(fields, 'user-agent') ?? fieldOf(fields, 'source-ip') ?? '';
  return { kind: 'complaint', trace: traceOf(email, returned, fields), reply: oneLine(`${type} ${by}`) };
}

/** One group of fields in a delivery status; the first group is about the message and names no recipient. */
function deliveryOf(fields: Fields): DeliveryFacts {
  const addresses = [fieldOf(fields, 'original-recipient'), fieldOf(fields, 'final-recipient')];
  const status = /\d\.\d{1,3}\.\d{1,3}/.exec(fieldOf(fields, 'status') ?? '')?.[0];
  return {
    addresses: addresses.flatMap((address) => (address ? [withoutType(address).toLowerCase()] : [])),
    action: fieldOf(fields, 'action')?.toLowerCase() ?? (status?.startsWith('5') ? 'failed' : ''),
    status,
    reply: oneLine(withoutType(fieldOf(fields, 'diagnostic-code') ?? '')),
  };
}

function isAboutRecipient({ addresses, action }: DeliveryFacts): boolean {
  return addresses.length > 0 && action !== '';
}

/** `rfc822; june@example.org` without its type. */
function withoutType(value: string): string {
  const at = value.indexOf(';');
  return (at > 0 && at < 20 ? value.slice(at + 1) : value).trim().replace(/^<(.*)>$/, '$1');
}

const SEARCHED = 32 * 1024;
const MOST_ADDRESSES = 20;

/** How bounces begin. */
const FAILED =
  /this is the qmail-send program|unable to deliver your message|(message|mail|email)[^.\n]{0,60}(could ?n.t|could not|cannot|was not|wasn.t)( be)? delivered|delivery (to the following|has failed|failed|failure)|undeliver(able|ed)|returned (mail|to sender)|delivery status notification \(failure\)|mail delivery failed|message (was )?not delivered|address not found/i;
const DELAYED =
  /delayed|will (be )?(keep trying|retried|retry|continue)|still (trying|being)|warning: message|not yet been delivered|\(delay\)/i;

/** What stands between a bounce's own text and the returned email. */
const COPY_BEGINS =
  /^-+ ?(below this line is a copy|this is a copy of|original message|the following (addresses|is a copy)|message header|returned message|forwarded message|the header of the original)/im;

const SENDERS =
  /mailer-?daemon|postmaster|mail delivery (sub)?system|microsoft ?outlook|microsoftexchange|mail-daemon/i;

/**
 * The addresses that such an email says it was not delivered to. Empty for all other emails: only what comes from a mail
 * system, begins like a bounce and is no automatic reply counts.
 */
function readBounceText(email: Email): DeliveryFacts[] {
  if (isAutomaticReply(email) || !comesFromMailSystem(email)) return [];
  const text = (email.text ?? '').slice(0, SEARCHED);
  const copy = COPY_BEGINS.exec(text)?.index;
  const own = text.slice(0, copy ?? SEARCHED);
  const said = `${email.subject ?? ''}\n${own.slice(0, 4000)}`;
  if (!FAILED.test(said)) return [];
  const action =
    DELAYED.test(said) && !/permanent|giving up|given up|fatal/i.test(said) ? 'delayed' : 'failed';
  const reply = replyIn(own);
  const status = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/.exec(reply)?.[0];
  return [{ addresses: addressesIn(email, own), action, status, reply }];
}

function isAutomaticReply({ headers, subject = '' }: Email): boolean {
  const of = (name: string) => headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';
  return (
    (of('auto-submitted').startsWith('auto-replied') && !FAILED.test(subject)) ||
    of('x-autoreply') !== '' ||
    of('x-autorespond') !== '' ||
    /auto_?reply/.test(of('precedence')) ||
    /^(auto(matic)? ?(reply|response)|out of (the )?office|vacation)/i.test(subject)
  );
}

function comesFromMailSystem({ headers }: Email): boolean {
  const sender = headers.find(({ key }) => key === 'from')?.value ?? '';
  return SENDERS.test(sender.slice(0, 500)) || headers.some(isEmptyReturnPath);
}

function isEmptyReturnPath({ key, value }: { key: string; value: string }): boolean {
  return key === 'return-path' && /^\s*<\s*>\s*$/.test(value);
}

/** The lines with an SMTP code or status, or else the text's beginning. */
function replyIn(own: string): string {
  const lines = own.split(/\r?\n/);
  const at = lines.findIndex((line) =>
    /(?<![\d.])([45]\d\d[ -]|[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d))/.test(line.slice(0, 1000)),
  );
  if (at >= 0) return oneLine(lines.slice(at, at + 3).join(' '));
  const named = lines.findIndex((line) =>
    /<[^<>\s@]+@[^<>\s@]+>|^\s*[^\s@]+@[^\s@]+:?\s*$/.test(line.slice(0, 500)),
  );
  return oneLine(lines.slice(Math.max(0, named), Math.max(0, named) + 4).join(' '));
}

function addressesIn(email: Email, own: string): string[] {
  const failed = email.headers.find(({ key }) => key === 'x-failed-recipients')?.value ?? '';
  const found = `${failed}\n${own}`.matchAll(/[a-z0-9._%+'-]{1,64}@[a-z0-9.-]{1,190}[a-z0-9]/gi);
  return [...new Set([...found].map(([address]) => address.toLowerCase()))].slice(0, MOST_ADDRESSES);
}
