/** The navigation of the admin. The browser gets it as data, because the script of forms has no room for it. */
import type { Collection } from '#app/items/collection/collection.ts';

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

/** `isKept`: also on a frozen site. */
type AnyLink = NavigationLink & { isKept?: boolean };

/** The places of the navigation, in their order. A frozen site has only those where there is something to see. */
export function listNavigation(
  nouns: readonly Pick<Collection, 'name' | 'heading'>[],
  isReadOnly: boolean,
): NavigationLink[] {
  const all: AnyLink[] = [
    { href: '/admin', label: 'Overview', isKept: true },
    placeOf('Inbox', { waits: true }),
    placeOf('Notices'),
    ...nouns.map(({ name, heading }, at) => ({ href: `/admin/${name}`, label: heading, isGroup: at === 0 })),
    placeOf('Pictures'),
    placeOf('Documents'),
    placeOf('Trash'),
    placeOf('Sources', { isGroup: true }),
    placeOf('Newsletter'),
    placeOf('Accessibility'),
    placeOf('Activity', { isKept: true }),
    placeOf('Settings', { isGroup: true, also: '/admin/mail' }),
    { href: '/admin/move-in', label: 'Import' },
    placeOf('Redirects'),
    placeOf('Backups', { isKept: true }),
  ];
  return all.flatMap(({ isKept, ...place }) => (isKept || !isReadOnly ? [place] : []));
}

/** A place whose address is its label. */
function placeOf(label: string, more?: Partial<AnyLink>): AnyLink {
  return { href: `/admin/${label.toLowerCase()}`, label, ...more };
}
