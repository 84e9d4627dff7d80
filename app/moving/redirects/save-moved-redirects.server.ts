import type { WriteDb } from '#app/platform/database/handles.ts';
import { oldPathOf, targetOf } from './old-path.ts';
import { isOwn, type RedirectEntry, type RedirectSaving, saveRedirects } from './redirect-store.server.ts';

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
