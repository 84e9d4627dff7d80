/** Suggestions of events that nobody decided in time. */

import type { Fields } from '#app/items/provenance/said-fields.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { endsAtOf } from '#app/sources/import/feed-fields.server.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import type { Town } from '#app/town/town.ts';

/** What the sender reads. */
const PASSED = 'The date has passed';

/**
 * Takes waiting events of readers that are over out of the inbox. They are not published, with the reason; nobody declined
 * them. `now` is UTC epoch milliseconds.
 */
export function expireSuggestions(
  db: WriteDb,
  { timeZone }: Pick<Town, 'timeZone'>,
  now: number,
): Promise<void> {
  return inTransaction(db, async (write) => {
    await lockName(write, SOURCE_ITEMS);
    const begun = await write
      .selectFrom('inbox_entry')
      .select(['id', 'itemId', 'item', 'startAt'])
      .where('kind', '=', 'suggestion')
      .where('collection', '=', 'events')
      .where('item', 'is not', null)
      .where('startAt', '<=', now)
      .execute();
    for (const entry of begun) {
      const input: Fields = JSON.parse(entry.item ?? '{}');
      if ((endsAtOf(input, timeZone) ?? Number(entry.startAt)) > now) continue;
      await write.deleteFrom('inbox_entry').where('id', '=', entry.id).execute();
      await write
        .updateTable('suggestion')
        .set({ state: 'declined', reason: PASSED, changedAt: now })
        .where('collection', '=', 'events')
        .where('itemId', '=', entry.itemId)
        .where('state', '=', 'waiting')
        .execute();
    }
  });
}
