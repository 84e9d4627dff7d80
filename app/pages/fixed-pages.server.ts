/**
 * About, Contact and Privacy Policy: pages with addresses of their own that cannot be deleted. Their texts are those of
 * Settings, and stay the same there.
 */
import { createRows, sortKeyOf } from '#app/items/content/item-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { fixedTexts } from '#app/town/fixed-texts.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { findFreeSlug } from './page-slug-store.server.ts';
import { pageSource } from './page-store.server.ts';

/** Their titles and slugs, by their ids. */
const facts: Record<keyof typeof fixedTexts, { title: string; slug: string }> = {
  about: { title: 'About', slug: 'about' },
  contact: { title: 'Contact', slug: 'contact' },
  privacyPolicy: { title: 'Privacy Policy', slug: 'privacy-policy' },
};

/** Adds those that the site does not have yet, with the texts of Settings. */
export function addFixedPages(db: WriteDb, now: number): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, 'pages');
    const ids = Object.keys(facts) as (keyof typeof facts)[];
    const present = await transaction.selectFrom('page').select('id').where('id', 'in', ids).execute();
    const missing = ids.filter((id) => !present.some((page) => page.id === id));
    if (missing.length === 0) return;
    const town = await findTown(transaction);
    const rows = [];
    for (const [place, id] of missing.entries()) {
      const { title, slug } = facts[id];
      const description = town[fixedTexts[id]];
      rows.push({
        ...{ id, title, description, titleKey: sortKeyOf(title), deck: extractTeaser(description).deck },
        ...{ slug: await findFreeSlug(transaction, id, slug), menu: 'footer', position: place + 1 },
      });
    }
    await createRows(transaction, pageSource.table, rows, now);
    await indexItems(transaction, pageSource, missing);
  });
}
