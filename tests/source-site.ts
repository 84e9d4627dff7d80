import type { RequestListener } from 'node:http';
import { formIn } from './form-in.ts';
import { openSite } from './open-site.ts';
import { listen } from './outbound-servers.ts';
import { calendarOf, eventOf } from './parsed-sources.ts';

export const libraryCalendar = calendarOf(
  'X-WR-CALNAME:Carver Library',
  eventOf('UID:a', 'SUMMARY:Gingerbread morning', 'DTSTART:20261128T100000', 'LOCATION:Meeting room'),
  eventOf('UID:b', 'SUMMARY:Book sale', 'DTSTART;VALUE=DATE:20261205'),
);

export const paperFeed = `<rss><channel><title>The Ledger</title>
  <item><guid>1</guid><title>Route 4 reopens</title><link>https://ledger.example/1</link>
  <pubDate>Fri, 20 Nov 2026 12:00:00 GMT</pubDate><description>At last</description></item></channel></rss>`;

export const libraryPage = `<html><head><title>Library</title>
  <link rel="alternate" type="text/calendar" href="/library.ics">
  <link rel="alternate" type="application/rss+xml" href="/paper.xml"></head><body></body></html>`;

/** A site whose sources are on a server beside it, with an answer for each path; `answers` can be changed. */
export async function openSourceSite(more: Record<string, string | number | RequestListener> = {}) {
  const answers: Record<string, string | number | RequestListener> = {
    '/whats-on': libraryPage,
    '/library.ics': libraryCalendar,
    '/paper.xml': paperFeed,
    ...more,
  };
  const asked: string[] = [];
  const respond: RequestListener = (request, response) => {
    const { url = '' } = request;
    asked.push(url);
    const answer = answers[url] ?? 404;
    if (typeof answer === 'function') return answer(request, response);
    if (typeof answer === 'number') return response.writeHead(answer).end();
    return response.end(answer);
  };
  const server = await listen(respond);
  const site = await openSite({ environment: { FETCH_ALLOW: server.host } });
  const admin = await site.asAdmin();
  return {
    ...site,
    admin,
    server,
    answers,
    asked,
    /** The page's HTML as the administrator sees it. */
    read: async (path: string) => seen(await site.page(path, admin)),
    send: (path: string, form: Record<string, string> = {}) => site.post(path, form, admin),
    /** What the form of a page would send. */
    formAt: async (path: string) => formIn(await site.page(path, admin)),
    call: (path: string, method = 'GET', body?: unknown, headers: Record<string, string> = {}) =>
      site.fetch(`/api/v1/sources${path}`, {
        method,
        body: body === undefined ? null : JSON.stringify(body),
        headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json', ...headers },
      }),
    [Symbol.asyncDispose]: async () => {
      await site[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

/** Without React's marks between texts, and without its data. */
export function seen(html: string): string {
  return html.slice(0, html.indexOf('<div id="end"')).replaceAll('<!-- -->', '');
}
