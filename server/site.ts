import { hash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, matchRoutes, type RouteObject, RouterContextProvider } from 'react-router';
import { problemResponse } from '#app/api/problem.ts';
import type { Viewer } from '#app/auth/viewer.ts';
import { visitor } from '#app/auth/viewer.ts';
import { type Fault, type Theme, type Visit, visitContext } from '#app/context.ts';
import { type Remember, rememberNothing } from '#app/database/memory.server.ts';
import { noting, type Subject } from '#app/database/revisions.server.ts';
import type { Policy } from '#app/policy.ts';
import { findRoutePolicy } from '#app/route-policies.ts';
import type { Services } from '#app/services.server.ts';
import { readBounded } from '#app/site/body-limit.ts';
import { sentenceOf } from '#app/site/fault-page.tsx';
import { withInlineStyle } from '#app/site/inline-style.server.ts';
import { findFault, isTokenCall } from '#app/site/request-fault.ts';
import { addSecurityHeaders } from '#app/site/security-headers.ts';
import { bearerTokenOf, findApiToken } from '#app/tokens/api-token-store.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { listDoors, policyAt } from './doors.ts';
import { openReadingPages, renderDocument } from './reading-pages.tsx';

/** Answers one request. `address` is the client's, as the server found it. Never throws. */
export type Site = (request: Request, address: string, notes?: Notes) => Promise<Response>;

/**
 * What the caller wants to know of an answer, and what it knows already: `subjects` gets all that it was made of;
 * `town` has been loaded, and `isRouters` says that there is no reading page at the address; `fault` refuses the request
 * before anything is asked of it; `admit` is asked once the request is read, and says why it cannot be answered now.
 */
export type Notes = {
  subjects?: Set<Subject | '*'>;
  town?: Town;
  isRouters?: boolean;
  fault?: Fault;
  admit?: (visit: Visit) => Promise<Fault | undefined>;
};

/** Every door of the site, by its pattern, with who may pass it. */
export const doors = listDoors(build.routes, findRoutePolicy);

/** The whole site as one function, over services that somebody else opened and will close. */
export function createSite(services: Services, { development = false } = {}): Site {
  const handle = createRequestHandler(build, development ? 'development' : 'production');
  return async function site(request, address, notes) {
    const visit = await openVisit(services, request, address, notes);
    if (request.method === 'POST' && !takesPost(pathOf(request))) visit.fault ??= READ_ONLY;
    const bounded = visit.fault ? request : await readBounded(request);
    if (!bounded) visit.fault = { status: 413 };
    if (notes?.admit) visit.fault ??= await notes.admit(visit);
    const response = await answer(handle, bounded ?? request, visit, notes?.isRouters);
    addSecurityHeaders(response.headers, visit, { development });
    for (const [name, value] of Object.entries(visit.fault?.headers ?? {})) response.headers.set(name, value);
    return response;
  };
}

/** What a page that many see is made of: everything that it may depend on besides its address. */
export type SharedView = {
  theme: Theme;
  viewer: Viewer['kind'];
  town: Town;
  remember: Remember;
  subjects: Set<Subject | '*'>;
};

/** A page that was loaded, and can be rendered once it turns out to be another than before. */
export type SharedPage = { headers: Headers; fingerprint: string; render: () => Buffer };

/**
 * Makes the reading page at an address (path and query) for all who share a view, or the redirect there; undefined
 * where there is none, or one that is made for each. It is given no request, so nothing personal can get into the page.
 */
export type SharedPages = (address: string, view: SharedView) => Promise<SharedPage | Response | undefined>;

export function createSharedPages(services: Services): SharedPages {
  const headersFor: Partial<Record<Viewer['kind'], Headers>> = {};
  return async (address, { theme, viewer, town, remember, subjects }) => {
    const visit: Visit = {
      services,
      read: noting(services.read, subjects),
      remember,
      town,
      viewer: anybody[viewer],
      token: 'none',
      policyAt: policyOf,
      theme,
      now: services.now(),
      nonce: '',
      address: '',
      method: 'GET',
      reference: '',
    };
    const page = await readingPages(new URL(services.settings.url + address), visit);
    if (!page) return undefined;
    if (page instanceof Response) {
      addSecurityHeaders(page.headers, visit, { development: false });
      return page;
    }
    headersFor[viewer] ??= sharedHeaders(visit);
    const { tree, fingerprint } = page;
    const render = () => withInlineStyle(renderDocument(tree));
    return { headers: headersFor[viewer], fingerprint, render };
  };
}

function sharedHeaders(visit: Visit): Headers {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  addSecurityHeaders(headers, visit, { development: false });
  return headers;
}

/** Somebody of a kind. A page that asks who it is cannot be shared, and is made for each by the site. */
const anybody: Record<Viewer['kind'], Viewer> = {
  visitor,
  member: nobodyKnown('member'),
  admin: nobodyKnown('admin'),
};

function nobodyKnown(kind: 'member' | 'admin'): Viewer {
  const get = () => {
    throw new Error('a shared page cannot know who looks at it');
  };
  return Object.defineProperties(
    { kind },
    { userId: { get }, email: { get }, isVerified: { get } },
  ) as Viewer;
}

/** Another build may make another page of the same data. */
const buildId = hash('sha256', readFileSync(import.meta.filename));

const readingPages = openReadingPages(build.routes, buildId);

const READ_ONLY: Fault = { status: 405, headers: { Allow: 'GET, HEAD' } };

const routeTree = branchOf(undefined);

/** The routes below one, as React Router matches them. */
function branchOf(parentId: string | undefined): RouteObject[] {
  const children = Object.values(build.routes).filter((route) => route?.parentId === parentId);
  return children.flatMap((route) => {
    if (!route) return [];
    const { id, path, index, caseSensitive } = route;
    return index
      ? [{ id, path, index, caseSensitive } as RouteObject]
      : [{ id, path, caseSensitive, children: branchOf(id) } as RouteObject];
  });
}

/** Whether the page at `path` has something to send to; addresses that do not exist say so by themselves. */
function takesPost(path: string): boolean {
  // Below /admin the guard answers first: a stranger is not told what is there.
  if (path.startsWith('/admin')) return true;
  const leaf = matchRoutes(routeTree, path.replace(/\/_\.data$|\.data$/, ''))?.at(-1)?.route;
  return !leaf?.id || build.routes[leaf.id]?.module.action !== undefined;
}

type Handler = ReturnType<typeof createRequestHandler>;

async function answer(handle: Handler, request: Request, visit: Visit, isRouters = false): Promise<Response> {
  const path = pathOf(request);
  if (visit.fault && path.startsWith('/api/')) return refuse(visit.fault);
  const page = isRouters ? undefined : await answerReading(request, visit);
  if (page) return page;
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  const asked = isRefused(visit, path) ? faultRequest(request) : asOurs(request, visit.services);
  try {
    return await handle(asked, context);
  } catch (error) {
    const { services, reference } = visit;
    services.log.error({ err: error, reference, path }, 'request failed');
    return new Response(`${sentenceOf(500)} Reference ${reference}.`, { status: 500 });
  }
}

async function openVisit(
  services: Services,
  request: Request,
  address: string,
  notes?: Notes,
): Promise<Visit> {
  const read = notes?.subjects ? noting(services.read, notes.subjects) : services.read;
  const visit: Visit = {
    services,
    read,
    remember: rememberNothing(read),
    town: defaultTown,
    viewer: visitor,
    token: 'none',
    policyAt: policyOf,
    theme: themeOf(request),
    now: services.now(),
    nonce: randomBytes(16).toString('base64'),
    address,
    method: request.method,
    reference: randomBytes(5).toString('hex'),
    fault: notes?.fault ?? findFault(request, services.settings),
  };
  try {
    visit.town = notes?.town ?? (await findTown(read));
    if (isTokenCall(request)) visit.token = await tokenOf(request, visit);
    else visit.viewer = await services.auth.findViewer(request);
  } catch (error) {
    services.log.error({ err: error, reference: visit.reference }, 'the database did not answer');
    visit.fault ??= { status: 503, headers: { 'Retry-After': '10' } } satisfies Fault;
  }
  return visit;
}

function policyOf(pattern: string, method: string): Policy {
  return policyAt(doors, pattern, method);
}

async function tokenOf(request: Request, { services, now }: Visit): Promise<Visit['token']> {
  const text = bearerTokenOf(request.headers.get('Authorization')) ?? '';
  return (await findApiToken(services.write, text, now)) ?? 'invalid';
}

async function answerReading(request: Request, visit: Visit): Promise<Response | undefined> {
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  if (!isAsked || visit.fault || import.meta.env.DEV) return undefined;
  const page = await readingPages(new URL(request.url), visit);
  if (!page || page instanceof Response) return page;
  const body = request.method === 'HEAD' ? null : withInlineStyle(renderDocument(page.tree));
  return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

/** A refused request reaches no route but the one for unknown addresses, which shows the fault in the site's look. */
function faultRequest(request: Request): Request {
  return new Request(new URL('/refused', request.url), {
    method: request.method === 'HEAD' ? 'HEAD' : 'GET',
  });
}

function refuse({ status, headers, title, sentence }: Fault): Response {
  return problemResponse(status, { title, detail: sentence ?? sentenceOf(status), headers });
}

/**
 * React Router compares Origin with the address once more, and knows neither our public address behind a proxy nor
 * the names of loopback. `findFault` has made the check that counts; what passed it is from this site.
 */
function asOurs(request: Request, { settings }: Services): Request {
  if (!request.headers.has('Origin')) return request;
  const headers = new Headers(request.headers);
  headers.set('Origin', settings.url);
  const { method, body, signal } = request;
  const { pathname, search } = new URL(request.url);
  return new Request(settings.url + pathname + search, {
    method,
    headers,
    body,
    signal,
    ...(body ? { duplex: 'half' } : {}),
  });
}

/** Health checks are answered without a database too: they are there to say so. */
function isRefused({ fault }: Visit, path: string): boolean {
  const isHealthCheck = path === '/healthz' || path === '/readyz';
  return fault !== undefined && !(isHealthCheck && fault.status === 503);
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}

function themeOf(request: Request): Theme {
  const found = /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(request.headers.get('Cookie') ?? '');
  return (found?.[1] as Theme | undefined) ?? 'auto';
}
