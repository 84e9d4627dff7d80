import { FROZEN } from '#app/platform/database/frozen-since.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { recordChangedSettings } from '#app/platform/media/update-picture-uses.server.ts';
import { defaultTown } from './default-town.ts';
import { fixedTexts } from './fixed-texts.ts';
import { type MenuPage, sitePictures, type Town, type TownSettings } from './town.ts';
import { withFallbacks } from './town-names.ts';

const SITE_URLS = 'siteUrls';
const FORMER_BODIES = 'formerBodies';

/** The town with the pages of the menu and the footer, for what shows them. */
export async function findTownWithMenu(db: ReadDb): Promise<Town> {
  const [town, menu] = await Promise.all([findTown(db), listMenu(db)]);
  return menu.length === 0 ? town : { ...town, menu };
}

/**
 * The town's settings as pages show them; unsaved settings have their defaults, missing names their replacements. Also
 * of a database with an earlier schema.
 */
export async function findTown(db: ReadDb): Promise<Town> {
  const rows = await db.selectFrom('town_setting').select(['name', 'value']).execute();
  const saved = Object.fromEntries(
    rows.filter((row) => row.name in defaultTown).map((row) => [row.name, row.value]),
  );
  const frozenAt = rows.find(({ name }) => name === FROZEN)?.value;
  const siteUrls = rows.find(({ name }) => name === SITE_URLS)?.value;
  const formerBodies = rows.find(({ name }) => name === FORMER_BODIES)?.value;
  return {
    ...withFallbacks({ ...defaultTown, ...saved }),
    ...(frozenAt === undefined ? {} : { frozenAt: Number(frozenAt) }),
    ...(siteUrls === undefined ? {} : { siteUrls: JSON.parse(siteUrls) }),
    ...(formerBodies === undefined ? {} : { formerBodies: JSON.parse(formerBodies) }),
  };
}

/** The pages in the menu and the footer, in their order. */
function listMenu(db: ReadDb): Promise<MenuPage[]> {
  return (
    db
      .selectFrom('page_menu')
      .select(['id', 'title', 'slug', 'menu'])
      // These are among the footer's own links.
      .where(({ eb, or }) => or([eb('menu', '<>', 'footer'), eb('id', 'not in', Object.keys(fixedTexts))]))
      .orderBy('position')
      .orderBy('titleKey')
      .orderBy('id')
      .execute()
  );
}

/** Stores the origin at which the site is now: once it has another, links to this one are still links to the site. */
export async function recordSiteUrl(db: WriteDb, url: string): Promise<void> {
  const origin = new URL(url).origin;
  const { siteUrls = [] } = await findTown(db);
  if (siteUrls.includes(origin)) return;
  await saveRows(db, [{ name: SITE_URLS, value: JSON.stringify([...siteUrls, origin]) }]);
}

/** Runs `work` in a transaction with the settings as they are; no one else saves any until it ends. */
export function withTown<Result>(
  db: WriteDb,
  work: (db: WriteDb, town: Town) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, 'town-settings');
    return work(transaction, await findTown(transaction));
  });
}

/** Saves the given settings and leaves the others. They must have passed `townSchema`. */
export async function saveTown(db: WriteDb, town: Partial<TownSettings>): Promise<void> {
  await saveRows(
    db,
    Object.entries(town).map(([name, value]) => ({ name, value })),
  );
  await recordChangedSettings(
    db,
    Object.keys(town).filter((name) => withPictures.has(name)),
  );
  for (const [id, name] of Object.entries(fixedTexts)) await copyToPage(db, id, town[name]);
}

/** Stores the present names of bodies by their earlier slugs. */
export async function saveFormerBodies(db: WriteDb, names: Record<string, string>): Promise<void> {
  await saveRows(db, [{ name: FORMER_BODIES, value: JSON.stringify(names) }]);
}

/** The page of a text has it, too. An open form of the page sees that it has changed. */
async function copyToPage(db: WriteDb, id: string, text: string | undefined): Promise<void> {
  if (text === undefined) return;
  await db
    .updateTable('page')
    .set((eb) => ({
      description: text,
      deck: extractTeaser(text).deck,
      version: eb('version', '+', 1),
      updatedAt: eb('updatedAt', '+', 1),
    }))
    .where('id', '=', id)
    .where('description', '<>', text)
    .execute();
}

/** Saves the text of a page, which its page has already. */
export async function saveText(
  db: WriteDb,
  name: (typeof fixedTexts)[keyof typeof fixedTexts],
  text: string,
): Promise<void> {
  await saveRows(db, [{ name, value: text }]);
  await recordChangedSettings(db, [name]);
}

/** Settings that can use pictures of the library. */
const withPictures = new Set<string>([...sitePictures, ...Object.values(fixedTexts)]);

/** Saves other values of the town, by name. */
export async function saveRows(db: WriteDb, rows: { name: string; value: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await db
    .insertInto('town_setting')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
    )
    .execute();
}
