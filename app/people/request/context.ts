import { createContext, type RouterContextProvider } from 'react-router';
import { type Viewer, visitor } from '#app/people/accounts/viewer.ts';
import type { ApiToken } from '#app/people/tokens/api-token.ts';
import { type DatabaseRefusal, databaseRefusalOf } from '#app/platform/database/database-refusal.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import type { SkippedFile, Upload } from '#app/platform/media/add-picture.server.ts';
import { frozenOf } from '#app/town/frozen-town.ts';
import type { ReadOnly } from '#app/town/read-only.ts';
import type { Town } from '#app/town/town.ts';
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
export type Visit = RequestParts & {
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

export const visitContext = createContext<Visit>();

type HasContext = { context: Readonly<RouterContextProvider> };

/** What a reading page can use: it has no way to write. */
export function readVisit({ context }: HasContext): Pick<
  Visit,
  'town' | 'viewer' | 'now' | 'read' | 'remember' | 'keepUntil' | 'routes' | 'collections' | 'readOnly'
> & {
  siteUrl: string;
} {
  const visit = context.get(visitContext);
  const { services, read, remember, keepUntil, town, viewer, now, routes, collections, readOnly } = visit;
  const siteUrl = services.settings.url;
  return { town, viewer, now, read, remember, keepUntil, routes, collections, siteUrl, readOnly };
}

/**
 * The refusal for an `error` of the database: the response gets its headers, whatever page it is. Undefined for every
 * other error.
 */
export function noteRefusal({ context }: HasContext, error: unknown): DatabaseRefusal | undefined {
  const visit = context.get(visitContext);
  const refusal = databaseRefusalOf(error, visit.method);
  if (refusal) visit.fault ??= refusal;
  return refusal;
}

/** Why nothing can be changed on this site now. The only place that decides it. */
export function readOnlyOf({ services, town }: Pick<Visit, 'services' | 'town'>): ReadOnly | undefined {
  return services.readOnly ?? frozenOf(town);
}

/** The refusal of a request that would change something on a site that is read-only. */
export function refuseChange(visit: Visit, address: URL): Fault | undefined {
  const { readOnly, method } = visit;
  if (!readOnly || method === 'GET' || method === 'HEAD' || readOnly.accepts?.(address)) return undefined;
  return { status: 403, title: 'Read-only', sentence: readOnly.sentence };
}

/** What an action can use, in addition to everything of a reading page. */
export function writeVisit(
  args: HasContext,
): ReturnType<typeof readVisit> & { write: WriteDb; services: Services } {
  const { services } = args.context.get(visitContext);
  return { ...readVisit(args), write: services.write, services };
}

/** The caller, for policies. */
export function callerOf({ viewer, token }: Pick<Visit, 'viewer' | 'token'>): Caller {
  return { viewer: viewer.kind, token: typeof token === 'string' ? token : token.scope };
}

/** Shows the rest of this page as a visitor with this theme sees it. */
export function showAsVisitor({ context }: HasContext, theme: Theme): Visit {
  return Object.assign(context.get(visitContext), { viewer: visitor, theme });
}
