/** The addresses of pages: which are taken, and which lead to a page that had them before. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import { numberedSlug, slugOfTitle } from '#app/platform/slug.ts';
import type { TownPage } from './page.ts';

/**
 * The slug of a page that is saved: the one it has chosen, undefined if another page has that; without one, the slug
 * that its title gives, with a number if that is taken. Slugs of scheduled pages are taken; those that a page had
 * earlier are not.
 */
export async function findSlug(
  db: ReadDb,
  { id, title, slug }: { id: string; title: string; slug: string | null },
): Promise<string | undefined> {
  if (slug !== null) return (await isTaken(db, slug, id)) ? undefined : slug;
  return findFreeSlug(db, id, slugOfTitle(title, id));
}

/** The slug, with a number if a page other than `id` has it. */
export async function findFreeSlug(db: ReadDb, id: string, slug: string): Promise<string> {
  let free = slug;
  for (let number = 2; await isTaken(db, free, id); number++) free = numberedSlug(slug, number);
  return free;
}

/** Whether a page other than `id` has the slug, or gets it when it is published. */
async function isTaken(db: ReadDb, slug: string, id: string): Promise<boolean> {
  const page = await db
    .selectFrom('page')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '<>', id)
    .executeTakeFirst();
  if (page) return true;
  const scheduled = await db
    .selectFrom('item_version')
    .select('item')
    .where('collection', '=', 'pages')
    .where('state', '=', 'scheduled')
    .where('id', '<>', id)
    .execute();
  return scheduled.some(({ item }) => (JSON.parse(item) as Partial<TownPage>).slug === slug);
}

/** The page with this slug; otherwise the one that had it before, or has this id. Their present slug can differ. */
export async function findPageId(db: ReadDb, slug: string): Promise<string | undefined> {
  const page = await db.selectFrom('page').select('id').where('slug', '=', slug).executeTakeFirst();
  if (page) return page.id;
  const former = await db
    .selectFrom('page_slug')
    .select('pageId')
    .where('slug', '=', slug)
    .executeTakeFirst();
  return former?.pageId ?? slug;
}
