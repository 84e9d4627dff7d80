import PostalMime, { type Attachment, type Email } from 'postal-mime';
import type { DeliveryFacts, Report } from './report.ts';
import { type Fields, fieldOf, oneLine, readFieldGroups } from './report-fields.ts';
import { readBounceText } from './report-text.ts';
import { traceOf } from './report-trace.ts';

const MOST_RECIPIENTS = 100;
/** Kinds of RFC 5965 that say that a person does not want the email. */
const COMPLAINTS = new Set(['abuse', 'fraud', 'opt-out', 'opt-out-list']);

/**
 * Reads an email of the mailbox for bounces. Throws when its MIME is nested too deeply or has too many headers. Run it
 * on at most `MAX_REPORT_BYTES`, in a thread.
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
