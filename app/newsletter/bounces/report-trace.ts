import type { Email } from 'postal-mime';
import type { Trace } from './report.ts';
import { type Fields, fieldOf } from './report-fields.ts';

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
