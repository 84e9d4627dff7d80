import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { encodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { collectOutput, startChild } from './children.ts';
import { siteEnvironment } from './our-site.ts';

const BENCH_FOLDER = fileURLToPath(new URL('../.cache/bench', import.meta.url));

/** A town to measure, and addresses in it. */
export type Town = {
  dataFolder: string;
  /** How many articles there are in all. */
  articles: number;
  articleIds: string[];
  eventIds: string[];
  pollId: string;
  /** An address of the article list that nobody requested before, near its start or at nine tenths of it. */
  nextListPath: (place: 'near' | 'deep') => string;
  /** Writes to an article from another process, so that pages with articles are outdated. */
  touchArticle: (id: string, title?: string) => void;
  /** Changes the site's title from another process, so that every page is outdated. */
  renameTown: () => void;
  /** A folder with the same town, for a second site: one folder serves one site. Created again on each call. */
  copyFolder: () => string;
  close: () => void;
};

/** Creates the town, or moves the existing one to today; each size is created once. */
export async function openTown(
  articles: number,
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Town> {
  const dataFolder = join(BENCH_FOLDER, String(articles));
  await loadTown(articles, environment, { dataFolder }, say);
  const database = new DatabaseSync(join(dataFolder, 'belfry.db'), { timeout: 10_000 });
  const texts = (query: string) =>
    database
      .prepare(query)
      .all()
      .map((row) => String(Object.values(row)[0]));
  const count = Number(texts('select count(*) from article')[0]);
  let names = 0;
  const rename = database.prepare(
    "insert into town_setting (name, value) values ('title', ?) on conflict (name) do update set value = excluded.value",
  );
  const touch = database.prepare('update article set title = coalesce(?, title) where id = ?');
  return {
    dataFolder,
    articles: count,
    articleIds: texts('select id from article order by pubDate desc, id desc limit 5000'),
    eventIds: texts('select id from event order by eventDate desc, id desc limit 50'),
    pollId: texts('select id from poll order by createdAt desc limit 1')[0] ?? '',
    nextListPath: listPaths(database, count),
    touchArticle: (id, title) => void touch.run(title ?? null, id),
    renameTown: () => void rename.run(`Commons ${++names}`),
    copyFolder: () => copyTown(database, dataFolder),
    close: () => database.close(),
  };
}

function copyTown(database: DatabaseSync, dataFolder: string): string {
  const folder = `${dataFolder}-copy`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  database.prepare('vacuum into ?').run(join(folder, 'belfry.db'));
  return folder;
}

/** Creates the town there, or moves the existing one to today. */
export async function loadTown(
  articles: number,
  environment: NodeJS.ProcessEnv,
  place: { dataFolder: string; databaseUrl?: string },
  say: (line: string) => void,
): Promise<void> {
  say(`Preparing a town of ${articles} articles…`);
  const env = siteEnvironment(environment, { ...place, port: 0 });
  // An earlier version may have created it.
  if (!place.databaseUrl && existsSync(join(place.dataFolder, 'belfry.db')))
    await runCommand(['migrate'], env);
  await runCommand(['demo', '--articles', String(articles)], env);
}

async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const child = startChild('scripts/belfry.mjs', args, env);
  const output = collectOutput(child);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The town could not be made:\n${output()}`);
}

/** A valid cursor needs no existing item: each is next to a real one, with an unused id. */
function listPaths(database: DatabaseSync, count: number): Town['nextListPath'] {
  const dates = database.prepare(
    'select pubDate from article order by pubDate desc, id desc limit 100 offset ?',
  );
  const of = (offset: number) => dates.all(offset).map((row) => Number(row.pubDate));
  const places = { near: of(20), deep: of(Math.floor(count * 0.9) - 100) };
  const run = Date.now().toString(36);
  let asked = 0;
  return (place) => {
    const sorts = places[place];
    const page = place === 'near' ? 3 : Math.floor(count * 0.09);
    const sort = sorts[asked % sorts.length] as number;
    return `/articles?page=${page}&after=${encodeCursor({ sort, id: `${run}-${asked++}` })}`;
  };
}
