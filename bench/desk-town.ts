/** A town whose editors have written much: what the admin lists are measured with. */
import { sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { encodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Bench } from './bench.ts';
import { openBenchPostgres } from './bench-postgres.ts';
import { type OurSite, openOurSite } from './our-site.ts';
import { seedDesk } from './seed-desk.ts';
import { signIn } from './sign-in.ts';
import { loadTown } from './town-folder.ts';

/** The town on one database. */
export type DeskTown = {
  dialect: 'SQLite' | 'PostgreSQL';
  /** Starts its site. */
  open: () => Promise<OurSite>;
  /** The administrator's cookie. */
  cookie: string;
  /** The article with the most revisions. */
  articleId: string;
  /** A cursor in the middle of each list. */
  middle: Record<'pictures' | 'trash' | 'draft' | 'scheduled', string>;
  close: () => Promise<void>;
};

/** The town on SQLite while `work` runs, then on a PostgreSQL that writes to the disk as a real one does. */
export async function withDeskTowns<Result>(
  bench: Bench,
  work: (town: DeskTown) => Promise<Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const open of [openOnSqlite, openOnPostgres]) {
    const town = await open(bench);
    results.push(...(await work(town).finally(town.close)));
  }
  return results;
}

async function openOnSqlite(bench: Bench): Promise<DeskTown> {
  const dataFolder = bench.town.copyFolder();
  return { dialect: 'SQLite', ...(await fill(bench, { dataFolder })), close: async () => undefined };
}

async function openOnPostgres(bench: Bench): Promise<DeskTown> {
  const { place, close } = await openBenchPostgres();
  try {
    await loadTown(bench.options.articles, bench.environment, place, bench.say);
    return { dialect: 'PostgreSQL', ...(await fill(bench, place)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Place = { dataFolder: string; databaseUrl?: string };

async function fill({ environment, say }: Bench, place: Place) {
  const open = () => openOurSite(place.dataFolder, { environment, databaseUrl: place.databaseUrl });
  const site = await open();
  const cookie = await signIn(site).finally(site.stop);
  say('Filling the desk with pictures, versions, drafts and deleted items…');
  const { write, close } = openDatabase(place.databaseUrl ? { url: place.databaseUrl } : place);
  try {
    const articleId = await seedDesk(write);
    // PostgreSQL does this too, a minute after so much was written.
    if (place.databaseUrl) await sql`analyze`.execute(write);
    return { open, cookie, articleId, middle: await findMiddle(write) };
  } finally {
    await close();
  }
}

async function findMiddle(write: WriteDb): Promise<DeskTown['middle']> {
  const middle = async (table: 'picture' | 'trash_item' | 'item_version', sort: string, state?: string) => {
    const rows = await write
      .selectFrom(table)
      .select(['id', sql.ref<number>(sort).as('sort')])
      .$if(state !== undefined, (query) => query.where('state' as never, '=', state as never))
      .orderBy(sql.ref(sort))
      .execute();
    const at = rows[Math.floor(rows.length / 2)];
    return encodeCursor({ sort: Number(at?.sort), id: at?.id ?? '' });
  };
  return {
    pictures: await middle('picture', 'createdAt'),
    trash: await middle('trash_item', 'removedAt'),
    draft: await middle('item_version', 'updatedAt', 'draft'),
    scheduled: await middle('item_version', 'publishAt', 'scheduled'),
  };
}
