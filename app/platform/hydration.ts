import type { ComponentType, ReactNode } from 'react';

/** What a route declares in its `handle`. */
export type RouteHandle = {
  /**
   * Its component, if it renders nothing but HTML from `loaderData` (and `children`, around a list): such a reading page
   * is rendered on the server without the router's components.
   */
  // biome-ignore lint/suspicious/noExplicitAny: each route has loader data of its own
  page?: ComponentType<{ loaderData: any; children?: ReactNode }>;
  /** The page runs React in the browser. Otherwise it ships no script. */
  hydrate?: boolean;
  /** Its section: colors the page and marks the navigation. */
  section?: string;
};

/** Whether any of the matched routes asks for scripts. */
export function isHydrated(routes: ({ handle?: unknown } | undefined)[]): boolean {
  return routes.some((route) => (route?.handle as RouteHandle | undefined)?.hydrate === true);
}
