import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Subject } from '#app/database/revisions.server.ts';
import type { Services } from '#app/services.server.ts';
import { startOfTomorrow } from '#app/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { cacheableAddress } from './cache-key.ts';
import { type CachedPage, type Encoding, type Made, PageCache, prepare, type Variant } from './page-cache.ts';
import type { RevisionWatch } from './revision-watch.ts';
import type { Site } from './site.ts';

const MAX_BYTES = 64 * 1024 * 1024;

/** Answers a request from the cache or by making the page for it, and says whether it did; else the site must. */
export type CachedPages = (message: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

/**
 * The cache in front of the site, for everybody who is not signed in. Whoever makes a page for it is given nothing of
 * the request but its normalised address and the theme, so nothing else can get into a page that all see.
 */
export function openCachedPages(site: Site, services: Services, watch: RevisionWatch): CachedPages {
  const cache = new PageCache(MAX_BYTES);
  const making = new Map<string, Promise<CachedPage | undefined>>();

  async function make(key: string, address: string, theme: string): Promise<CachedPage | undefined> {
    const made = await makePage(site, services, watch, address, theme);
    if (!made) return undefined;
    const page = await prepare(made);
    cache.keep(key, page, made);
    return page;
  }

  /** Requests for one page that arrive while it is made wait for the same making. */
  function makeOnce(key: string, address: string, theme: string): Promise<CachedPage | undefined> {
    let running = making.get(key);
    if (!running) {
      running = make(key, address, theme).finally(() => making.delete(key));
      making.set(key, running);
    }
    return running;
  }

  async function answerLater(
    message: IncomingMessage,
    response: ServerResponse,
    found: Promise<CachedPage | undefined>,
  ) {
    const page = await found;
    if (page) send(message, response, page);
    return page !== undefined;
  }

  return (message, response) => {
    if (message.method !== 'GET' && message.method !== 'HEAD') return false;
    const theme = themeOfVisitor(message.headers.cookie);
    const address = theme && cacheableAddress(message.url ?? '');
    if (!theme || !address) return false;
    const key = `${theme} ${address}`;
    const present = watch.current();
    if (present instanceof Promise) {
      const found = present.then(
        (revisions) => cache.find(key, revisions, services.now()) ?? makeOnce(key, address, theme),
      );
      return answerLater(message, response, found);
    }
    const page = cache.find(key, present, services.now());
    if (!page) return answerLater(message, response, makeOnce(key, address, theme));
    send(message, response, page);
    return true;
  };
}

/** The theme of somebody who has no other cookie of ours; undefined for those who may be signed in. */
function themeOfVisitor(cookies: string | undefined): string | undefined {
  if (!cookies) return 'auto';
  if (cookies.includes('belfry')) return undefined;
  return /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1] ?? 'auto';
}

/** Makes the page; undefined when it is one that must not be kept: an error, a redirect, or one that sets a cookie. */
async function makePage(
  site: Site,
  services: Services,
  watch: RevisionWatch,
  address: string,
  theme: string,
): Promise<Made | undefined> {
  const revisions = await watch.current();
  const subjects = new Set<Subject | '*'>();
  const request = new Request(services.settings.url + address, {
    headers: { Cookie: `theme=${theme}`, Accept: 'text/html' },
  });
  const now = services.now();
  const response = await site(request, '', { subjects });
  const isKept = response.status === 200 && !response.headers.has('Set-Cookie');
  if (!isKept) return undefined;
  const { timeZone } = await findTown(services.read);
  const body = Buffer.from(await response.arrayBuffer());
  return { headers: response.headers, body, subjects, revisions, expiresAt: startOfTomorrow(now, timeZone) };
}

function send(message: IncomingMessage, response: ServerResponse, page: CachedPage): void {
  const variant = page[encodingFor(message.headers['accept-encoding'])];
  if (matches(message.headers['if-none-match'], variant)) {
    response.writeHead(304, variant.notModified).end();
    return;
  }
  response.writeHead(200, variant.headers);
  response.end(message.method === 'HEAD' ? undefined : variant.body);
}

function encodingFor(accepted: string | undefined): Encoding {
  if (!accepted || accepted.includes('q=0')) return 'identity';
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}

/** Weak comparison, as RFC 9110 section 13.1.2 asks of If-None-Match. */
function matches(header: string | undefined, { etag }: Variant): boolean {
  if (!header) return false;
  return (
    header === etag ||
    header === '*' ||
    header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
  );
}
