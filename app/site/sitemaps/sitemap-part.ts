import { data, type RouterContextProvider } from 'react-router';
import { isHeld } from '#app/items/collection/entity-tag.ts';
import { listIssuePages } from '#app/newsletter/issues/public-issues.server.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import type { RouteTable } from '#app/people/request/route-facts.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Route } from './+types/sitemap-part';
import {
  type ListedPage,
  listMeetingPages,
  listParts,
  listTagPages,
  type SitemapPart,
  walkPart,
} from './sitemap-parts.server.ts';
import { URLSET_END, URLSET_START, urlElement, XML_HEADERS } from './sitemap-xml.ts';

/** A part with more is too large for the page cache, and is streamed. */
const MOST_KEPT = 2000;

type Context = Readonly<RouterContextProvider>;

/**
 * A part of the sitemap, `/sitemaps/articles-1.xml`. A middleware sends it because this is a page: an unknown one
 * reaches the loader and gets the site's 404 page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, params, context }, next) => {
    const { read, now, siteUrl, routes, collections, town } = readContext({ context });
    if (params.part === 'pages') {
      const further = [
        ...listMeetingPages(town),
        ...(await listTagPages(read, collections)),
        ...(await listIssuePages(read)),
      ];
      return pagesOf(siteUrl, routes, further);
    }
    const [, name = '', number] = /^([a-z]+)-([1-9]\d{0,4})$/.exec(params.part ?? '') ?? [];
    const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
    if (!collection) return next();
    const part = (await listParts(read, collection, now))[Number(number) - 1];
    if (!part) return next();
    return part.range.items > MOST_KEPT ? streamOf(part, request, context) : wholeOf(part, context);
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function SitemapPartFile() {
  return null;
}

type Further = Pick<ListedPage, 'path'> & { changedAt?: number | undefined };

/**
 * The pages that are not items: lists, those of tags included, the site's own texts, and the issues of the newsletter.
 * Later pages of a list are found from its first.
 */
function pagesOf(siteUrl: string, { inSitemap }: RouteTable, further: Further[]): Response {
  const own = inSitemap.filter((path) => !path.includes(':')).map((path) => ({ path, changedAt: undefined }));
  const urls = [...own, ...further].map(({ path, changedAt }) =>
    urlElement({ address: siteUrl + path, changedAt }),
  );
  return new Response(URLSET_START + urls.join('') + URLSET_END, { headers: XML_HEADERS });
}

async function wholeOf(part: SitemapPart, context: Context): Promise<Response> {
  const { read, siteUrl } = readContext({ context });
  let text = '';
  for await (const piece of writePart(part, read, siteUrl)) text += piece;
  return new Response(text, { headers: XML_HEADERS });
}

/** Its ETag is the state of the whole collection: the part's own state can't be known without writing it. */
async function streamOf(part: SitemapPart, request: Request, context: Context): Promise<Response> {
  const { read } = context.get(requestContextKey).services;
  const { now, siteUrl, keepUntil } = readContext({ context });
  keepUntil(now);
  const { name } = part.collection;
  const revision = (await readChangeCounters(read))[name];
  const tag = `"${name}-${part.number}-${part.range.items}-${revision}"`;
  const headers = { ...XML_HEADERS, ETag: `W/${tag}` };
  if (isHeld(tag, request.headers.get('If-None-Match'))) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') return new Response(null, { headers });
  const body = openStream(() => writePart(part, read, siteUrl));
  if (body) return new Response(body, { headers });
  const busy = { 'Content-Type': 'text/plain; charset=utf-8', 'Retry-After': '30' };
  return new Response('Too many sitemaps are being requested.\n', { status: 503, headers: busy });
}

async function* writePart(part: SitemapPart, db: ReadDb, siteUrl: string): AsyncGenerator<string> {
  yield URLSET_START;
  for await (const pages of walkPart(db, part))
    yield pages.map(({ path, changedAt }) => urlElement({ address: siteUrl + path, changedAt })).join('');
  yield URLSET_END;
}

/** Slow readers must not occupy many connections: this many sitemaps are sent at once, each for this long. */
const MOST_AT_ONCE = 4;
const MOST_MS = 2 * MINUTE_MS;

let open = 0;

/**
 * Text as the body of a response, created only as fast as it is read. Undefined when too many are being read already.
 * Aborted if it is not read completely after two minutes.
 */
function openStream(write: () => AsyncGenerator<string>): ReadableStream<Uint8Array> | undefined {
  if (open >= MOST_AT_ONCE) return undefined;
  open++;
  const encoder = new TextEncoder();
  const pieces = write();
  let isOpen = true;
  let timer: NodeJS.Timeout | undefined;
  const end = () => {
    if (isOpen) open--;
    isOpen = false;
    clearTimeout(timer);
  };
  return new ReadableStream({
    start(controller) {
      timer = setTimeout(() => {
        end();
        controller.error(new Error('nobody read the sitemap in time'));
      }, MOST_MS);
      timer.unref();
    },
    async pull(controller) {
      try {
        const { done, value } = await pieces.next();
        if (!isOpen) return;
        if (!done) return controller.enqueue(encoder.encode(value));
        end();
        controller.close();
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel() {
      end();
      await pieces.return(undefined);
    },
  });
}
