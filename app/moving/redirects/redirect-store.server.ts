/** Redirects of old addresses. Both sides are stored as `old-path.ts` writes them. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import type { RedirectRow } from '#app/platform/database/tables/operation-tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { oldPathOf, targetOf } from './old-path.ts';

export type Redirect = RedirectRow;

/** `from` and `to` as typed or as a file has them. */
export type RedirectEntry = { from: string; to: string };

type RefusedRedirect = RedirectEntry & { field: 'from' | 'to'; problem: string };

/** `kept`: the address already has a redirect, which stays as it is. */
type SavedRedirects = { saved: number; kept: number; refused: RefusedRedirect[] };

const columns = ['fromPath', 'target', 'createdAt', 'moveIn'] as const;
/** How many redirects lead from one to the next at most. */
const MOST_HOPS = 8;
const BATCH = 200;

/** The redirect of this key, as `oldPathOf` writes it. */
export function findRedirect(db: ReadDb, fromPath: string): Promise<Redirect | undefined> {
  return db.selectFrom('redirect').select(columns).where('fromPath', '=', fromPath).executeTakeFirst();
}

/** A redirect in a list: `id` is its `fromPath`. */
type ListedRedirect = Omit<Redirect, 'fromPath'> & { id: string };

const newestFirst: ListOrder = { column: 'createdAt', direction: 'desc', kind: 'number' };
const byPath: ListOrder = { column: 'id', direction: 'asc', kind: 'string' };

/** Which redirects are listed: those whose old address begins with some text, and those of an import. */
type RedirectFilter = { beginning?: string | undefined; moveIn?: string | undefined };

/** How redirects are listed: the newest first, or some of them by their path. */
export function redirectOrder({ beginning, moveIn }: RedirectFilter = {}): ListOrder {
  return beginning || moveIn ? byPath : newestFirst;
}

/** A page of the redirects. Every page costs the same. */
export function pageRedirects(
  db: ReadDb,
  filter: RedirectFilter,
  request: PageRequest,
): Promise<Page<ListedRedirect>> {
  const { beginning, moveIn } = filter;
  const named = db
    .selectFrom('redirect')
    .select(['fromPath as id', 'target', 'createdAt', 'moveIn'])
    .$if(Boolean(moveIn), (query) => query.where('moveIn', '=', moveIn ?? ''))
    .$if(Boolean(beginning), (query) =>
      query.where('fromPath', '>=', beginning ?? '').where('fromPath', '<', `${beginning}\u{10ffff}`),
    );
  const query = db.selectFrom(named.as('listed')).select(['id', 'target', 'createdAt', 'moveIn']);
  return paginate(query, redirectOrder(filter), request);
}

/** The newest of the imports that brought redirects which are still there, at most `limit`. */
export function listRedirectImports(
  db: ReadDb,
  limit: number,
): Promise<{ id: string; origin: string; createdAt: number }[]> {
  return db
    .selectFrom('move_in')
    .select(['id', 'origin', 'createdAt'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('redirect').select('redirect.fromPath').whereRef('redirect.moveIn', '=', 'move_in.id'),
      ),
    )
    .orderBy('createdAt', 'desc')
    .limit(limit)
    .execute();
}

export async function countRedirects(db: ReadDb): Promise<number> {
  const { count } = await db
    .selectFrom('redirect')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Where the first of these keys that has a redirect leads in the end: a path of this site or an http(s) address. One
 * indexed query, and another for each redirect that leads to the next.
 */
export async function findTarget(db: ReadDb, keys: readonly string[]): Promise<string | undefined> {
  if (keys.length === 0) return undefined;
  const rows = await db.selectFrom('redirect').select(columns).where('fromPath', 'in', keys).execute();
  const first = keys.map((key) => rows.find(({ fromPath }) => fromPath === key)).find((row) => row);
  return first && followFrom(db, first.target, keys);
}

/** Undefined when the way leads back to one of `keys`. */
async function followFrom(db: ReadDb, target: string, keys: readonly string[]): Promise<string | undefined> {
  let last = target;
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    const key = last.startsWith('/') ? oldPathOf(last) : undefined;
    if (key === undefined) return last;
    if (keys.includes(key)) return undefined;
    const next = await findRedirect(db, key);
    if (!next) return last;
    last = next.target;
  }
  return undefined;
}

/**
 * `moveIn` is the id of the import that saves. `siteUrl` makes targets on this site paths. `isOwnAddress` says which
 * paths are the site's own pages (`RouteTable`).
 */
export type RedirectSaving = {
  now: number;
  moveIn: string | null;
  siteUrl?: string;
  isOwnAddress: (pathname: string) => boolean;
};

/**
 * Saves redirects in transactions of at most 200. An import keeps redirects that exist; without one the new target
 * replaces the old one. Refused are broken addresses, the site's own, and redirects that would lead in a circle.
 */
export async function saveRedirects(
  db: WriteDb,
  entries: readonly RedirectEntry[],
  options: RedirectSaving,
): Promise<SavedRedirects> {
  const total: SavedRedirects = { saved: 0, kept: 0, refused: [] };
  for (let start = 0; start < entries.length; start += BATCH) {
    const batch = entries.slice(start, start + BATCH);
    const done = await inTransaction(db, (transaction) => saveBatch(transaction, batch, options));
    total.saved += done.saved;
    total.kept += done.kept;
    total.refused.push(...done.refused);
  }
  return total;
}

async function saveBatch(
  db: WriteDb,
  entries: readonly RedirectEntry[],
  { now, moveIn, ...addresses }: RedirectSaving,
): Promise<SavedRedirects> {
  const done: SavedRedirects = { saved: 0, kept: 0, refused: [] };
  for (const entry of entries) {
    const read = readEntry(entry, addresses);
    const problem = 'problem' in read ? read : await findCircle(db, entry, read);
    if (problem) {
      done.refused.push(problem);
      continue;
    }
    const { fromPath, target } = read as ReadEntry;
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('redirect')
      .values({ fromPath, target, createdAt: now, moveIn })
      .onConflict((conflict) =>
        moveIn === null
          ? conflict.column('fromPath').doUpdateSet({ target, moveIn })
          : conflict.column('fromPath').doNothing(),
      )
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 1n) done.saved++;
    else done.kept++;
  }
  return done;
}

type ReadEntry = { fromPath: string; target: string };

function readEntry(
  entry: RedirectEntry,
  { siteUrl, isOwnAddress }: Pick<RedirectSaving, 'siteUrl' | 'isOwnAddress'>,
): ReadEntry | RefusedRedirect {
  const fromPath = oldPathOf(entry.from);
  if (!fromPath)
    return { ...entry, field: 'from', problem: 'Enter a path of the old site, such as /2024/05/title' };
  if (isOwn(fromPath, isOwnAddress))
    return { ...entry, field: 'from', problem: 'This address belongs to the site itself' };
  const target = targetOf(entry.to, siteUrl);
  if (!target)
    return { ...entry, field: 'to', problem: 'Enter a path of this site, or an address with https://' };
  return { fromPath, target };
}

/** Whether a key names a page of the site itself. */
export function isOwn(fromPath: string, isOwnAddress: (pathname: string) => boolean): boolean {
  const [pathname = ''] = fromPath.split('?');
  return isOwnAddress(pathname);
}

async function findCircle(
  db: ReadDb,
  entry: RedirectEntry,
  { fromPath, target }: ReadEntry,
): Promise<RefusedRedirect | undefined> {
  if ((await followFrom(db, target, [fromPath])) !== undefined) return undefined;
  return { ...entry, field: 'to', problem: 'This would lead in a circle' };
}

/** Changes a redirect, also its old address. Undefined when it was changed; otherwise why nothing was. */
export async function changeRedirect(
  db: WriteDb,
  fromPath: string,
  entry: RedirectEntry,
  options: Omit<RedirectSaving, 'moveIn'>,
): Promise<RefusedRedirect | undefined> {
  try {
    await inTransaction(db, async (transaction) => {
      await removeRedirect(transaction, fromPath);
      const { refused } = await saveRedirects(transaction, [entry], { ...options, moveIn: null });
      if (refused[0]) throw new Refusal(refused[0]);
    });
  } catch (error) {
    if (error instanceof Refusal) return error.refused;
    throw error;
  }
}

/** Rolls the transaction back. */
class Refusal extends Error {
  readonly refused: RefusedRedirect;

  constructor(refused: RefusedRedirect) {
    super(refused.problem);
    this.refused = refused;
  }
}

/** Deletes a redirect, and returns it. Undefined if there was none. */
export function removeRedirect(db: WriteDb, fromPath: string): Promise<Redirect | undefined> {
  return db.deleteFrom('redirect').where('fromPath', '=', fromPath).returning(columns).executeTakeFirst();
}

/** Deletes the redirects that an import created and nobody has changed since, in batches; returns how many. */
export async function removeRedirectsOf(db: WriteDb, moveIn: string): Promise<number> {
  for (let removed = 0; ; ) {
    const paths = await db
      .selectFrom('redirect')
      .select('fromPath')
      .where('moveIn', '=', moveIn)
      .orderBy('fromPath')
      .limit(BATCH)
      .execute();
    if (paths.length === 0) return removed;
    await db
      .deleteFrom('redirect')
      .where('moveIn', '=', moveIn)
      .where(
        'fromPath',
        'in',
        paths.map(({ fromPath }) => fromPath),
      )
      .execute();
    removed += paths.length;
  }
}

/**
 * The redirects of a batch of imported items, at most a few hundred, in two queries: as `saveRedirects` with `moveIn`,
 * which gets only those that could lead in a circle. Returns how many are new; redirects that exist stay, and the site's
 * own addresses get none.
 */
export async function saveMovedRedirects(
  db: WriteDb,
  entries: RedirectEntry[],
  options: RedirectSaving & { moveIn: string },
): Promise<number> {
  const { now, moveIn, siteUrl, isOwnAddress } = options;
  const read = entries.flatMap((entry) => {
    const [fromPath, target] = [oldPathOf(entry.from), targetOf(entry.to, siteUrl)];
    return fromPath && target && !isOwn(fromPath, isOwnAddress)
      ? [{ entry, fromPath, target, next: oldPathOf(target) ?? '' }]
      : [];
  });
  if (read.length === 0) return 0;
  const nexts = [...new Set(read.map(({ next }) => next))];
  const known = await db.selectFrom('redirect').select('fromPath').where('fromPath', 'in', nexts).execute();
  const froms = new Set([...known, ...read].map(({ fromPath }) => fromPath));
  const isLinked = ({ next }: { next: string }) => froms.has(next);
  const plain = new Map(read.filter((one) => !isLinked(one)).map((one) => [one.fromPath, one]));
  const rows = [...plain.values()].map(({ fromPath, target }) => {
    return { fromPath, target, createdAt: now, moveIn };
  });
  const linked = read.filter(isLinked).map(({ entry }) => entry);
  const { saved } = await saveRedirects(db, linked, options);
  if (rows.length === 0) return saved;
  const added = await db
    .insertInto('redirect')
    .values(rows)
    .onConflict((conflict) => conflict.column('fromPath').doNothing())
    .returning('fromPath')
    .execute();
  return saved + added.length;
}
