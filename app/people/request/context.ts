import { createContext, type RouterContextProvider } from 'react-router';
import { type Viewer, visitor } from '#app/people/accounts/viewer.ts';
import type { ApiToken } from '#app/people/tokens/api-token.ts';
import { type DatabaseFault, databaseFaultOf } from '#app/platform/database/database-error.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import type { SkippedFile, Upload } from '#app/platform/media/add-picture.server.ts';
import { frozenOf } from '#app/town/frozen-town.ts';
import type { Notice } from '#app/town/notices/notice.ts';
import type { ReadOnly } from '#app/town/read-only.ts';
import type { Town } from '#app/town/town.ts';
import { NotPermittedError } from './not-permitted.ts';
import type { Caller } from './policy.ts';
import type { RequestParts } from './request-parts.ts';
import type { RouteTable } from './route-facts.ts';
import type { Services } from './services.server.ts';

export type Theme = 'auto' | 'light' | 'dark';

/**
 * Why a request is refused before any route; the page says so in the site's design, with `sentence` if there is one.
 * The API shows `title`, or the fixed title of its status.
 */
export type Fault = { status: number; headers?: Record<string, string>; title?: string; sentence?: string };

/**
 * One request, as loaders and actions see it. `now` is one instant (UTC epoch milliseconds) for the whole request,
 * `nonce` allows the inline scripts of hydrated pages.
 */
export type RequestContext = RequestParts & {
  services: Services;
  /** What reading pages read from; it may note what they read. */
  read: ReadDb;
  /** Loads data that many pages share. */
  remember: Remember;
  /**
   * Called with the instant (UTC epoch milliseconds) at which the response expires, though its data does not change.
   */
  keepUntil: (instant: number) => void;
  town: Town;
  /** The urgent notices of every page, in the order in which they are shown. */
  notices: readonly Notice[];
  viewer: Viewer;
  /** The API token of a program; such a call is judged by its token alone. */
  token: ApiToken | 'none' | 'invalid';
  routes: RouteTable;
  theme: Theme;
  now: number;
  nonce: string;
  /** The client's address, as far as the configured proxies can be trusted. */
  address: string;
  /** The request's method: loaders that run after an action don't see it. */
  method: string;
  /** The files that came with the request; they are deleted after the response. */
  uploads: Upload[];
  /** Files that were sent but not kept, and why; the form's other fields are there. */
  skippedFiles: SkippedFile[];
  /** The reference number on an error page and in the log. */
  reference: string;
  fault?: Fault | undefined;
  /** Why nothing can be changed; undefined on a site as usual. */
  readOnly?: ReadOnly | undefined;
  /** What the user has just done, to be said once. */
  arrival?: 'registered' | 'deleted' | undefined;
};

export const requestContextKey = createContext<RequestContext>();

type HasContext = { context: Readonly<RouterContextProvider> };

/** What a reading page can use: it has no way to write. */
export function readContext({ context }: HasContext): Pick<
  RequestContext,
  'town' | 'viewer' | 'now' | 'read' | 'remember' | 'keepUntil' | 'routes' | 'collections' | 'readOnly'
> & {
  siteUrl: string;
} {
  const requestContext = context.get(requestContextKey);
  const { services, read, remember, keepUntil, town, viewer, now, routes, collections, readOnly } =
    requestContext;
  const siteUrl = services.settings.url;
  return { town, viewer, now, read, remember, keepUntil, routes, collections, siteUrl, readOnly };
}

/**
 * The refusal for an `error` of the database: the response gets its headers, whatever page it is. Undefined for every
 * other error.
 */
export function setDatabaseFault({ context }: HasContext, error: unknown): DatabaseFault | undefined {
  const requestContext = context.get(requestContextKey);
  const refusal = databaseFaultOf(error, requestContext.method);
  if (refusal) requestContext.fault ??= refusal;
  return refusal;
}

/**
 * Logs why something could not be saved. Returns the status for the response and, if the database gave one, the reason as
 * a sentence. Throws what is no error again, such as a redirect.
 */
export function reportFailedSave(args: HasContext, error: unknown, message: string, about: object = {}) {
  if (!(error instanceof Error)) throw error;
  if (error instanceof NotPermittedError) return { status: error.status, reason: error.message };
  args.context.get(requestContextKey).services.log.error({ err: error, ...about }, message);
  const { status = 503, sentence } = setDatabaseFault(args, error) ?? {};
  return { status, reason: sentence };
}

/** Why nothing can be changed on this site now. The only place that decides it. */
export function readOnlyOf({
  services,
  town,
}: Pick<RequestContext, 'services' | 'town'>): ReadOnly | undefined {
  return services.readOnly ?? frozenOf(town);
}

/** The refusal of a request that would change something on a site that is read-only. */
export function refuseChange(requestContext: RequestContext, address: URL): Fault | undefined {
  const { readOnly, method } = requestContext;
  if (!readOnly || method === 'GET' || method === 'HEAD' || readOnly.accepts?.(address)) return undefined;
  return { status: 403, title: 'Read-only', sentence: readOnly.sentence };
}

/** What an action can use, in addition to everything of a reading page. */
export function writeContext(
  args: HasContext,
): ReturnType<typeof readContext> & { write: WriteDb; services: Services } {
  const { services } = args.context.get(requestContextKey);
  return { ...readContext(args), write: services.write, services };
}

/** The caller, for policies. */
export function callerOf({ viewer, token }: Pick<RequestContext, 'viewer' | 'token'>): Caller {
  return { viewer: viewer.kind, token: abilityOf(token) };
}

function abilityOf(token: RequestContext['token']): Caller['token'] {
  if (typeof token === 'string') return token;
  return token.scope === 'write' ? token.role : token.scope;
}

/** Shows the rest of this page as a visitor with this theme sees it. */
export function showAsVisitor({ context }: HasContext, theme: Theme): RequestContext {
  return Object.assign(context.get(requestContextKey), { viewer: visitor, theme });
}
