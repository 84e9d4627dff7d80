import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { townDayOf, townTimeOf } from '#app/platform/time/town-time.ts';
import { parseSource } from '#app/sources/formats/parse-source.ts';
import type { ReadTip, Tip, TipReading } from './tip.ts';

const MAX_TITLE = 150;
const MAX_TEXT = 8000;
/** Of HTML, which becomes text: the rest would not be kept anyway. */
const MAX_HTML = 200_000;
/** As many parts are looked at for a picture and a calendar. */
const MOST_PARTS = 100;

/**
 * Reads an email as a suggestion: its subject and text, its first picture, and the next date of its first calendar, which
 * makes it an event. Throws when its MIME is nested too deeply or has too many headers. Run it in a thread.
 */
export async function parseTip({ raw, zone, now, own }: TipReading): Promise<ReadTip> {
  const email = await PostalMime.parse(raw, { maxNestingDepth: 50 });
  if (sendersOf(email).some((address) => own.includes(address))) return { ignored: 'own' };
  if (isAutomatic(email)) return { ignored: 'automatic' };
  const parts = email.attachments.slice(0, MOST_PARTS);
  const text = withoutQuotes(textOf(email));
  const event = eventOf(parts, { zone, now });
  const title = lineOf(event?.title || subjectOf(email) || text.split('\n')[0] || '');
  if (title === '') return { ignored: 'empty' };
  const description = (text || event?.description || title).slice(0, MAX_TEXT).toWellFormed();
  const picture = parts.find(isPicture);
  return {
    tip: {
      kind: event ? 'event' : 'news',
      title,
      description,
      eventDate: event?.eventDate ?? '',
      eventTime: event?.eventTime ?? '',
      eventLocation: lineOf(event?.eventLocation ?? ''),
      link: event?.link ?? '',
      sender: senderOf(email),
      picture: picture ? { name: lineOf(picture.filename ?? ''), bytes: bytesOf(picture) } : null,
    },
  };
}

function senderOf(email: Email): string | null {
  const addresses = sendersOf(email).map((address) => parseEmailAddress(address));
  return addresses.find((address) => address !== undefined) ?? null;
}

/** Also those that can't be written to, in lower case. */
function sendersOf({ from, sender }: Email): string[] {
  const addresses = [from, sender].flatMap((one) => (one ? addressesOf(one) : []));
  return addresses.map((address) => address.trim().toLowerCase());
}

function addressesOf({ address, group }: Address): string[] {
  return group ? group.map((one) => one.address) : [address];
}

/** Whether a program sent it without anyone having written it: out of office, bounces, read receipts (RFC 3834). */
function isAutomatic(email: Email): boolean {
  const headerOf = (name: string) =>
    email.headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase() ?? '';
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== '' && !submitted.startsWith('no')) ||
    /^(junk|auto_reply)/.test(headerOf('precedence')) ||
    ['x-autoreply', 'x-autorespond', 'x-failed-recipients'].some((name) => headerOf(name) !== '') ||
    headerOf('return-path') === '<>' ||
    headerOf('content-type').startsWith('multipart/report') ||
    sendersOf(email).some((address) => /^(mailer-daemon|postmaster)@/.test(address))
  );
}

/** Without 'Fwd:' and 'Re:', also in the languages of the larger mail programs. */
function subjectOf({ subject = '' }: Email): string {
  return subject.replace(/^(\s*(fwd?|re|aw|wg|tr|rv|i|vs|doorst)\s*(\[\d+\])?:\s*)+/i, '').trim();
}

function textOf({ text, html }: Email): string {
  const plain = text?.trim();
  const lines = plain || (html ? plainLinesOf(sanitize(html.slice(0, MAX_HTML))) : '');
  return lines.replaceAll('\r\n', '\n').trim();
}

/** Lines that mail programs put around what was forwarded. */
const FORWARDED = /^[-_ >]*(begin )?(forwarded|original) message[-_: ]*$/i;
const HEADER = /^[> *]*(from|date|sent|subject|to|cc|reply-to)\s*:/i;

/** Without the signature, and without the marks and headers of what was forwarded. */
function withoutQuotes(text: string): string {
  const [body = ''] = text.split(/\n-- \n/);
  const kept: string[] = [];
  let isHead = false;
  for (const line of body.split('\n')) {
    if (FORWARDED.test(line)) isHead = true;
    else if (isHead && (HEADER.test(line) || line.trim() === '')) continue;
    else {
      isHead = false;
      kept.push(line);
    }
  }
  return kept.join('\n').trim();
}

type TipEvent = Pick<Tip, 'title' | 'description' | 'eventDate' | 'eventTime' | 'eventLocation' | 'link'>;

/** The next date of the first calendar, or undefined: dates that have passed are no suggestion. */
function eventOf(parts: Attachment[], { zone, now }: { zone: string; now: number }): TipEvent | undefined {
  const calendar = parts.find(
    ({ mimeType, filename }) => mimeType === 'text/calendar' || /\.ics$/i.test(filename ?? ''),
  );
  if (!calendar) return undefined;
  const { items, occurrences } = parseSource({
    bytes: bytesOf(calendar),
    contentType: 'text/calendar',
    address: null,
    zone,
    now,
  });
  const [next] = occurrences;
  if (!next) return undefined;
  const item = items.find(({ sourceId }) => sourceId === next.item);
  const at = Date.parse(next.start);
  return {
    title: next.title || (item?.title ?? ''),
    description: plainLinesOf(item?.description ?? ''),
    eventDate: townDayOf(at, zone),
    eventTime: next.allDay ? 'All day' : townTimeOf(at, zone).slice(11, 16),
    eventLocation: next.location ?? item?.location ?? '',
    link: next.link ?? item?.link ?? '',
  };
}

function isPicture({ mimeType, content }: Attachment): boolean {
  return /^image\/(jpeg|png|webp|avif|gif)$/.test(mimeType) && typeof content !== 'string';
}

function bytesOf({ content }: Attachment): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
}

function lineOf(text: string): string {
  const line = text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length > MAX_TITLE ? `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…` : line;
}
