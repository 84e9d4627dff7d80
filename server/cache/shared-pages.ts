/** Shared reading pages: rendered from a view that contains nothing of a request. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as build from 'virtual:react-router/server-build';
import { collections, subjects as subjectsOfTables } from '#app/collections.server.ts';
import { type Viewer, visitor } from '#app/people/accounts/viewer.ts';
import { type RequestContext, readOnlyOf, type Theme } from '#app/people/request/context.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { noting, type Subject } from '#app/platform/database/change-counters.server.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import { renderDocument } from '#app/site/frame/reading-document.server.tsx';
import { addSecurityHeaders } from '#app/site/security-headers.ts';
import type { Notice } from '#app/town/notices/notice.ts';
import type { Town } from '#app/town/town.ts';
import { isMissingItem } from '../old-addresses.ts';
import { openReadingPages } from '../responses/reading-pages.ts';
import { routeTable } from '../route-table.ts';

/** What a shared page depends on besides its address. */
export type SharedView = {
  theme: Theme;
  viewer: Viewer['kind'];
  town: Town;
  notices: readonly Notice[];
  remember: Remember;
  subjects: Set<Subject | '*'>;
  keepUntil: (instant: number) => void;
};

/** A loaded page, which is rendered if it turns out to differ from the previous one. */
export type SharedPage = { headers: Headers; fingerprint: string; render: () => Buffer };

/**
 * Renders the reading page at an address (path and query) for all who share a view, or the redirect there; undefined if
 * there is none, or it can't be shared. It gets no request, so nothing personal can get into the page.
 */
export type SharedPages = (address: string, view: SharedView) => Promise<SharedPage | Response | undefined>;

export function createSharedPages(
  services: Services,
  { development = false }: { development?: boolean } = {},
): SharedPages {
  /** For pages whose routes set none: nearly all. */
  const headersFor: Partial<Record<Viewer['kind'], Headers>> = {};
  return async (address, view) => {
    const { viewer } = view;
    const requestContext = sharedContext(services, view);
    const page = await readingPages(new URL(services.settings.url + address), requestContext);
    if (!page) return undefined;
    // The site looks whether it is an old address.
    if (page instanceof Response && isMissingItem(page)) return undefined;
    if (page instanceof Response) {
      addSecurityHeaders(page.headers, requestContext, { development });
      return page;
    }
    const { tree, fingerprint, headers: own } = page;
    const hasOwn = !own.keys().next().done;
    const headers = (!hasOwn && headersFor[viewer]) || pageHeaders(own, requestContext, development);
    if (!hasOwn) headersFor[viewer] = headers;
    return { headers, fingerprint, render: () => renderDocument(tree) };
  };
}

/** What a page is rendered from that nobody in particular requested. */
export function sharedContext(
  services: Services,
  { theme, viewer, town, notices, remember, subjects, keepUntil }: SharedView,
): RequestContext {
  return {
    services,
    collections,
    read: noting(services.read, subjectsOfTables, subjects),
    remember,
    keepUntil,
    town,
    notices,
    viewer: anybody[viewer],
    token: 'none',
    routes: routeTable,
    theme,
    now: services.now(),
    nonce: '',
    address: '',
    method: 'GET',
    uploads: [],
    skippedFiles: [],
    reference: '',
    readOnly: readOnlyOf({ services, town }),
  };
}

function pageHeaders(own: Headers, requestContext: RequestContext, development: boolean): Headers {
  const headers = new Headers(own);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  addSecurityHeaders(headers, requestContext, { development });
  return headers;
}

/** A kind of viewer. A page that needs the user's identity can't be shared, and is rendered for each by the site. */
const anybody: Record<Viewer['kind'], Viewer> = {
  visitor,
  member: nobodyKnown('member'),
  contributor: nobodyKnown('contributor'),
  editor: nobodyKnown('editor'),
  admin: nobodyKnown('admin'),
};

function nobodyKnown(kind: Exclude<Viewer['kind'], 'visitor'>): Viewer {
  const get = () => {
    throw new Error('a shared page cannot know who looks at it');
  };
  return Object.defineProperties(
    { kind },
    { userId: { get }, email: { get }, isVerified: { get } },
  ) as Viewer;
}

/** Another build may render another page from the same data. */
const buildId = hash('sha256', readFileSync(import.meta.filename));

/** The reading pages of this build, rendered without the router. */
export const readingPages = openReadingPages(build.routes, buildId);
