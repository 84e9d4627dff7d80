/** What reading documents of strangers costs the process that serves the site (R-39), and how fast long feeds are read. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { readSource } from '#app/sources/checks/read-source.server.ts';
import { calendarOf, documentOf, eventOf } from '../../tests/parsed-sources.ts';

const entities = 'bcdefghi'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`);

const hostile: Record<string, () => string> = {
  'billion laughs': () =>
    feedWith(`<!DOCTYPE rss [<!ENTITY a "ha">${entities.join('')}]>`, '<title>&i;</title>'),
  'quadratic blow-up': () =>
    feedWith(
      `<!DOCTYPE rss [<!ENTITY a "${'x'.repeat(50_000)}">]>`,
      `<title>${'&a;'.repeat(50_000)}</title>`,
    ),
  'a million character references': () => feedWith('', `<title>${'&#65;'.repeat(1e6)}</title>`),
  'half a million document types': () => feedWith('<!DOCTYPE rss>'.repeat(500_000), ''),
  'a million nested tags': () => `<rss>${'<a>'.repeat(1e6)}`,
  '270,000 items': () => `<rss><channel>${'<item><title>x</title></item>'.repeat(270_000)}`,
  'a rule with COUNT=1000000000, 20,000 times': () =>
    calendarOf(...Array.from({ length: 20_000 }, (_, uid) => rule(uid, 'RRULE:FREQ=DAILY;COUNT=1000000000'))),
  'an EXRULE that cancels all dates': () =>
    calendarOf(rule(1, 'RRULE:FREQ=DAILY;COUNT=1000000000\r\nEXRULE:FREQ=DAILY;COUNT=1000000000')),
};

function feedWith(before: string, inItem: string): string {
  return `${before}<rss><channel><item>${inItem}</item></channel></rss>`;
}

function rule(uid: number, lines: string): string {
  return eventOf(`UID:${uid}`, 'DTSTART:00010101T000000Z', ...lines.split('\r\n'));
}

export type HostileRow = { name: string; seconds: number; delayMs: number; outcome: string };

/** `delayMs` is the longest that the event loop of this process was late meanwhile. */
export async function measureHostile(): Promise<HostileRow[]> {
  const rows: HostileRow[] = [];
  await readSource(documentOf('<rss><channel/></rss>'));
  for (const [name, write] of Object.entries(hostile)) {
    const document = documentOf(write());
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startedAt = performance.now();
    const { error, items, occurrences } = await readSource(document);
    delay.disable();
    const outcome = error ?? `${items.length} items, ${occurrences.length} dates`;
    rows.push({ name, seconds: (performance.now() - startedAt) / 1000, delayMs: delay.max / 1e6, outcome });
  }
  return rows;
}

const LONG_FEEDS = 100;

/** Feeds of 100 items with 14 links each, 130 KB: how many are read in a second. */
export async function measureSpeed(): Promise<number> {
  const link = (at: number) =>
    `<a href="/news/${at}?utm_source=rss">see ${at}</a> and then some more words, `;
  const html = `<p>Something happened in town today. ${Array.from({ length: 14 }, (_, at) => link(at)).join('')}</p>`;
  const items = Array.from(
    { length: 100 },
    (_, at) =>
      `<item><title>Story ${at}</title><guid>${at}</guid><description><![CDATA[${html}]]></description></item>`,
  );
  const document = documentOf(`<rss><channel>${items.join('')}</channel></rss>`);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: LONG_FEEDS }, () => readSource(document)));
  return (LONG_FEEDS / (performance.now() - startedAt)) * 1000;
}
