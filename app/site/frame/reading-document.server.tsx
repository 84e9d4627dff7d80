import { createElement, Fragment, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import type { LinkDescriptor, MetaDescriptor } from 'react-router';
import { meetingFeed } from '#app/events/meetings/meeting-feed.server.tsx';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { CollectionsContext } from '#app/items/lists/item-json-ld.tsx';
import { issueFeed } from '#app/newsletter/issues/issue-feed.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { EVERYTHING, type FeedFormat, mediaTypes } from '#app/site/feeds/feed-names.ts';
import { noticeFeed } from '#app/site/feeds/notice-feed.server.ts';
import type { FrameFacts } from './frame.tsx';
import { frameFactsOf } from './frame-facts.server.tsx';
import { withInlineStyle } from './inline-style.server.ts';
import { SiteDocument } from './site-document.tsx';

/** The exports of a route's module that a document uses: React Router's, and our `handle`. */
type ReadingModule = { handle?: unknown; meta?: unknown; links?: unknown; headers?: unknown };

/** A route between the root and the page, both included, with the data that its loader returned. */
export type ReadingMatch = {
  id: string;
  module: ReadingModule;
  params: Record<string, string | undefined>;
  pathname: string;
  loaderData: unknown;
};

/** Whether these routes, without the root, form a reading page. */
export function isReading(modules: readonly (ReadingModule | undefined)[]): boolean {
  return modules.length > 0 && modules.every((module) => handleOf(module)?.page !== undefined);
}

/** The document at `url`; the first of `matches` is the root. */
export function readingDocument(
  matches: readonly ReadingMatch[],
  url: URL,
  requestContext: RequestContext,
): ReactNode {
  const { pathname } = url;
  const page = matches
    .slice(1)
    .reduceRight<ReactNode>(
      (children, { module, loaderData }) =>
        createElement(handleOf(module)?.page ?? Fragment, { loaderData }, children),
      undefined,
    );
  const facts = frameFactsOf(requestContext);
  return (
    <SiteDocument
      facts={facts}
      locale={requestContext.town.locale}
      section={matches.map(({ module }) => handleOf(module)?.section).findLast(Boolean)}
      path={pathname}
      front={(matches.at(-1)?.loaderData as { front?: boolean } | undefined)?.front === true}
      head={
        <>
          <FeedLinks listed={feedAt(requestContext.collections, pathname)} />
          {metaOf(matches, url).map(renderMeta)}
          {linksOf(matches)}
          {import.meta.env.DEV ? <script type="module" src="/@vite/client" /> : null}
        </>
      }
    >
      <EditLink path={pathname} facts={facts} />
      <CollectionsContext value={requestContext.collections}>{page}</CollectionsContext>
    </SiteDocument>
  );
}

/** The collection with a feed whose list is at the path, the issues of the newsletter, notices or meetings. */
function feedAt(collections: Collections, path: string): Pick<Collection, 'name' | 'heading'> | undefined {
  const name = path.slice(1);
  if (name === issueFeed.name) return issueFeed;
  if (name === noticeFeed.name) return noticeFeed;
  if (name === meetingFeed.name) return meetingFeed;
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  return collection?.facets.feed && collection;
}

/** The HTML of a document. */
export function renderDocument(tree: ReactNode): Buffer<ArrayBuffer> {
  return withInlineStyle(renderLinkedDocument(tree));
}

/** The same with a link to the stylesheet, for pages that are files. */
export function renderLinkedDocument(tree: ReactNode): string {
  return `<!DOCTYPE html>${renderToString(tree)}`;
}

/** The headers that the routes of a page set. Their loaders set none. */
export function headersOf(matches: readonly ReadingMatch[]): Headers {
  return matches.reduce((parentHeaders, { module: { headers } }) => {
    if (typeof headers !== 'function')
      return new Headers((headers as HeadersInit | undefined) ?? parentHeaders);
    const args = { parentHeaders, loaderHeaders: new Headers(), actionHeaders: new Headers() };
    return new Headers(headers({ ...args, errorHeaders: undefined }) as HeadersInit);
  }, new Headers());
}

/** Like React Router's `Meta`: each route replaces its parents' descriptors, and gets them in `matches`. */
function metaOf(matches: readonly ReadingMatch[], url: URL): MetaDescriptor[] {
  const location = { pathname: url.pathname, search: url.search, hash: '', state: null, key: 'default' };
  const seen: object[] = [];
  let meta: MetaDescriptor[] = [];
  for (const { id, module, params, pathname, loaderData } of matches) {
    const match = { id, params, pathname, handle: module.handle, data: loaderData, loaderData, meta };
    seen.push(match);
    if (typeof module.meta !== 'function') continue;
    meta =
      module.meta({ data: loaderData, loaderData, params, location, matches: seen, error: undefined }) ?? [];
    match.meta = meta;
  }
  return meta;
}

function renderMeta(descriptor: MetaDescriptor, index: number): ReactNode {
  const { tagName, title, charSet, ...rest } = descriptor as Record<string, string | object | undefined>;
  const key = `meta-${index}`;
  if (typeof tagName === 'string') return createElement(tagName, { key, title, ...rest });
  if (title !== undefined) return <title key={key}>{String(title)}</title>;
  if (charSet !== undefined) return null;
  const data = rest['script:ld+json'];
  if (data === undefined) return createElement('meta', { key, ...rest });
  // "</script>" in a text would end the element.
  const __html = JSON.stringify(data).replaceAll('<', '\\u003c');
  return createElement('script', { key, type: 'application/ld+json', dangerouslySetInnerHTML: { __html } });
}

/** Links of all routes, each once. Only hydrated pages prefetch data and modules of other pages. */
function linksOf(matches: readonly ReadingMatch[]): ReactNode[] {
  const all = matches.flatMap(({ module: { links } }) =>
    typeof links === 'function' ? (links() as (LinkDescriptor | { page: string })[]) : [],
  );
  const byKey = new Map(all.filter((link) => !('page' in link)).map((link) => [JSON.stringify(link), link]));
  return [...byKey].map(([key, link]) => createElement('link', { key, ...(link as LinkDescriptor) }));
}

function handleOf(module: ReadingModule | undefined): RouteHandle | undefined {
  return module?.handle as RouteHandle | undefined;
}

/** The collection that a page lists. */
type Listed = { name: string; heading: string };

/**
 * The links to a page's feeds: each list has its own, and every page has the feed of everything. They are in the first
 * bytes of a page, so they are few and short.
 */
function FeedLinks({ listed }: { listed: Listed | undefined }) {
  const everything = { name: 'all', heading: EVERYTHING };
  return (
    <>
      {listed ? formats.map((format) => <FeedLink key={format} of={listed} format={format} />) : null}
      {listed ? (
        <FeedLink of={everything} format="rss" />
      ) : (
        formats.map((format) => <FeedLink key={format} of={everything} format={format} />)
      )}
    </>
  );
}

const formats: FeedFormat[] = ['rss', 'atom', 'json'];

function FeedLink({ of: { name, heading }, format }: { of: Listed; format: FeedFormat }) {
  return <link rel="alternate" type={mediaTypes[format]} title={heading} href={`/feeds/${name}.${format}`} />;
}

/** For editors: a link from a public page to the form of its item. Nothing on other pages. */
function EditLink({ path, facts: { isEditor, sections, readOnly } }: { path: string; facts: FrameFacts }) {
  if (!isEditor || readOnly) return null;
  const [, name, id] = /^\/([a-z]+)(?:\/(?!series\/)([\w-]{1,128}))?(?:\/|$)/.exec(path) ?? [];
  const section = sections.find((one) => one.name === name);
  if (!section) return null;
  return (
    <nav className="wrap actions" aria-label="Editing">
      <a className="button button--small" href={id ? `/admin/${name}/${id}` : `/admin/${name}`}>
        {id ? `Edit this ${section.singular}` : `Edit ${section.heading.toLowerCase()}`}
      </a>
    </nav>
  );
}
