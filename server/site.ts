import { randomBytes } from 'node:crypto';
import * as build from 'virtual:react-router/server-build';
import { createRequestHandler, RouterContextProvider } from 'react-router';
import { collections, subjects } from '#app/collections.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { visitor } from '#app/people/accounts/viewer.ts';
import { arrivalCookie, readArrivalNotice } from '#app/people/pages/arrival-notice.server.ts';
import {
  type Fault,
  type RequestContext,
  readOnlyOf,
  refuseChange,
  requestContextKey,
} from '#app/people/request/context.ts';
import { findFault, isApiPath, isTokenCall } from '#app/people/request/request-fault.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { bearerTokenOf, findApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { limitToPerson } from '#app/people/tokens/limit-token.server.ts';
import { noting, type Subject } from '#app/platform/database/change-counters.server.ts';
import { databaseFaultOf } from '#app/platform/database/database-error.ts';
import { rememberNothing } from '#app/platform/database/memory.server.ts';
import { type BodyBudget, openBodyBudget } from '#app/site/body-limit.ts';
import { sentenceOf } from '#app/site/frame/fault-page.tsx';
import { renderDocument } from '#app/site/frame/reading-document.server.tsx';
import { addSecurityHeaders } from '#app/site/security-headers.ts';
import type { Notice } from '#app/town/notices/notice.ts';
import { findCurrent } from '#app/town/notices/notice-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTownWithMenu } from '#app/town/town-store.server.ts';
import { unknownTown } from '#app/town/unknown-town.server.ts';
import { respondAsOf } from './as-of.ts';
import { themeOf } from './cache/cache-key.ts';
import { readingPages } from './cache/shared-pages.ts';
import { orMoved } from './old-addresses.ts';
import { refusePage } from './refuse-read-only.ts';
import { receiveUpload } from './requests/receive-upload.ts';
import { readBody } from './requests/request-body.ts';
import { isHealthCheck } from './requests/traffic-class.ts';
import { uploadLimitsOf } from './requests/upload-limits.ts';
import { routeTable } from './route-table.ts';
import { asOurs, faultRequest, refusingBuild, takesPost } from './router-adapter.ts';

/** Handles one request. `address` is the client's, as determined by the server. Never throws. */
export type Site = (request: Request, address: string, notes?: Notes) => Promise<Response>;

/**
 * What the caller receives about a response, and what it already has: `subjects` receives everything that it depends
 * on, `keepUntil` its expiry; `town` and `notices` are already loaded, and `isRouters` says that there is no reading page at the
 * address; `fault` refuses the request before any further checks; `admit` is called once the request is read, and
 * returns why it can't be handled now; `onReceiving` is called when files begin to be received, with the
 * milliseconds that this may take.
 */
export type Notes = {
  subjects?: Set<Subject | '*'>;
  keepUntil?: (instant: number) => void;
  town?: Town;
  notices?: readonly Notice[];
  isRouters?: boolean;
  fault?: Fault;
  onReceiving?: (limitMs: number) => void;
  admit?: (requestContext: RequestContext) => Promise<Fault | undefined>;
};

export { createSharedPages } from './cache/shared-pages.ts';
export { requireFacts, takesPost } from './router-adapter.ts';
export { collections };

/** `nouns` are the collections of the site, by default those of the product. */
export type SiteOptions = { development?: boolean; bodies?: BodyBudget; nouns?: Collections };

const handlers = new Map<string, Handler>();

/** Shared by all sites of a process, as that of another day: ranking the routes takes milliseconds. */
function handlerFor(mode: string): Handler {
  const handler = handlers.get(mode) ?? createRequestHandler(refusingBuild(build), mode);
  handlers.set(mode, handler);
  return handler;
}

/** The whole site as one function, over services that the caller opens and closes. */
export function createSite(
  services: Services,
  { development = false, bodies = openBodyBudget(), nouns = collections }: SiteOptions = {},
): Site {
  const handle = handlerFor(development ? 'development' : 'production');

  // Without the database, pages still name the town they named last.
  let lastTown = unknownTown;

  async function respond(request: Request, requestContext: RequestContext, notes: Notes): Promise<Response> {
    const limits = uploadLimitsOf(request);
    // Nothing is written to the disk for anyone but editors.
    if (limits && !requestContext.fault) await findWhoAsks(request, requestContext, notes);
    const body = limits
      ? await receiveUpload(request, requestContext, {
          limits,
          onReceiving: notes.onReceiving ?? (() => undefined),
        })
      : await readBody(request, requestContext, bodies);
    try {
      if (requestContext.fault && isApi(request)) return refuse(requestContext.fault);
      // Only now: a session may have ended, or a token been revoked, while the body arrived.
      await findWhoAsks(request, requestContext, notes);
      lastTown = requestContext.town;
      requestContext.fault ??= await notes.admit?.(requestContext);
      const made = await answer(handle, body.request, requestContext, notes.isRouters);
      return asFault(await orMoved(made, request, requestContext), requestContext);
    } finally {
      await body.release();
    }
  }

  return async function site(request, address, notes = {}) {
    const requestContext = openRequestContext({ services, collections: nouns }, request, {
      address,
      notes,
      town: lastTown,
    });
    const finish = (response: Response) => {
      if (requestContext.arrival && isPage(response))
        response.headers.append('Set-Cookie', arrivalCookie(services.settings.url));
      addSecurityHeaders(response.headers, requestContext, { development });
      for (const [name, value] of Object.entries(requestContext.fault?.headers ?? {}))
        response.headers.set(name, value);
      return response;
    };
    try {
      return finish(await respond(request, requestContext, notes));
    } catch (error) {
      return finish(await answerFailure(handle, request, requestContext, error));
    }
  };
}

/** The router has one status for all errors; the database's error is determined meanwhile. */
function asFault(response: Response, { fault }: RequestContext): Response {
  if (response.status !== 500 || !fault || ![409, 503, 507].includes(fault.status)) return response;
  return new Response(response.body, { status: fault.status, headers: response.headers });
}

const READ_ONLY: Fault = { status: 405, headers: { Allow: 'GET, HEAD' } };

type Handler = ReturnType<typeof createRequestHandler>;

async function answer(
  handle: Handler,
  request: Request,
  requestContext: RequestContext,
  isRouters = false,
): Promise<Response> {
  if (requestContext.fault && isApi(request)) return refuse(requestContext.fault);
  const day = await respondAsOf(request, requestContext, createSite);
  if (day) return day;
  const page = isRouters ? undefined : await answerReading(request, requestContext);
  if (page) return page;
  const asked = isRefused(requestContext, pathOf(request))
    ? faultRequest(request)
    : asOurs(request, requestContext.services);
  const made = await handle(asked, contextOf(requestContext));
  return isWithoutPage(made, request, requestContext)
    ? handle(faultRequest(request), contextOf(requestContext))
    : made;
}

/** Whether a browser would show the data of a refusal: the address of a form has no page of its own. */
function isWithoutPage({ headers }: Response, request: Request, { fault }: RequestContext): boolean {
  const isData = headers.get('Content-Type')?.startsWith('application/json') === true;
  return fault !== undefined && isData && request.headers.get('Accept')?.includes('text/html') === true;
}

/** The page or the problem document of an unexpected error, with the reference under which it is logged. */
async function answerFailure(
  handle: Handler,
  request: Request,
  requestContext: RequestContext,
  error: unknown,
): Promise<Response> {
  const { services, reference } = requestContext;
  // A client that disconnected gets no response, and this is not an error of the site.
  if (request.signal.aborted) return new Response(null, { status: 400 });
  services.log.error({ err: error, reference, path: pathOf(request) }, 'request failed');
  const fault = databaseFaultOf(error, request.method);
  requestContext.fault = fault ?? { status: 500 };
  if (isApi(request))
    return fault ? refuse(fault) : problemResponse(500, { detail: `Reference ${reference}.` });
  try {
    return await handle(faultRequest(request), contextOf(requestContext));
  } catch {
    return new Response(`${sentenceOf(500)} Reference ${reference}.`, {
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });
  }
}

function contextOf(requestContext: RequestContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  return context;
}

/** `town` is shown in the frame of an error page before the current settings are read. */
type Opening = { address: string; notes: Notes; town: Town };

/** Everything about a request that costs nothing to determine, without its user. */
function openRequestContext(
  { services, collections }: Pick<RequestContext, 'services' | 'collections'>,
  request: Request,
  { address, notes, town }: Opening,
): RequestContext {
  const read = notes.subjects ? noting(services.read, subjects, notes.subjects) : services.read;
  const isTaken = request.method !== 'POST' || takesPost(pathOf(request));
  return {
    services,
    collections,
    read,
    remember: rememberNothing(read),
    keepUntil: notes?.keepUntil ?? (() => undefined),
    town,
    notices: [],
    viewer: visitor,
    token: 'none',
    routes: routeTable,
    theme: themeOf(request.headers.get('Cookie') ?? undefined),
    now: services.now(),
    nonce: randomBytes(16).toString('base64'),
    address,
    method: request.method,
    arrival: readArrivalNotice(request.headers.get('Cookie'), services.settings.url),
    uploads: [],
    skippedFiles: [],
    reference: randomBytes(5).toString('hex'),
    fault:
      notes.fault ?? findFault(request, services.settings, routeTable) ?? (isTaken ? undefined : READ_ONLY),
  };
}

async function findWhoAsks(request: Request, requestContext: RequestContext, notes: Notes): Promise<void> {
  const { services, read } = requestContext;
  requestContext.now = services.now();
  try {
    requestContext.town = notes.town ?? (await findTownWithMenu(read));
    requestContext.notices = notes.notices ?? (await findCurrent(read, requestContext.now)).current;
    requestContext.readOnly = readOnlyOf(requestContext);
    const address = new URL(request.url);
    requestContext.fault ??= refuseChange(requestContext, address) ?? refusePage(requestContext, address);
    if (isTokenCall(request)) requestContext.token = await tokenOf(request, requestContext);
    else requestContext.viewer = await findViewer(services.auth, request);
  } catch (error) {
    services.log.error({ err: error, reference: requestContext.reference }, 'the database did not respond');
    requestContext.fault ??= { status: 503, headers: { 'Retry-After': '10' } } satisfies Fault;
  }
}

async function tokenOf(
  request: Request,
  { services, now }: RequestContext,
): Promise<RequestContext['token']> {
  const text = bearerTokenOf(request.headers.get('Authorization')) ?? '';
  const token = await findApiToken(services.write, text, now);
  return (token && (await limitToPerson(services.auth, token))) ?? 'invalid';
}

async function answerReading(
  request: Request,
  requestContext: RequestContext,
): Promise<Response | undefined> {
  const isAsked = request.method === 'GET' || request.method === 'HEAD';
  if (!isAsked || requestContext.fault) return undefined;
  const page = await readingPages(new URL(request.url), requestContext);
  if (!page || page instanceof Response) return page;
  page.headers.set('Content-Type', 'text/html; charset=utf-8');
  const body = request.method === 'HEAD' ? null : renderDocument(page.tree);
  return new Response(body, { headers: page.headers });
}

function refuse({ status, headers, title, sentence }: Fault): Response {
  return problemResponse(status, { title, detail: sentence ?? sentenceOf(status), headers });
}

/** Health checks work without a database: they report it. */
function isRefused({ fault }: RequestContext, path: string): boolean {
  return fault !== undefined && !(fault.status === 503 && isHealthCheck(path));
}

function isPage({ status, headers }: Response): boolean {
  return status === 200 && headers.get('Content-Type')?.startsWith('text/html') === true;
}

function isApi(request: Request): boolean {
  return isApiPath(pathOf(request));
}

function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}
