import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Consent } from './subscriber.ts';

/**
 * The kind of rows of `moved_item` with the consent of a person whose address is not confirmed yet: `itemId` is the
 * account, `tag` the instant in UTC epoch milliseconds, `takenHash` the source.
 */
export const MOVED_CONSENT = 'consents';

/** What these accounts agreed to in the system that they came from, by account. */
export async function findMovedConsents(db: ReadDb, userIds: string[]): Promise<Map<string, Consent>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('moved_item')
    .select(['itemId', 'tag', 'takenHash'])
    .where('kind', '=', MOVED_CONSENT)
    .where('itemId', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ itemId, tag, takenHash }) => [itemId ?? '', { source: takenHash ?? '', at: Number(tag) }]),
  );
}
