/** Values of strangers' records as the fields of this site take them. */
import { type Unreadable, unreadable } from '#app/moving/formats/format.ts';
import type { JsonRecord } from '#app/moving/formats/stream-json.ts';
import { printable } from '#app/platform/html/printable.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { isObject, textIn } from '#app/sources/formats/json-value.ts';

/** What dates of items may be (`instant` of the item schemas): years 1000 to 9999. */
const FIRST = -30_610_224_000_000;
const LAST = 253_402_300_799_999;

/** Numbers from here on are milliseconds: in seconds, they would be after the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/** One line of plain text; undefined for none. It can be longer than a field may be. */
export function lineIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text === undefined ? undefined : printable(text).replace(/\s+/g, ' ').trim() || undefined;
}

/** Text or HTML, without characters that no page may have. */
export function longTextIn(value: unknown): string | undefined {
  const text = textIn(value);
  return text === undefined ? undefined : printable(text).trim() || undefined;
}

/** True and false, also as text and as numbers; undefined for anything else. */
export function truthIn(value: unknown): boolean | undefined {
  if (/^(true|yes|y|1|on)$/i.test(String(value))) return true;
  return /^(false|no|n|0|off)$/i.test(String(value)) ? false : undefined;
}

/**
 * The instant of a date as databases and people write it, in UTC epoch milliseconds: ISO 8601, RFC 1123, other written
 * dates, seconds or milliseconds since 1970 as a number or text, and Firestore's timestamps in the shapes of its export
 * tools. Without a zone, in `zone`. Undefined when it is none, or beyond what items can have.
 */
export function instantIn(value: unknown, zone: string): number | undefined {
  const instant = timestampIn(value) ?? numberIn(value) ?? writtenIn(value, zone);
  return instant !== undefined && instant >= FIRST && instant <= LAST ? instant : undefined;
}

/** The same as the API takes it. */
export function isoIn(value: unknown, zone: string): string | undefined {
  const instant = instantIn(value, zone);
  return instant === undefined ? undefined : isoOf(instant);
}

function timestampIn(value: unknown): number | undefined {
  if (!isObject(value)) return undefined;
  const inner = value.__datatype__ === 'timestamp' ? value.value : (value.timestampValue ?? value.__time__);
  if (inner !== undefined) return isObject(inner) ? timestampIn(inner) : writtenIn(inner, 'UTC');
  const [seconds, nanoseconds = 0] = [
    Number(value._seconds ?? value.seconds ?? Number.NaN),
    Number(value._nanoseconds ?? value.nanoseconds ?? 0),
  ];
  const milliseconds = seconds * 1000 + Math.floor(nanoseconds / 1_000_000);
  return Number.isFinite(milliseconds) ? milliseconds : undefined;
}

function numberIn(value: unknown): number | undefined {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^\d{9,14}$/.test(value.trim()));
  if (!isNumber || !Number.isFinite(Number(value))) return undefined;
  const number = Number(value);
  return Math.trunc(Math.abs(number) >= MILLISECONDS_FROM ? number : number * 1000);
}

function writtenIn(value: unknown, zone: string): number | undefined {
  return typeof value === 'string' ? parseForeignDate(value, zone) : undefined;
}

const PROBLEMS = {
  'too-large': 'The record is larger than 2 MB',
  'too-deep': 'The record has more than 100 levels of nesting',
  invalid: 'The record is damaged and can’t be read',
  truncated: 'The file ends in the middle of a record',
  broken: 'From here on, the file is not valid JSON',
};

/** A record that could not be read. */
export function problemOfRecord(
  file: string,
  problem: NonNullable<JsonRecord['problem']>,
  record: string,
): Unreadable {
  return unreadable(file, record, problem, PROBLEMS[problem]);
}
