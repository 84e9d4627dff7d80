import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '#app/auth/viewer.ts';
import type { Theme } from '#app/context.ts';
import { Memory } from '#app/database/memory.server.ts';
import type { Revisions, Subject } from '#app/database/revisions.server.ts';
import type { Services } from '#app/services.server.ts';
import { startOfTomorrow } from '#app/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { encodingFor } from '../content-encoding.ts';
import { matches } from '../etag.ts';
import type { Pressure } from '../pressure.ts';
import type { Site } from '../site.ts';
import { classOf, isShed } from '../traffic-class.ts';
import type { Leave } from '../waiting-line.ts';
import { findCacheKey } from './cache-key.ts';
import { CachedPage, PageCache, type Variant } from './page-cache.ts';
import type { RevisionWatch } from './revision-watch.ts';
import type { SharedPages, SharedView } from './shared-pages.ts';

/** All of it is 24 MiB: the whole process is to stay below 350 MB (docs/performance.md). */
const MAX_BYTES = 16 * 1024 * 1024;
/** Pages whose addresses anybody can invent push out each other, and nothing else. */
const MAX_INVENTABLE_BYTES = 8 * 1024 * 1024;

/**
 * What came of a request: it was `sent` what was kept or made for it; there is no place to make it in (`busy`); or the
 * `site` must answer it. A response was made for all who asked for the same at once, and is to be sent to each.
 */
export type CacheOutcome = 'sent' | 'busy' | 'site' | Response;

/** As long as an outdated page may be sent under pressure. */
const MAX_UNCHECKED_MS = 300_000;

export type CachedPages = {
  /** Answers a request from the cache or by making the page for it, or says who has to. */
  answer: (message: IncomingMessage, response: ServerResponse) => CacheOutcome | Promise<CacheOutcome>;
  /** Pages that were found, pages that had to be made, and the size of those that are kept. */
  count: () => { hits: number; misses: number; bytes: number };
};

export type PageSources = {
  site: Site;
  shared: SharedPages;
  watch: RevisionWatch;
  pressure: Pressure;
  /** A place to make a page in; undefined when there is too much to do. */
  enter: () => Promise<Leave | undefined>;
};

/** What is asked for, in its one normal form. All who ask for the same get the same bytes. */
type Asked = { address: string; isInventable: boolean; theme: Theme; viewer: Viewer['kind'] };

/**
 * The cache in front of the site. Whoever makes a page for it is given nothing of the request but its normalised
 * address, the theme and whether a visitor, a member or the administrator looks, so nothing else can get into a page
 * that many see.
 */
export function openCachedPages(sources: PageSources, services: Services): CachedPages {
  const { watch, pressure, enter } = sources;
  const real = new PageCache(MAX_BYTES);
  const inventable = new PageCache(MAX_INVENTABLE_BYTES);
  const cacheOf = ({ isInventable }: Asked) => (isInventable ? inventable : real);
  const making = new Map<string, Promise<Made>>();
  const memory = new Memory();
  const count = { hits: 0, misses: 0 };

  async function make(key: string, asked: Asked): Promise<Made> {
    const now = services.now();
    const revisions = await watch.current();
    const subjects = new Set<Subject | '*'>();
    const remember = memory.at(services.read, revisions, subjects);
    const town = await remember('town', findTown);
    const cache = cacheOf(asked);
    let expiresAt = startOfTomorrow(now, town.timeZone);
    const keepUntil = (instant: number) => {
      expiresAt = Math.min(expiresAt, instant);
    };
    const from = { town, remember, subjects, keepUntil };
    const made = await makeAnswer(sources, services, asked, from, cache.findOld(key));
    if (made instanceof CachedPage) cache.keep(key, made, { subjects, revisions, currentAt: now, expiresAt });
    return made;
  }

  async function makeInPlace(key: string, asked: Asked): Promise<Made> {
    const leave = await enter();
    return leave ? make(key, asked).finally(leave) : 'busy';
  }

  /** Requests for one page that arrive while it is made wait for the same making. */
  function makeOnce(key: string, asked: Asked): Promise<Made> {
    let running = making.get(key);
    if (!running) {
      running = makeInPlace(key, asked).finally(() => making.delete(key));
      making.set(key, running);
    }
    return running;
  }

  function find(key: string, asked: Asked, revisions: Revisions): Made | Promise<Made> {
    const now = services.now();
    const cache = cacheOf(asked);
    const page = cache.find(key, revisions, now);
    if (page) {
      count.hits++;
      return page;
    }
    count.misses++;
    const level = pressure.level();
    const stale = level === 'none' ? undefined : cache.findStale(key, now);
    if (isShed(classOf({ url: asked.address, headers: {} }), level)) return stale ?? 'busy';
    const made = makeOnce(key, asked);
    if (!stale) return made;
    made.catch(() => undefined);
    return stale;
  }

  /** What was current when the database last answered is sent for a while, when it does not. */
  function findUnchecked(key: string, asked: Asked, error: unknown): CachedPage {
    const last = watch.lastKnown();
    const isLate = !last || performance.now() - last.at > MAX_UNCHECKED_MS;
    const page = isLate ? undefined : cacheOf(asked).find(key, last.revisions, services.now());
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
    const revisions = watch.current(isFresh);
    const found =
      revisions instanceof Promise
        ? revisions.then(
            (present) => find(key, asked, present),
            (error) => findUnchecked(key, asked, error),
          )
        : find(key, asked, revisions);
    return sendFound(message, response, found);
  }

  /** Every page needs the town: it is there before the first of them is asked for. */
  async function prepare(): Promise<void> {
    await memory.at(services.read, await watch.current(), new Set())('town', findTown);
  }

  const respond: CachedPages['answer'] = (message, response) => {
    if (message.method !== 'GET' && message.method !== 'HEAD') return 'site';
    const key = findCacheKey(message.url ?? '');
    if (!key || message.headers.authorization !== undefined) return 'site';
    const { cookie } = message.headers;
    const theme = themeOf(cookie);
    if (!mayBeSignedIn(cookie)) return answer(message, response, { ...key, theme, viewer: 'visitor' });
    return findKind(services, cookie).then((viewer) =>
      answer(message, response, { ...key, theme, viewer }, true),
    );
  };
  // Without a database each request says so by itself.
  prepare().catch(() => undefined);
  return { answer: respond, count: () => ({ ...count, bytes: real.bytes + inventable.bytes }) };
}

/** An answer that is kept, or one for those alone who asked for it at once; and what `CacheOutcome` says. */
type Made = CachedPage | Passing | 'busy' | 'site';

/** An answer that is not kept: an error or a redirect. */
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

function themeOf(cookies: string | undefined): Theme {
  const chosen = cookies && /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  return (chosen as Theme | undefined) || 'auto';
}

/** Everybody who has a cookie of ours other than the theme's. */
function mayBeSignedIn(cookies: string | undefined): cookies is string {
  return cookies?.includes('belfry') ?? false;
}

async function findKind({ auth, settings }: Services, cookie: string): Promise<Viewer['kind']> {
  const { kind } = await auth.findViewer(new Request(settings.url, { headers: { Cookie: cookie } }));
  return kind;
}

/** Makes the answer, or finds that the `old` one still says everything. What sets a cookie, the site must answer to each. */
async function makeAnswer(
  { site, shared }: PageSources,
  services: Services,
  { address, theme, viewer }: Asked,
  from: Pick<SharedView, 'town' | 'remember' | 'subjects' | 'keepUntil'>,
  old: CachedPage | undefined,
): Promise<Made> {
  const made = await shared(address, { theme, viewer, ...from });
  if (made instanceof Response) return passing(made);
  if (made) {
    // A write beside what the page shows: it would be rendered the same.
    if (old?.fingerprint === made.fingerprint) return old;
    return new CachedPage(made.headers, made.render(), made.fingerprint);
  }
  // What is no page (a list of the API, a calendar) is alike for everybody, but is only kept as a visitor gets it.
  if (viewer !== 'visitor') return 'site';
  const request = new Request(services.settings.url + address, {
    headers: { Cookie: `theme=${theme}`, Accept: 'text/html' },
  });
  const { subjects, town } = from;
  let isOver = false;
  const keepUntil = (instant: number) => {
    isOver ||= instant <= services.now();
    from.keepUntil(instant);
  };
  const response = await site(request, '', { subjects, town, keepUntil, isRouters: true });
  // What is over once it is made (too large to be kept) is made for each, and read by nobody here.
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
  if (matches(message.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified).end();
    return 'sent';
  }
  response.writeHead(200, variant.headers);
  response.end(message.method === 'HEAD' ? undefined : variant.body);
  return 'sent';
}
