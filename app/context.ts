import { createContext, type RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/auth/viewer.ts';
import { type DatabaseRefusal, databaseRefusalOf } from '#app/database/database-refusal.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Remember } from '#app/database/memory.server.ts';
import type { Caller } from '#app/policy.ts';
import type { RouteTable } from '#app/route-facts.ts';
import type { Services } from '#app/services.server.ts';
import type { ApiToken } from '#app/tokens/api-token.ts';
import type { Town } from '#app/town/town.ts';

export type Theme = 'auto' | 'light' | 'dark';

/**
 * Why a request is refused before any route sees it; the page says so in the site's look, with `sentence` if it has
 * one. The API calls it by `title`, or by the fixed title of its status.
 */
export type Fault = { status: number; headers?: Record<string, string>; title?: string; sentence?: string };

/**
 * One request, as loaders and actions see it. `now` is one instant (UTC epoch milliseconds) for the whole request,
 * `nonce` allows the inline scripts of hydrated pages.
 */
export type Visit = {
  services: Services;
  /** What reading pages read from; it may note what they read. */
  read: ReadDb;
  /** For what many pages show alike. */
  remember: Remember;
  /** Hears at which instant (UTC epoch milliseconds) the answer is over, though nothing it is made of changes. */
  keepUntil: (instant: number) => void;
  town: Town;
  viewer: Viewer;
  /** What a program sent instead of a session; such a call is judged by its token alone. */
  token: ApiToken | 'none' | 'invalid';
  routes: RouteTable;
  theme: Theme;
  now: number;
  nonce: string;
  /** The client's address, as far as the configured proxies can be trusted. */
  address: string;
  /** What the request was sent by: the loaders that run after an action cannot tell any more. */
  method: string;
  /** By which a person who sees a failure and the log that explains it find each other. */
  reference: string;
  fault?: Fault | undefined;
};

export const visitContext = createContext<Visit>();

type HasContext = { context: Readonly<RouterContextProvider> };

/** What a reading page may use: it is given no way to write. */
export function readVisit({ context }: HasContext): Pick<
  Visit,
  'town' | 'viewer' | 'now' | 'read' | 'remember' | 'keepUntil' | 'routes'
> & {
  siteUrl: string;
} {
  const { services, read, remember, keepUntil, town, viewer, now, routes } = context.get(visitContext);
  return { town, viewer, now, read, remember, keepUntil, routes, siteUrl: services.settings.url };
}

/**
 * Why the database cannot do what a request asks, when `error` says so: the answer gets its headers, whatever page it is.
 * Undefined for every other error.
 */
export function noteRefusal({ context }: HasContext, error: unknown): DatabaseRefusal | undefined {
  const visit = context.get(visitContext);
  const refusal = databaseRefusalOf(error, visit.method);
  if (refusal) visit.fault ??= refusal;
  return refusal;
}

/** What an action may use, besides all of a reading page. */
export function writeVisit(
  args: HasContext,
): ReturnType<typeof readVisit> & { write: WriteDb; services: Services } {
  const { services } = args.context.get(visitContext);
  return { ...readVisit(args), write: services.write, services };
}

/** Who stands before a door, for the policies. */
export function callerOf({ viewer, token }: Pick<Visit, 'viewer' | 'token'>): Caller {
  return { viewer: viewer.kind, token: typeof token === 'string' ? token : token.scope };
}
