import { fixedAddressOf, permalinkOf } from '#app/items/content/permalink.ts';

type Addressed = { id: string; slug: string };

/** The address of a page, as a path for links: letters of other scripts are encoded. */
export function addressOfPage({ id, slug }: Addressed): string {
  return permalinkOf('pages', { id, title: '', slug });
}

/** The same as people read it. */
export function shownAddressOf({ id, slug }: Addressed): string {
  return fixedAddressOf('pages', id) ?? `/pages/${slug}`;
}
