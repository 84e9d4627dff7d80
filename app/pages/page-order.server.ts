/** The order of the pages in the menu and the footer. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { fixedTexts } from '#app/town/fixed-texts.ts';
import type { Menu } from './page.ts';
import { shownAddressOf } from './page-address.ts';

/** A page in the menu or the footer, with its address as people read it. */
export type OrderedPage = { id: string; title: string; address: string; menu: Menu };

/** The pages in the menu and the footer, in their order. */
export async function listOrdered(db: ReadDb): Promise<OrderedPage[]> {
  const rows = await selectOrdered(db).execute();
  return rows.map(({ id, title, slug, menu }) => ({
    id,
    title,
    menu,
    address: shownAddressOf({ id, slug }),
  }));
}

function selectOrdered(db: ReadDb) {
  return (
    db
      .selectFrom('page_menu')
      .select(['id', 'title', 'slug', 'menu', 'position'])
      // These are among the footer's own links.
      .where(({ eb, or }) => or([eb('menu', '<>', 'footer'), eb('id', 'not in', Object.keys(fixedTexts))]))
      .orderBy('position')
      .orderBy('titleKey')
      .orderBy('id')
  );
}

/** Moves a page by one place, and returns whether it did. Nobody's open form of a page is affected. */
export function movePage(db: WriteDb, id: string, to: 'up' | 'down'): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, 'pages');
    const all = await selectOrdered(transaction).execute();
    const own = all.find((page) => page.id === id);
    const list = all.filter(({ menu }) => menu === own?.menu);
    const from = list.findIndex((page) => page.id === id);
    const at = to === 'up' ? from - 1 : from + 1;
    const [page, other] = [list[from], list[at]];
    if (!page || !other) return false;
    list[from] = other;
    list[at] = page;
    for (const [index, { id: one, position }] of list.entries())
      if (position !== index + 1)
        await transaction
          .updateTable('page')
          .set({ position: index + 1 })
          .where('id', '=', one)
          .execute();
    return true;
  });
}
