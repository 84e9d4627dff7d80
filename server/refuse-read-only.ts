/** Pages that a site on which nothing can be changed does not show. */
import type { Fault, RequestContext } from '#app/people/request/context.ts';
import { isApiPath } from '#app/people/request/request-fault.ts';
import { findRoute } from './route-table.ts';

/** The refusal of a page that would lead nowhere; undefined for every other page, and on a site that can be changed. */
export function refusePage(requestContext: RequestContext, address: URL): Fault | undefined {
  return refuseAccount(requestContext, address.pathname) ?? refuseForm(requestContext, address);
}

/** On another day there are no accounts: these pages would lead nowhere. */
const ACCOUNT = /^(login|forgot|reset|verify|logout|account|setup|admin|preview|preferences)\b/;

function refuseAccount({ readOnly }: RequestContext, path: string): Fault | undefined {
  if (readOnly?.kind !== 'another-day') return undefined;
  const route = findRoute(path)?.route;
  const isAccount = route && (ACCOUNT.test(route.pattern) || route.hasSecret);
  return isAccount ? { status: 403, title: 'Read-only', sentence: readOnly.sentence } : undefined;
}

/** On a frozen site, a page for changing something says why it is gone: all of the admin, except what is shown. */
function refuseForm({ readOnly }: RequestContext, address: URL): Fault | undefined {
  const route = findRoute(address.pathname)?.route;
  if (readOnly?.kind !== 'frozen' || !route || route.cache || isApiPath(address.pathname)) return undefined;
  if (route.pattern === '*') return undefined;
  const isForm = route.policy.write !== undefined || address.pathname.startsWith('/admin/');
  if (!isForm || route.inSitemap || readOnly.accepts?.(address) || readOnly.shows?.(address))
    return undefined;
  return { status: 403, title: 'Read-only', sentence: readOnly.sentence };
}
