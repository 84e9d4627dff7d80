import type { IncomingMessage, ServerResponse } from 'node:http';
import { subjects as subjectsOfTables } from '#app/collections.server.ts';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import { hasArrivalNotice } from '#app/people/pages/arrival-notice.server.ts';
import type { Theme } from '#app/people/request/context.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import type { ChangeCounters, Subject } from '#app/platform/database/change-counters.server.ts';
import { Memory } from '#app/platform/database/memory.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { townToday } from '#app/platform/time/town-today.ts';
import { currentNotices } from '#app/town/notices/current-notices.ts';
import { listUnended } from '#app/town/notices/notice-store.server.ts';
import { findTownWithMenu } from '#app/town/town-store.server.ts';
import type { Leave } from '../requests/admission.ts';
import type { Pressure } from '../requests/pressure.ts';
import { isShed } from '../requests/traffic-class.ts';
import { encodingFor, sendVariant, type Variant } from '../responses/variant.ts';
import type { Site } from '../site.ts';
import { findCacheKey, themeOf } from './cache-key.ts';
import type { ChangeWatch } from './change-watch.ts';
import { CachedPage, PageCache } from './page-cache.ts';
import type { SharedPages, SharedView } from './shared-pages.ts';

/** 24 MiB in total, because the whole process should stay below 350 MB (docs/decisions/0038). */
const MAX_BYTES = 16 * 1024 * 1024;
/** Pages at addresses that anyone can invent evict only each other. */
const MAX_INVENTABLE_BYTES = 8 * 1024 * 1024;

/**
 * The outcome of a request: a cached or new page was `sent`; there is no slot for rendering it (`busy`); or the `site`
 * must handle it. A Response was created for all clients that requested the same at once, and is sent to each.
 */
export type CacheOutcome = 'sent' | 'busy' | 'site' | Response;

/** How long an outdated page may be sent under pressure. */
const MAX_UNCHECKED_MS = 5 * MINUTE_MS;

export type CachedPages = {
  /** Responds from the cache or by rendering the page for it, or says who has to. */
  answer: (message: IncomingMessage, response: ServerResponse) => CacheOutcome | Promise<CacheOutcome>;
  /** Hits, misses, and the size of the cached pages. */
  count: () => { hits: number; misses: number; bytes: number };
};

export type PageSources = {
  site: Site;
  shared: SharedPages;
  watch: ChangeWatch;
  pressure: Pressure;
  /** A slot for rendering the page at an address; undefined under overload. */
  enter: (address: string) => Promise<Leave | undefined>;
};

/** The request in normalized form. All clients that request the same get the same bytes. */
type Asked = { address: string; isInventable: boolean; theme: Theme; viewer: Viewer['kind'] };

/**
 * The cache in front of the site. The renderer gets nothing of the request but its normalized address, the theme and
 * whether a visitor, a member or the administrator is looking, so nothing else can get into a shared page.
 */
export function openCachedPages(sources: PageSources, services: Services): CachedPages {
  const { watch, pressure, enter } = sources;
  const real = new PageCache(MAX_BYTES);
  const inventable = new PageCache(MAX_INVENTABLE_BYTES);
  const cacheOf = ({ isInventable }: Asked) => (isInventable ? inventable : real);
  const making = new Map<string, Promise<Made>>();
  const memory = new Memory(subjectsOfTables);
  const count = { hits: 0, misses: 0 };

  async function make(key: string, asked: Asked): Promise<Made> {
    const now = services.now();
    const counters = await watch.current();
    const subjects = new Set<Subject | '*'>();
    const remember = memory.at(services.read, counters, subjects);
    const town = await remember('town', findTownWithMenu);
    const notices = currentNotices(await remember('notices', (db) => listUnended(db, now)), now);
    const cache = cacheOf(asked);
    let expiresAt = Math.min(townToday(now, town).until, notices.until);
    const keepUntil = (instant: number) => {
      expiresAt = Math.min(expiresAt, instant);
    };
    const from = { town, notices: notices.current, remember, subjects, keepUntil };
    const made = await makeAnswer(sources, services, asked, from, cache.findOld(key));
    if (made instanceof CachedPage) cache.keep(key, made, { subjects, counters, currentAt: now, expiresAt });
    return made;
  }

  async function createInPlace(key: string, asked: Asked): Promise<Made> {
    const leave = await enter(asked.address);
    return leave ? make(key, asked).finally(leave) : 'busy';
  }

  /** Concurrent requests for one page share its rendering. */
  function makeOnce(key: string, asked: Asked): Promise<Made> {
    let running = making.get(key);
    if (!running) {
      running = createInPlace(key, asked).finally(() => making.delete(key));
      making.set(key, running);
    }
    return running;
  }

  function find(key: string, asked: Asked, counters: ChangeCounters): Made | Promise<Made> {
    const now = services.now();
    const cache = cacheOf(asked);
    const page = cache.find(key, counters, now);
    if (page) {
      count.hits++;
      return page;
    }
    count.misses++;
    const level = pressure.level();
    const stale = level === 'none' ? undefined : cache.findStale(key, now);
    if (isShed({ url: asked.address, headers: {} }, level)) return stale ?? 'busy';
    const made = makeOnce(key, asked);
    if (!stale) return made;
    made.catch(() => undefined);
    return stale;
  }

  /** If the database does not respond, pages that were current at its last response are sent for a while. */
  function findUnchecked(key: string, asked: Asked, error: unknown): CachedPage {
    const last = watch.lastKnown();
    const isLate = !last || performance.now() - last.at > MAX_UNCHECKED_MS;
    const page = isLate ? undefined : cacheOf(asked).find(key, last.counters, services.now());
    if (!page) throw error;
    return page;
  }

  function answer(
    message: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
    isFresh = false,
  ): CacheOutcome | Promise<CacheOutcome> {
    const key = `${asked.viewer} ${asked.theme} ${asked.address}`;
    const counters = watch.current(isFresh);
    const found =
      counters instanceof Promise
        ? counters.then(
            (present) => find(key, asked, present),
            (error) => findUnchecked(key, asked, error),
          )
        : find(key, asked, counters);
    return sendFound(message, response, found);
  }

  /** Every page needs the town, so it is loaded before the first request. */
  async function prepare(): Promise<void> {
    await memory.at(services.read, await watch.current(), new Set())('town', findTownWithMenu);
  }

  const respond: CachedPages['answer'] = (message, response) => {
    if (message.method !== 'GET' && message.method !== 'HEAD') return 'site';
    const key = findCacheKey(message.url ?? '');
    if (!key || message.headers.authorization !== undefined) return 'site';
    const { cookie } = message.headers;
    if (hasArrivalNotice(cookie, services.settings.url)) return 'site';
    const theme = themeOf(cookie);
    if (!mayBeSignedIn(cookie)) return answer(message, response, { ...key, theme, viewer: 'visitor' });
    return findKind(services, cookie).then((viewer) =>
      answer(message, response, { ...key, theme, viewer }, true),
    );
  };
  // Without a database each request reports that itself.
  prepare().catch(() => undefined);
  return { answer: respond, count: () => ({ ...count, bytes: real.bytes + inventable.bytes }) };
}

/** A cached response, or one only for those who requested it at once; and the values of `CacheOutcome`. */
type Made = CachedPage | Passing | 'busy' | 'site';

/** A response that is not cached: an error or a redirect. */
type Passing = { status: number; headers: Headers; body: Buffer<ArrayBuffer> | null };

function sendFound(
  message: IncomingMessage,
  response: ServerResponse,
  found: Made | Promise<Made>,
): CacheOutcome | Promise<CacheOutcome> {
  if (found instanceof Promise) return found.then((made) => sendFound(message, response, made));
  if (typeof found === 'string') return found;
  if (!(found instanceof CachedPage)) {
    const { status, headers, body } = found;
    return new Response(body, { status, headers });
  }
  const variant = found.as(encodingFor(message.headers['accept-encoding']));
  if (variant instanceof Promise) return variant.then((made) => send(message, response, made));
  return send(message, response, variant);
}

/** Everyone with a cookie of ours other than the theme's. */
function mayBeSignedIn(cookies: string | undefined): cookies is string {
  return cookies?.includes('belfry') ?? false;
}

async function findKind({ auth, settings }: Services, cookie: string): Promise<Viewer['kind']> {
  const { kind } = await findViewer(auth, new Request(settings.url, { headers: { Cookie: cookie } }));
  return kind;
}

/** Renders the page, or finds that the `old` one is still right. Responses that set a cookie are left to the site. */
async function makeAnswer(
  { site, shared }: PageSources,
  services: Services,
  { address, theme, viewer }: Asked,
  from: Pick<SharedView, 'town' | 'notices' | 'remember' | 'subjects' | 'keepUntil'>,
  old: CachedPage | undefined,
): Promise<Made> {
  const made = await shared(address, { theme, viewer, ...from });
  if (made instanceof Response) return passing(made);
  if (made) {
    // A write that does not affect what the page shows: it would be rendered the same.
    if (old?.fingerprint === made.fingerprint) return old;
    return new CachedPage(made.headers, made.render(), made.fingerprint);
  }
  // Responses that are not pages (a list of the API, a calendar) are the same for everyone, but cached only as a
  // visitor gets them.
  if (viewer !== 'visitor') return 'site';
  const request = new Request(services.settings.url + address, {
    headers: { Cookie: `theme=${theme}`, Accept: 'text/html' },
  });
  const { subjects, town, notices } = from;
  let isOver = false;
  const keepUntil = (instant: number) => {
    isOver ||= instant <= services.now();
    from.keepUntil(instant);
  };
  const response = await site(request, '', { subjects, town, notices, keepUntil, isRouters: true });
  // A response that expires at once (too large to be cached) is created for each client, and not read here.
  if (isOver) await response.body?.cancel();
  if (isOver || response.headers.has('Set-Cookie')) return 'site';
  if (response.status !== 200) return passing(response);
  return new CachedPage(response.headers, Buffer.from(await response.arrayBuffer()));
}

async function passing(response: Response): Promise<Passing> {
  const { status, headers } = response;
  return { status, headers, body: response.body && Buffer.from(await response.arrayBuffer()) };
}

function send(message: IncomingMessage, response: ServerResponse, variant: Variant): 'sent' {
  sendVariant(message, response, variant);
  return 'sent';
}
