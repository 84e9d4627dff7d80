import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Viewer } from '#app/auth/viewer.ts';
import type { Theme } from '#app/context.ts';
import { Memory } from '#app/database/memory.server.ts';
import type { Revisions, Subject } from '#app/database/revisions.server.ts';
import type { Services } from '#app/services.server.ts';
import { startOfTomorrow } from '#app/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { cacheableAddress } from './cache-key.ts';
import { encodingFor } from './content-encoding.ts';
import { matches } from './etag.ts';
import { CachedPage, PageCache, type Variant } from './page-cache.ts';
import type { Pressure } from './pressure.ts';
import type { RevisionWatch } from './revision-watch.ts';
import type { SharedPages, SharedView, Site } from './site.ts';
import type { Leave } from './waiting-line.ts';

const MAX_BYTES = 64 * 1024 * 1024;

export type CachedPages = {
  /** Answers a request from the cache or by making the page for it, and says whether it did; else the site must. */
  answer: (message: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;
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
type Asked = { address: string; theme: Theme; viewer: Viewer['kind'] };

/**
 * The cache in front of the site. Whoever makes a page for it is given nothing of the request but its normalised
 * address, the theme and whether a visitor, a member or the administrator looks, so nothing else can get into a page
 * that many see.
 */
export function openCachedPages(sources: PageSources, services: Services): CachedPages {
  const { watch, pressure, enter } = sources;
  const cache = new PageCache(MAX_BYTES);
  const making = new Map<string, Promise<CachedPage | undefined>>();
  const memory = new Memory();
  const count = { hits: 0, misses: 0 };

  async function make(key: string, asked: Asked): Promise<CachedPage | undefined> {
    const now = services.now();
    const revisions = await watch.current();
    const subjects = new Set<Subject | '*'>();
    const remember = memory.at(services.read, revisions, subjects);
    const town = await remember('town', findTown);
    const page = await makePage(sources, services, asked, { town, remember, subjects }, cache.findOld(key));
    const expiresAt = startOfTomorrow(now, town.timeZone);
    if (page) cache.keep(key, page, { subjects, revisions, currentAt: now, expiresAt });
    return page;
  }

  /** Undefined when there is no place for it: then the site says that it is busy. */
  async function makeInPlace(key: string, asked: Asked): Promise<CachedPage | undefined> {
    const leave = await enter();
    return leave ? make(key, asked).finally(leave) : undefined;
  }

  /** Requests for one page that arrive while it is made wait for the same making. */
  function makeOnce(key: string, asked: Asked): Promise<CachedPage | undefined> {
    let running = making.get(key);
    if (!running) {
      running = makeInPlace(key, asked).finally(() => making.delete(key));
      making.set(key, running);
    }
    return running;
  }

  function find(key: string, asked: Asked, revisions: Revisions): Found {
    const now = services.now();
    const page = cache.find(key, revisions, now);
    if (page) {
      count.hits++;
      return page;
    }
    count.misses++;
    const level = pressure.level();
    const stale = level === 'none' ? undefined : cache.findStale(key, now);
    // The site decides about what is left: there is a line to wait in, and an end to it.
    if (level === 'severe') return stale;
    const made = makeOnce(key, asked);
    if (!stale) return made;
    made.catch(() => undefined);
    return stale;
  }

  function answer(
    message: IncomingMessage,
    response: ServerResponse,
    asked: Asked,
  ): boolean | Promise<boolean> {
    const key = `${asked.viewer} ${asked.theme} ${asked.address}`;
    const revisions = watch.current();
    const found =
      revisions instanceof Promise
        ? revisions.then((present) => find(key, asked, present))
        : find(key, asked, revisions);
    return sendFound(message, response, found);
  }

  const respond: CachedPages['answer'] = (message, response) => {
    if (message.method !== 'GET' && message.method !== 'HEAD') return false;
    const address = cacheableAddress(message.url ?? '');
    if (!address || message.headers.authorization !== undefined) return false;
    const { cookie } = message.headers;
    const theme = themeOf(cookie);
    if (!mayBeSignedIn(cookie)) return answer(message, response, { address, theme, viewer: 'visitor' });
    return findKind(services, cookie).then((viewer) => answer(message, response, { address, theme, viewer }));
  };
  return { answer: respond, count: () => ({ ...count, bytes: cache.bytes }) };
}

type Found = CachedPage | undefined | Promise<CachedPage | undefined>;

function sendFound(
  message: IncomingMessage,
  response: ServerResponse,
  found: Found,
): boolean | Promise<boolean> {
  if (found === undefined) return false;
  if (found instanceof Promise) return found.then((page) => sendFound(message, response, page));
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

/** Makes the page, or finds that the `old` one still says everything; undefined when it is one that must not be kept: an error, a redirect, or one that sets a cookie. */
async function makePage(
  { site, shared }: PageSources,
  services: Services,
  { address, theme, viewer }: Asked,
  from: Pick<SharedView, 'town' | 'remember' | 'subjects'>,
  old: CachedPage | undefined,
): Promise<CachedPage | undefined> {
  const made = await shared(address, { theme, viewer, ...from });
  if (made) {
    // A write beside what the page shows: it would be rendered the same.
    if (old?.fingerprint === made.fingerprint) return old;
    return new CachedPage(made.headers, made.render(), made.fingerprint);
  }
  // What is no page (a list of the API, a calendar) is alike for everybody, but is only kept as a visitor gets it.
  if (viewer !== 'visitor') return undefined;
  const request = new Request(services.settings.url + address, {
    headers: { Cookie: `theme=${theme}`, Accept: 'text/html' },
  });
  const response = await site(request, '', { subjects: from.subjects });
  const isKept = response.status === 200 && !response.headers.has('Set-Cookie');
  return isKept ? new CachedPage(response.headers, Buffer.from(await response.arrayBuffer())) : undefined;
}

function send(message: IncomingMessage, response: ServerResponse, variant: Variant): true {
  if (matches(message.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModified).end();
    return true;
  }
  response.writeHead(200, variant.headers);
  response.end(message.method === 'HEAD' ? undefined : variant.body);
  return true;
}
