/** Forgets decided suggestions after a while, with the addresses of their senders. */
import type { WriteDb } from '#app/platform/database/handles.ts';
import { removePicture } from '#app/platform/media/remove-picture.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS, YEAR_MS } from '#app/platform/time/durations.ts';

/** How many days a suggestion and its sender's address are stored after its last change. */
export const KEPT_DAYS = 90;

const MOST_AT_ONCE = 100;

/**
 * Deletes suggestions that were declined or withdrawn more than 90 days ago, their pictures unless something uses them,
 * the addresses of senders after 90 days, and blocks that have ended. The private link of what was published works for a
 * year. Published items stay.
 */
export async function purgeSuggestions(
  db: WriteDb,
  sources: TextSource[],
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  await db.deleteFrom('blocked_sender').where('until', '<=', now).execute();
  await db
    .updateTable('suggestion')
    .set({ email: null, emailHash: null })
    .where('email', 'is not', null)
    .where('state', '<>', 'waiting')
    .where('changedAt', '<=', now - KEPT_DAYS * DAY_MS)
    .execute();
  while (!signal?.aborted) {
    const old = await db
      .selectFrom('suggestion')
      .select(['id', 'picture'])
      .where(({ or, and, eb }) =>
        or([
          and([
            eb('state', 'in', ['declined', 'withdrawn']),
            eb('changedAt', '<=', now - KEPT_DAYS * DAY_MS),
          ]),
          and([eb('state', '=', 'published'), eb('changedAt', '<=', now - YEAR_MS)]),
        ]),
      )
      .limit(MOST_AT_ONCE)
      .execute();
    for (const { id, picture } of old) {
      if (picture !== null) await forgetPicture(db, sources, picture, now);
      await db.deleteFrom('suggestion').where('id', '=', id).execute();
    }
    if (old.length < MOST_AT_ONCE) return;
  }
}

/** One that something uses stays in the library. */
async function forgetPicture(
  db: WriteDb,
  sources: TextSource[],
  picture: string,
  now: number,
): Promise<void> {
  const hidden = await db
    .selectFrom('hidden_picture')
    .select('picture')
    .where('picture', '=', picture)
    .executeTakeFirst();
  if (!hidden) return;
  const { kind } = await removePicture(db, sources, picture, now);
  if (kind !== 'used') await db.deleteFrom('hidden_picture').where('picture', '=', picture).execute();
}
