/** What a decision changed of the rules about duplicates. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MatchRuleRow } from '#app/platform/database/tables/tables.ts';

export type RuleChange = { written: MatchRuleRow[]; removed: MatchRuleRow[] };

/** All rules. */
export function listRules(db: ReadDb): Promise<MatchRuleRow[]> {
  return db.selectFrom('match_rule').select(['kind', 'one', 'other', 'createdAt', 'createdBy']).execute();
}

export function compareRules(before: MatchRuleRow[], after: MatchRuleRow[]): RuleChange {
  const [old, present] = [new Set(before.map(nameOf)), new Set(after.map(nameOf))];
  return {
    written: after.filter((rule) => !old.has(nameOf(rule))),
    removed: before.filter((rule) => !present.has(nameOf(rule))),
  };
}

/** Removes the rules that were written, and writes those that were removed. */
export async function restoreRules(db: WriteDb, { written, removed }: RuleChange): Promise<void> {
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

function nameOf({ kind, one, other }: MatchRuleRow): string {
  return JSON.stringify([kind, one, other]);
}
