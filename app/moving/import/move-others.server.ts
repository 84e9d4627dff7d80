/** Imports sources and redirects, whose own stores keep them from being there twice. */

import type { FoundRedirect, FoundSource } from '#app/moving/formats/format.ts';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import { findRedirect, isOwn, saveRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { sourceSchema } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import { findMoved, keyOf, pictureKeyOf, recordMoved } from './moved-items.server.ts';
import type { Run } from './run.server.ts';

type Other = FoundSource | FoundRedirect;

/** Imports a batch. What was imported before stays as it is here, also if it was removed. */
export async function moveOthers(run: Run, batch: Other[]): Promise<void> {
  for (const [kind, all] of Map.groupBy(batch, (one) => one.kind)) {
    run.tally.count('found', kind, all.length);
    const keys = all.map(keyOfOther);
    const known = await findMoved(run.db, kind, keys);
    for (const [at, one] of all.entries()) {
      const key = keys[at] as (typeof keys)[number];
      const isTwice = run.scratch.note({ ...key, kind }, '') !== undefined;
      if (isTwice || known.has(keyOf(key))) run.tally.count('skipped', kind);
      else await moveOther(run, one, key);
    }
  }
}

function keyOfOther(one: Other) {
  return { origin: one.origin, key: pictureKeyOf(one.kind === 'sources' ? one.address : one.from) };
}

type Result = { column: 'moved' | 'skipped'; itemId: string | null } | { field: string; problem: string };

async function moveOther(run: Run, one: Other, key: { origin: string; key: string }): Promise<void> {
  const { db, tally, isDry, moveIn, now } = run;
  const refused = one.doubts.filter(({ verdict }) => verdict === 'refused');
  const title = one.kind === 'sources' ? one.name : one.from;
  for (const doubt of one.doubts) tally.note({ ...doubt, place: one.place, title });
  if (refused.length > 0) return tally.count('refused', one.kind);
  const result = await inTransaction(db, async (transaction) => {
    const step = { ...run, db: transaction };
    const outcome = one.kind === 'sources' ? await moveSource(step, one) : await moveRedirect(step, one);
    if ('column' in outcome && !isDry) {
      const row = { ...key, kind: one.kind, itemId: outcome.itemId, tag: null, takenHash: null, moveIn };
      await recordMoved(transaction, [row], now);
    }
    return outcome;
  });
  if ('column' in result) return tally.count(result.column, one.kind);
  tally.count('refused', one.kind);
  tally.note({ verdict: 'refused', class: 'invalid', ...result, place: one.place, title });
}

/** As the list of another program is imported in the admin: everything it brings is reviewed first. */
async function moveSource({ db, now, isDry }: Run, { address, name }: FoundSource): Promise<Result> {
  const parsed = sourceSchema.safeParse({ address, name: name.slice(0, 200), feeds: 'news' });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { field: String(issue?.path[0] ?? ''), problem: issue?.message ?? 'It is not a feed' };
  }
  const existing = await db
    .selectFrom('source')
    .select('id')
    .where('address', '=', parsed.data.address)
    .where('removedAt', 'is', null)
    .executeTakeFirst();
  if (existing) return { column: 'skipped', itemId: null };
  if (isDry) return { column: 'moved', itemId: null };
  const { outcome, id } = await addSource(db, parsed.data, { by: null, now });
  return outcome === 'added' ? { column: 'moved', itemId: id } : { column: 'skipped', itemId: null };
}

async function moveRedirect(
  { db, now, isDry, moveIn, settings, isOwnAddress }: Run,
  { from, to }: FoundRedirect,
): Promise<Result> {
  const key = oldPathOf(from);
  if (key && (await findRedirect(db, key))) return { column: 'skipped', itemId: null };
  if (isDry && key && !isOwn(key, isOwnAddress)) return { column: 'moved', itemId: null };
  const saving = { now, moveIn, siteUrl: settings.url, isOwnAddress };
  const { saved, refused } = await saveRedirects(db, [{ from, to }], saving);
  const [problem] = refused;
  if (problem) return { field: problem.field, problem: problem.problem };
  return { column: saved > 0 ? 'moved' : 'skipped', itemId: null };
}
