import type { Email } from 'postal-mime';
import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';

/**
 * What says which email a report is about. Only an email's recipient knows its `tags` and `tokens`, so that nobody can
 * report on the emails of others.
 */
export type Trace = {
  /** Words that may be the tag of an email, the most reliable first: of the return path, then of the Message-ID. */
  tags: string[];
  /** Tokens of List-Unsubscribe in the returned headers: they name the subscriber, not the email. */
  tokens: string[];
};

/** What became of an email at one address. */
export type DeliveryFacts = {
  /** The addresses that the report names, in lower case: the one that the email was sent to, and the one it reached. */
  addresses: string[];
  /** Of RFC 3464: 'failed', 'delayed', 'delivered', 'relayed' or 'expanded'. */
  action: string;
  /** Of RFC 3463: '5.1.1'. */
  status: string | undefined;
  /** The mail server's text, on one line, at most 500 characters. */
  reply: string;
};

/**
 * What an email in the mailbox reports: problems of delivery (RFC 3464, or the texts of qmail, Exim and others), a
 * complaint (RFC 5965), or nothing that concerns the newsletter.
 */
export type Report =
  | { kind: 'delivery'; trace: Trace; recipients: DeliveryFacts[] }
  | { kind: 'complaint'; trace: Trace; reply: string }
  | { kind: 'none' };

/** Fields of a header or of a report, with names in lower case, in order. */
export type Fields = [name: string, value: string][];

const MOST_FIELDS = 500;
const LONGEST_REPLY = 500;

/** The fields of each group; groups are separated by empty lines (RFC 3464, section 2.1). */
export function readFieldGroups(text: string): Fields[] {
  const groups: Fields[] = [[]];
  let count = 0;
  for (const line of text.split(/\r?\n/)) {
    const group = groups.at(-1) as Fields;
    const last = group.at(-1);
    if (line.trim() === '') {
      if (group.length > 0) groups.push([]);
    } else if (/^[ \t]/.test(line)) {
      if (last) last[1] += ` ${line.trim()}`;
    } else {
      const at = line.indexOf(':');
      if (at > 0 && count++ < MOST_FIELDS)
        group.push([line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]);
    }
  }
  return groups.filter((group) => group.length > 0);
}

/** The first value of the field; undefined if it is missing or empty. */
export function fieldOf(fields: Fields, name: string): string | undefined {
  return fields.find(([own]) => own === name)?.[1] || undefined;
}

/** Text of a stranger on one line without control characters, at most 500 characters. */
export function oneLine(text: string): string {
  return text
    .slice(0, 4 * LONGEST_REPLY)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_REPLY);
}

const MOST_CANDIDATES = 8;
/** How much of the returned email is searched: its headers are at its start. */
const SEARCHED = 64 * 1024;

/** Headers with the address that the report was sent to: the return path of our email. */
const RECIPIENT_HEADERS = new Set([
  'to',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'x-delivered-to',
  'x-failed-recipients-return-path',
]);

/** Which email a report may be about, from its own headers and the returned part of our email. */
export function traceOf(report: Email, returned: string, feedback: Fields = []): Trace {
  const sentTo = report.headers.flatMap(({ key, value }) => (RECIPIENT_HEADERS.has(key) ? [value] : []));
  const mailFrom = fieldOf(feedback, 'original-mail-from') ?? '';
  const headers = unfold(returned.slice(0, SEARCHED));
  const returnPath = /^return-path:(.{0,400})/im.exec(headers)?.[1] ?? '';
  return {
    tags: unique([
      ...[...sentTo, mailFrom, returnPath].flatMap(tagsOfAddresses),
      ...matches(headers, /^\W{0,8}message-id:\s{0,40}<([a-z0-9_-]{16,64})\.[^@\s<>]{1,40}@/gim),
    ]),
    tokens: unique(
      matches(headers, /^\W{0,8}(?:x-)?list-unsubscribe:[^\r\n]{0,500}?[?&]token=([A-Za-z0-9_-]{16,128})/gim),
    ),
  };
}

/** The tags in addresses such as `bounces+tag@example.org`. */
export function tagsOfAddresses(text: string): string[] {
  return matches(text.slice(0, 4096), /\+([a-z0-9_-]{16,64})@/gi).map((tag) => tag.toLowerCase());
}

/** The tag in a Message-ID such as `<tag.1@example.org>`, with or without the angle brackets. */
export function tagsOfMessageIds(text: string): string[] {
  return matches(text.slice(0, 1000), /^\s*<?([a-z0-9_-]{16,64})\.[^@\s<>]{1,40}@/gi).map((tag) =>
    tag.toLowerCase(),
  );
}

function unfold(text: string): string {
  return text.replace(/\r?\n[ \t]/g, ' ');
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].flatMap(([, found]) => found ?? []);
}

function unique(values: string[]): string[] {
  return [...new Set(values)].slice(0, MOST_CANDIDATES);
}

/** What a report means for the subscriber. */
type Verdict = { kind: 'hard' | 'soft' | 'complaint'; status: string | undefined; reply: string };

/**
 * What the report means for the subscriber with this address. Undefined when the email was delivered, is only delayed,
 * or some of several addresses behind the subscriber's got it.
 */
export function verdictOf(report: Report, address: string): Verdict | undefined {
  if (report.kind === 'none') return undefined;
  if (report.kind === 'complaint') return { kind: 'complaint', status: undefined, reply: report.reply };
  const own = report.recipients.filter(({ addresses }) => addresses.includes(address));
  const concerned = own.length > 0 ? own : report.recipients;
  if (!concerned.every(({ action }) => action === 'failed')) return undefined;
  const judged = concerned.map((facts) => ({ facts, kind: bounceKindOf(facts) }));
  const mildest = judged.find(({ kind }) => kind === 'soft') ?? judged[0];
  return mildest && { kind: mildest.kind, status: mildest.facts.status, reply: mildest.facts.reply };
}
