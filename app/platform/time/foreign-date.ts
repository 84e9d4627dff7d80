import { MINUTE_MS } from './durations.ts';
import { instantOfTownTime } from './town-time.ts';

/** Longer texts are not dates. */
const MOST_LENGTH = 80;

/** The beginnings of the months' names, in English and its neighbors on the web. */
const MONTHS = [
  /^(jan|gen|ene)/,
  /^(fe[bv]|f[ée]v)/,
  /^(mar|m[äa]r|mrz)/,
  /^(a[pb]r|avr)/,
  /^(ma[yijg])/,
  /^(jun|juin|giu)/,
  /^(jul|juil|lug)/,
  /^(aug|ago|ao[uû])/,
  /^(sep|set)/,
  /^(o[ck]t|out|ott)/,
  /^nov/,
  /^d[eé][cz]|^dic/,
];

/** Minutes from UTC of the names that RFC 822 and feeds use. */
const OFFSETS: Record<string, number> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, bst: 60, ist: 330, cet: 60, met: 60, cest: 120, mest: 120 },
  ...{ eet: 120, eest: 180, msk: 180, jst: 540, kst: 540, aest: 600, aedt: 660, nzst: 720, nzdt: 780 },
  ...{ ast: -240, adt: -180, est: -300, edt: -240, cst: -360, cdt: -300, mst: -420, mdt: -360 },
  ...{ pst: -480, pdt: -420, akst: -540, akdt: -480, hst: -600, nst: -210, ndt: -150 },
};

/** The parts of a date: `offset` in minutes, undefined for a time without zone; `hasTime` is false for a day. */
type Parts = { year: number; month: number; day: number; time: Time; offset: number | undefined };
type Time = { hour: number; minute: number; second: number };

const MIDNIGHT: Time = { hour: 0, minute: 0, second: 0 };

/**
 * The instant (UTC epoch milliseconds) of a date in a feed or a page: ISO 8601 and W3C dates, RFC 822 and 5322, and
 * what else is written, such as `November 21, 2026 7:00 pm`. A time without a zone, and a day, which means its
 * beginning, is in `zone`. Undefined when it can't be read.
 */
export function parseForeignDate(text: string, zone: string): number | undefined {
  return readForeignDate(text, zone)?.instant;
}

/** The same, and whether it is only a day. With `isWall`, the time is in `zone` even if the text names another zone. */
export function readForeignDate(
  text: string,
  zone: string,
  { isWall = false } = {},
): { instant: number; isDay: boolean } | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MOST_LENGTH) return undefined;
  const parts = readIso(trimmed) ?? readWords(trimmed);
  const instant = parts && instantOf(isWall ? { ...parts, offset: undefined } : parts, zone);
  return instant === undefined || !parts ? undefined : { instant, isDay: parts.time === MIDNIGHT };
}

const ISO =
  /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?|-(\d{1,2})-(\d{1,2}))?(?:[T\s]\s{0,9}(\d{1,2})(?::?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?)?\s{0,9}([A-Z]{1,5}|[+-]\d{2}:?\d{2}|[+-]\d{2})?(?:\[[\w/+-]+\])?$/i;

function readIso(text: string): Parts | undefined {
  const found = ISO.exec(text);
  if (!found) return undefined;
  const [, year, month, day, looseMonth, looseDay, hour, minute, second, zone] = found;
  return {
    year: Number(year),
    month: Number(month ?? looseMonth ?? 1),
    day: Number(day ?? looseDay ?? 1),
    time: hour === undefined ? MIDNIGHT : timeOf(hour, minute, second),
    offset: zone === undefined ? undefined : offsetOf(zone),
  };
}

/** Dates with names or slashes, in any order. */
function readWords(text: string): Parts | undefined {
  const time = /(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:\s?([ap])(?:\.?m\.?)?(?![a-z]))?/i.exec(text);
  const rest = time ? `${text.slice(0, time.index)} ~ ${text.slice(time.index + time[0].length)}` : text;
  const date = readNamedDay(rest) ?? readSlashes(rest);
  if (!date) return undefined;
  const zone = /~.*?(?:(?:GMT|UTC)?([+-]\d{1,2}:?\d{2}|[+-]\d{1,2})|\b([A-Z]{1,4})\b)/i.exec(rest);
  return {
    ...date,
    time: time ? timeOf(time[1], time[2], time[3], time[4]) : MIDNIGHT,
    offset: offsetOf(zone?.[1] ?? zone?.[2] ?? ''),
  };
}

function readNamedDay(text: string): Pick<Parts, 'year' | 'month' | 'day'> | undefined {
  const month = monthIn(text);
  if (!month) return undefined;
  // Not the digits of an offset, which follow the time.
  const numbers = [...text.replace(/[+-]\d{1,2}:?\d{2}\s*$/, '').matchAll(/\d{1,4}/g)].map(
    ([digits]) => digits,
  );
  const year = numbers.find((digits) => digits.length === 4) ?? numbers[1];
  const day = numbers.find((digits) => digits !== year && digits.length <= 2);
  if (!year || !day) return undefined;
  return { year: wholeYear(year), month, day: Number(day) };
}

/** 1 to 12; undefined without a name. A weekday can begin like one: the last word that is a month counts. */
function monthIn(text: string): number | undefined {
  const words = text.toLowerCase().match(/\p{L}{3,12}/gu) ?? [];
  const months = words.map((word) => MONTHS.findIndex((name) => name.test(word)) + 1).filter(Boolean);
  return months.at(-1);
}

/** American, unless the first number can't be a month. */
function readSlashes(text: string): Pick<Parts, 'year' | 'month' | 'day'> | undefined {
  const found = /\b(\d{1,2})[/.](\d{1,2})[/.](\d{4}|\d{2})\b/.exec(text);
  if (!found) return undefined;
  const [first, second] = [Number(found[1]), Number(found[2])];
  const isDayFirst = first > 12 || found[0].includes('.');
  const year = wholeYear(found[3] ?? '');
  return isDayFirst ? { year, month: second, day: first } : { year, month: first, day: second };
}

/** RFC 5322, section 4.3. */
function wholeYear(digits: string): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year < 50 ? 2000 + year : 1900 + year;
}

function timeOf(hour = '0', minute = '0', second = '0', half?: string): Time {
  const isAfternoon = half?.toLowerCase() === 'p';
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
  // A leap second.
  return { hour: hours, minute: Number(minute), second: Math.min(59, Number(second)) };
}

/** In minutes; undefined for a name that nobody knows. */
function offsetOf(zone: string): number | undefined {
  const [, sign, hours, minutes] = /^([+-])(\d{1,2}):?(\d{2})?$/.exec(zone) ?? [];
  if (!sign) return OFFSETS[zone.toLowerCase()];
  const total = Number(hours) * 60 + Number(minutes ?? 0);
  return sign === '-' ? -total : total;
}

function instantOf({ year, month, day, time, offset }: Parts, zone: string): number | undefined {
  const isMidnight = time.hour === 24 && time.minute === 0;
  const { hour, minute, second } = isMidnight ? { ...time, hour: 23, minute: 59, second: 59 } : time;
  const two = (value: number) => String(value).padStart(2, '0');
  const wall = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}`;
  const local = instantOfTownTime(wall, offset === undefined ? zone : 'UTC');
  if (local === undefined || Math.abs(offset ?? 0) > 24 * 60) return undefined;
  return local - (offset ?? 0) * MINUTE_MS + (isMidnight ? 1000 : 0);
}
