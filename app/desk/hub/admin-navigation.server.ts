/** The navigation of the admin. The browser gets it as data, because the script of forms has no room for it. */

import type { Collection } from '#app/items/collection/collection.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';

/**
 * `isGroup` begins a group of places. `waits`: how much is in the inbox is shown there. `also` is a page that belongs to
 * the place without being below its address.
 */
export type NavigationLink = {
  href: string;
  label: string;
  isGroup?: boolean;
  waits?: boolean;
  also?: string;
};

type Seeing = { isReadOnly: boolean } & Pick<RequestContext, 'viewer' | 'routes'>;

/** `isKept`: also on a frozen site. `pattern` is that of its route, the address by default. */
type AnyLink = NavigationLink & { isKept?: boolean; pattern?: string };

/**
 * The places of the navigation that the viewer's role opens, in their order. A frozen site has only those where there is
 * something to see.
 */
export function listNavigation(
  nouns: readonly Pick<Collection, 'name' | 'heading'>[],
  { isReadOnly, viewer, routes }: Seeing,
): NavigationLink[] {
  if (viewer.kind === 'contributor') return [{ href: '/admin/drafts', label: 'Your drafts' }];
  const all: AnyLink[] = [
    { href: '/admin', label: 'Overview', isKept: true },
    placeOf('Inbox', { waits: true }),
    placeOf('Notices'),
    ...nouns.map(({ name, heading }, at) => ({
      href: `/admin/${name}`,
      label: heading,
      isGroup: at === 0,
      pattern: name === 'pages' ? `admin/${name}` : 'admin/:collection',
    })),
    placeOf('Pictures'),
    placeOf('Documents'),
    placeOf('Trash'),
    placeOf('Sources', { isGroup: true }),
    placeOf('Newsletter'),
    placeOf('Accessibility'),
    placeOf('Activity', { isKept: true }),
    placeOf('Settings', { isGroup: true, also: '/admin/mail' }),
    placeOf('People'),
    { href: '/admin/move-in', label: 'Import' },
    placeOf('Redirects'),
    placeOf('Backups', { isKept: true }),
  ];
  const isOpen = (path: string) =>
    policyStatusOf(routes.policyAt(path, 'GET'), { viewer: viewer.kind, token: 'none' }) === undefined;
  return all.flatMap(({ isKept, pattern, ...place }) =>
    (isKept || !isReadOnly) && isOpen(pattern ?? place.href) ? [place] : [],
  );
}

/** A place whose address is its label. */
function placeOf(label: string, more?: Partial<AnyLink>): AnyLink {
  return { href: `/admin/${label.toLowerCase()}`, label, ...more };
}
