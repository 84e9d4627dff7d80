/** Puts back what a decision changed, apart from the items. */
import { restoreContribution } from '#app/items/drafts/contribution-store.server.ts';
import { syncCheck } from '#app/items/reported/checked-item-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { idsByCollection, type RuleChange, type SenderBlock, type Unit } from './decision-record.server.ts';

/** Brings back the entries, rows and rules as they were before the decision, in the caller's transaction. What people have sent since stays. */
export async function restoreState(db: WriteDb, { places, before, after, rules }: Unit): Promise<void> {
  const known = [...before.entries, ...after.entries].map(({ id }) => id);
  for (const [collection, ids] of idsByCollection(places))
    await db
      .deleteFrom('inbox_entry')
      .where('collection', '=', collection)
      .where('itemId', 'in', ids)
      .where(({ or, eb }) => or([eb('kind', 'in', ['new', 'change']), eb('id', 'in', [...known, ''])]))
      .execute();
  for (const entry of before.entries) await db.insertInto('inbox_entry').values(entry).execute();
  for (const { collection, ownId, ...row } of before.rows)
    await db
      .updateTable('source_item')
      .set(row)
      .where('collection', '=', collection)
      .where('ownId', '=', ownId)
      .execute();
  for (const { id, collection: _, ...state } of before.suggestions ?? [])
    await db.updateTable('suggestion').set(state).where('id', '=', id).execute();
  for (const made of after.blocks ?? [])
    await restoreBlock(
      db,
      made,
      before.blocks?.find(({ sender }) => sender === made.sender),
    );
  for (const contribution of before.contributions ?? []) await restoreContribution(db, contribution);
  if (rules) await restoreRules(db, rules);
  for (const place of places) await syncCheck(db, place);
}

/** Ends a block that the decision made, unless another decision has blocked the sender since. */
async function restoreBlock(db: WriteDb, made: SenderBlock, before: SenderBlock | undefined): Promise<void> {
  const { sender, blockedAt, until } = made;
  if (before?.blockedAt === blockedAt && before.until === until) return;
  const isLast = db
    .selectFrom('blocked_sender')
    .select('sender')
    .where('sender', '=', sender)
    .where('blockedAt', '=', blockedAt)
    .where('until', '=', until);
  if (!(await isLast.executeTakeFirst())) return;
  await db.deleteFrom('blocked_sender').where('sender', '=', sender).execute();
  if (!before) return;
  const { suggestion: _, ...row } = before;
  await db.insertInto('blocked_sender').values(row).execute();
}

/** Removes the rules that were written, and writes those that were removed. */
async function restoreRules(db: WriteDb, { written, removed }: RuleChange): Promise<void> {
  for (const { kind, one, other } of written)
    await db
      .deleteFrom('match_rule')
      .where('kind', '=', kind)
      .where('one', '=', one)
      .where('other', '=', other)
      .execute();
  for (const rule of removed)
    await db
      .insertInto('match_rule')
      .values(rule)
      .onConflict((conflict) => conflict.columns(['kind', 'one', 'other']).doNothing())
      .execute();
}
