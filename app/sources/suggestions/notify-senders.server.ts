/** Notices decisions about suggestions, and emails the senders who want to know. */
import type { Collections } from '#app/items/collection/collection.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { Town } from '#app/town/town.ts';
import { listUnnotified } from './own-suggestion.server.ts';
import { decidedLetter } from './suggestion-letters.ts';

/** Long enough to undo a decision before its sender is notified. */
const UNDO_MS = 2 * MINUTE_MS;

const MOST_AT_ONCE = 200;

/**
 * Emails each sender with a confirmed address once, two minutes after it was noticed that a suggestion is on the site or
 * was declined. One that was undone in the
 * meantime is as if it had not been.
 */
export async function notifySenders(
  { write, settings, now }: Pick<Services, 'write' | 'settings' | 'now'>,
  collections: Collections,
  town: Town,
): Promise<void> {
  const at = now();
  const decided = await listUnnotified(write, collections, MOST_AT_ONCE);
  for (const one of decided) {
    const { id, decidedAt, email, confirmedAt, collection, itemId, state, title, reason, note } = one;
    if (decidedAt === null) {
      await write
        .updateTable('suggestion')
        .set({ decidedAt: at, changedAt: at })
        .where('id', '=', id)
        .where('state', '=', state)
        .execute();
      continue;
    }
    if (at - Number(decidedAt) < UNDO_MS) continue;
    await inTransaction(write, async (db) => {
      const marked = await db
        .updateTable('suggestion')
        .set({ notifiedAt: at })
        .where('id', '=', id)
        .where('state', '=', state)
        .where('notifiedAt', 'is', null)
        .executeTakeFirstOrThrow();
      if (marked.numUpdatedRows === 0n || email === null || confirmedAt === null) return;
      const isPublished = state === 'published';
      const url = isPublished ? `${settings.url}/${collection}/${itemId}` : settings.url;
      const letter = decidedLetter(email, { title, url, site: town.title, isPublished, reason, note });
      await queueMail(db, letter, at, `suggestion decided ${id}`);
    });
  }
}
