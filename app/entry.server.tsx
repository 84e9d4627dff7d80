import { PassThrough } from 'node:stream';
import { createReadableStreamFromReadable } from '@react-router/node';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';
import { databaseFaultOf } from '#app/platform/database/database-error.ts';
import { isHydrated } from '#app/platform/hydration.ts';
import { frameFactsOf } from '#app/site/frame/frame-facts.server.tsx';
import {
  isReading,
  type ReadingMatch,
  readingDocument,
  renderDocument,
} from '#app/site/frame/reading-document.server.tsx';
import { serverRendering } from '#app/site/frame/server-rendering.ts';
import { pagePolicy } from './site/security-headers.ts';

const RENDER_TIMEOUT_MS = 10_000;

/** Renders what the loaders returned: reading pages at once and as they always are, pages that hydrate as a stream. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const requestContext = context.get(requestContextKey);
  const matches = entry.staticHandlerContext.matches.map(({ route }) => entry.routeModules[route.id]);
  // An error page has no scripts: nothing in it could fail again.
  const hydrate = isHydrated(matches) && !entry.staticHandlerContext.errors;
  const { reference, fault } = requestContext;
  const facts = frameFactsOf(requestContext);
  const rendering = {
    facts,
    locale: requestContext.town.locale,
    hydrate,
    reference,
    status: fault?.status,
    sentence: fault?.sentence,
  };
  // A form that comes back is rendered by the router, which has what its action returned.
  const { errors, actionData } = entry.staticHandlerContext;
  if (!errors && !actionData && isReading(matches.slice(1))) {
    const tree = readingDocument(readingMatchesOf(entry), new URL(request.url), requestContext);
    return new Response(renderDocument(tree), { status, headers });
  }
  const server = { ...entry, serverHandoffStream: hydrate ? entry.serverHandoffStream : undefined };
  const page = (
    <serverRendering.Provider value={rendering}>
      <ServerRouter context={server} url={request.url} nonce={hydrate ? requestContext.nonce : undefined} />
    </serverRendering.Provider>
  );
  if (hydrate) return streamPage(page, status, headers, requestContext.nonce);
  return new Response(renderDocument(page), { status, headers });
}

function readingMatchesOf({ staticHandlerContext, routeModules }: EntryContext): ReadingMatch[] {
  const { matches, loaderData } = staticHandlerContext;
  return matches.map(({ route: { id }, params, pathname }) => ({
    id,
    module: routeModules[id] ?? {},
    params,
    pathname,
    loaderData: loaderData[id],
  }));
}

function streamPage(page: ReactNode, status: number, headers: Headers, nonce: string): Promise<Response> {
  // Pages reached from this one keep its policy: some of them show a preview in a frame.
  headers.set('Content-Security-Policy', pagePolicy(nonce, { 'frame-src': "'self'" }));
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // Otherwise, React puts what is ready elsewhere in a long page, and only a script moves it into place.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellReady() {
        const body = new PassThrough();
        resolve(new Response(createReadableStreamFromReadable(body), { status, headers }));
        pipe(body);
      },
      onShellError: reject,
      onError: () => undefined,
    });
    const timer = setTimeout(abort, RENDER_TIMEOUT_MS);
    timer.unref();
  });
}

/** Logs unexpected errors. Responses that a loader threw on purpose are not errors. */
export function handleError(
  error: unknown,
  { request, context }: { request: Request; context: Readonly<RouterContextProvider> },
) {
  if (request.signal.aborted || isRouteErrorResponse(error) || error instanceof Response) return;
  const requestContext = context.get(requestContextKey);
  const { services, reference } = requestContext;
  requestContext.fault ??= databaseFaultOf(error, requestContext.method);
  const path = new URL(request.url).pathname;
  services.log.error({ err: error, reference, path, method: request.method }, 'request failed');
}
