import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import type { Happening, Story } from './material.ts';

export type Dated<One> = One & { id: string; at: number };

/** An RSS feed of stories, each with a page on its own host. */
export function rssOf(host: string, stories: Dated<Story>[]): string {
  const items = stories.map(
    ({ id, title, html, at }) =>
      `<item><title>${escapeValue(title)}</title><link>https://${host}/${id}</link><guid isPermaLink="false">${id}</guid>` +
      `<pubDate>${new Date(at).toUTCString()}</pubDate><description>${escapeValue(html)}</description></item>`,
  );
  return `<?xml version="1.0"?><rss version="2.0"><channel><title>${host}</title>${items.join('')}</channel></rss>`;
}

/** The same as JSON Feed. */
export function jsonFeedOf(host: string, stories: Dated<Story>[]): string {
  const items = stories.map(({ id, title, html, at }) => ({
    ...{ id, title, url: `https://${host}/${id}`, content_html: html },
    date_published: new Date(at).toISOString(),
  }));
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: host, items });
}

/** A calendar of events that take two hours; those with `weekly` repeat ten times. */
export function calendarOf(host: string, events: Dated<Happening & { weekly?: boolean }>[]): string {
  const lines = events.flatMap(({ id, title, html, place, at, weekly }) => [
    ...['BEGIN:VEVENT', `UID:${id}@${host}`, `SUMMARY:${textOf(title)}`, `LOCATION:${textOf(place)}`],
    ...[`URL:https://${host}/${id}`, `DESCRIPTION:${textOf(html)}`, `DTSTART:${stampOf(at)}`],
    `DTEND:${stampOf(at + 2 * HOUR_MS)}`,
    ...(weekly ? ['RRULE:FREQ=WEEKLY;COUNT=10'] : []),
    'END:VEVENT',
  ]);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
}

/** A venue's page with schema.org events. */
export function pageOf(host: string, events: Dated<Happening>[]): string {
  const things = events.map(({ id, title, html, place, at }) => ({
    ...{ '@context': 'https://schema.org', '@type': 'Event', name: title, url: `https://${host}/${id}` },
    ...{
      startDate: new Date(at).toISOString(),
      location: { '@type': 'Place', name: place },
      description: html,
    },
  }));
  const data = JSON.stringify(things).replaceAll('<', '\\u003c');
  return `<!doctype html><html><head><title>${host}</title><script type="application/ld+json">${data}</script></head><body></body></html>`;
}

function textOf(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '');
}

function stampOf(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '');
}
