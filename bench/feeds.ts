import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** Feeds and calendars of a size that real ones have at most, with texts that differ. */
const WORDS =
  'bridge market school council library winter harvest road river farm music church snow bakery hall vote'.split(
    ' ',
  );

/** Fewer than in the 18 months that are imported. */
const HOURS = 10_000;

function word(number: number): string {
  return WORDS[number % WORDS.length] as string;
}

function titleOf(number: number): string {
  return `The ${word(number)} ${word(number * 7 + 3)} of ${word(number * 13 + 5)} ${number}`;
}

function textOf(number: number): string {
  const sentences = Array.from({ length: 200 }, (_, index) => word(number * 31 + index * 7));
  return `&lt;p&gt;${sentences.join(' ')}&lt;/p&gt;`;
}

/** An RSS feed with `count` items of 1 KB from number `first` on. `now` is UTC epoch milliseconds. */
export function writeFeed(first: number, count: number, now: number): string {
  const items = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const date = new Date(now - number * 10 * MINUTE_MS).toUTCString();
    return `<item><guid>item-${number}</guid><title>${titleOf(number)}</title><link>https://paper.example/${number}</link><pubDate>${date}</pubDate><description>${textOf(number)}</description></item>`;
  });
  return `<rss version="2.0"><channel><title>Paper ${first}</title>${items.join('')}</channel></rss>`;
}

/** The same as a calendar, with an event every hour. */
export function writeCalendar(first: number, count: number, now: number): string {
  const events = Array.from({ length: count }, (_, index) => {
    const number = first + index;
    const start = new Date(now + ((number % HOURS) + 24) * HOUR_MS).toISOString().replace(/[-:]|\.\d+/g, '');
    return `BEGIN:VEVENT\r\nUID:event-${number}\r\nSUMMARY:${titleOf(number)}\r\nDTSTART:${start}\r\nLOCATION:Hall ${number % 20}\r\nEND:VEVENT`;
  });
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}
