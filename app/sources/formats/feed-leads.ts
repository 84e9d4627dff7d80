/** Where the feeds of known products are. Addresses only: nothing is fetched here. */
import type { ParsedSource } from '#app/sources/import/source-item.ts';

/**
 * The feeds that an address itself names, such as that of a public Google Calendar from the address that embeds it.
 * Empty for an ordinary page. Each product is recognized by its host or its path, and a port stays.
 */
export function feedsOfAddress(address: string): string[] {
  const url = URL.parse(address);
  return url ? addressRules.flatMap((rule) => rule(url) ?? []) : [];
}

/**
 * The feeds that a page leads to, likeliest first: those in its head, those that it shows, then those of what it is made
 * with. Each is a list of alternatives, of which the first that exists is enough.
 */
export function feedsOfPage({ feeds, clues }: ParsedSource, address: string): string[][] {
  const named = feeds.filter(({ address, title }) => !isAboutComments(`${address} ${title ?? ''}`));
  const shown = (clues?.calendars ?? []).filter((calendar) => !isOfOneEvent(calendar));
  const products = (clues?.products ?? []).map((product) => productFeeds[product](new URL(address)));
  return [
    ...named.map((feed) => [feed.address]),
    ...shown.flatMap((calendar) => {
      const known = feedsOfAddress(calendar);
      return known.length > 0 ? known.map((feed) => [feed]) : [[calendar]];
    }),
    ...products,
  ];
}

/** Where feeds usually are on any site; worth a try only if nothing else was found. */
export function guessedFeeds(address: string): string[] {
  return ['/events/?ical=1', '/feed/', '/rss.xml'].map((path) => new URL(path, address).href);
}

type Rule = (url: URL) => string[] | undefined;

const addressRules: Rule[] = [
  function googleCalendar(url) {
    if (!/^\/calendar(\/u\/\d+)?(\/(embed|r)?)?$/.test(url.pathname)) return undefined;
    const shared = url.searchParams.getAll('cid').map(decodeId);
    const ids = [...url.searchParams.getAll('src'), ...shared].filter((id) => id.includes('@'));
    return ids.map((id) => at(url, `/calendar/ical/${encodeURIComponent(id)}/public/basic.ics`));
  },
  function tockify(url) {
    const [, name] = url.pathname.split('/');
    if (!isHost(url.hostname, 'tockify.com') || !name || name === 'api') return undefined;
    return [at(url, `/api/feeds/ics/${name}`)];
  },
  function teamUp(url) {
    const [, key] = /^\/(?:c\/)?(ks[a-z0-9]{6,40})(?:\/|$)/i.exec(url.pathname) ?? [];
    if (!isHost(url.hostname, 'teamup.com') || !key) return undefined;
    return [at(url, `/feed/${key}/0.ics`, 'ics.teamup.com')];
  },
  function libCal(url) {
    const cid = url.searchParams.get('cid');
    if (!/^\/(calendar|rss|calendar\/.*)\/?$/.test(url.pathname) || !/^\d+$/.test(cid ?? ''))
      return undefined;
    return [at(url, `/ical_subscribe.php?src=p&cid=${cid}`)];
  },
  function libCalWithoutId(url) {
    const isCalendar = isHost(url.hostname, 'libcal.com') && !/\.php$/.test(url.pathname);
    return isCalendar ? [at(url, '/ical_featured.php')] : undefined;
  },
  function biblioCommons(url) {
    const [library = '', ...rest] = url.hostname.split('.');
    if (rest.join('.') !== 'bibliocommons.com' || /^(gateway|www)$/.test(library)) return undefined;
    return [at(url, `/v2/libraries/${library}/events?limit=100`, 'gateway.bibliocommons.com')];
  },
  function legistar(url) {
    const [client = '', ...rest] = url.hostname.split('.');
    if (rest.join('.') !== 'legistar.com' || /^(webapi|www)$/.test(client)) return undefined;
    // From new to old: meetings that are over are not imported.
    return [at(url, `/v1/${client}/events?$orderby=EventDate%20desc&$top=200`, 'webapi.legistar.com')];
  },
  function civicPlus(url) {
    const calendar = url.searchParams.get('CID') ?? url.searchParams.get('catID');
    if (!/^\/calendar\.aspx$/i.test(url.pathname) || !/^\d+$/.test(calendar ?? '')) return undefined;
    return [at(url, civicPlusCalendar(calendar ?? ''))];
  },
];

/** The main calendar of a CivicPlus site has this number unless the town changed it. */
const MAIN_CALENDAR = '14';

function civicPlusCalendar(number: string): string {
  return `/common/modules/iCalendar/iCalendar.aspx?catID=${number}&feed=calendar`;
}

const productFeeds: Record<NonNullable<ParsedSource['clues']>['products'][number], (page: URL) => string[]> =
  {
    'the-events-calendar': (page) => [
      withQuery(page, 'ical=1'),
      at(page, '/events/?ical=1'),
      // Some sites refuse downloads of calendars to programs, but not this.
      at(page, '/wp-json/tribe/events/v1/events?per_page=50'),
    ],
    'modern-events-calendar': (page) => [at(page, '/events/?mec-ical-feed=1')],
    wordpress: (page) => [at(page, '/events/?ical=1')],
    squarespace: (page) => [withQuery(page, 'format=json'), at(page, '/events?format=json')],
    civicplus: (page) => [at(page, '/iCalendar.aspx'), at(page, civicPlusCalendar(MAIN_CALENDAR))],
  };

/** Another path, and another host, with the same protocol and port. */
function at(url: URL, path: string, hostname?: string): string {
  const other = new URL(path, url);
  if (hostname) other.hostname = hostname;
  return other.href;
}

function withQuery(page: URL, query: string): string {
  return at(page, `${page.pathname}?${query}`);
}

function isHost(hostname: string, domain: string): boolean {
  return hostname === domain || hostname.endsWith(`.${domain}`);
}

/** Google writes the id of a shared calendar in base64. */
function decodeId(id: string): string {
  return id.includes('@') ? id : Buffer.from(id, 'base64').toString('utf8');
}

function isAboutComments(words: string): boolean {
  return /comments/i.test(words);
}

/** Pages of events link the calendar file of each event. */
function isOfOneEvent(address: string): boolean {
  return (
    /\/events?\/[^/?]+\/?\?|\/event-[^/]+\.ics/i.test(address) &&
    !/\/events\/(list|month|category)\b/i.test(address)
  );
}
