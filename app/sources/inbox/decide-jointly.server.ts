import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import type { Simple } from './decide-each.server.ts';
import type { Decision } from './decision.ts';
import { listApplied, readStored } from './decision-items.server.ts';
import { compareRules, listRules } from './decision-rules.server.ts';
import { type DecidedItem, readState } from './decision-state.server.ts';
import { recordAction, sumUp } from './inbox-actions.server.ts';
import { mergeEntry, planMerges, planSplits, splitEntry } from './merge-entries.server.ts';
import { type DecideContext, eachOf, type Outcome } from './outcome.server.ts';

/** Decisions about several items at once. */
export type Joint = Exclude<Decision, Simple>;

export function isJoint(decision: Decision): decision is Joint {
  return decision.action === 'merge' || decision.action === 'split';
}

/** Merges or separates entries in the caller's transaction. They can only be undone together. */
export async function decideJointly(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Joint,
  batch: string,
): Promise<Outcome[]> {
  const { write } = context;
  const { places, work } = await planJointly(context, entries, decision);
  const stored = await readStored(context, places);
  const before = await readState(write, places);
  const rules = await listRules(write);
  const outcomes = await work();
  const [first] = outcomes.filter((one) => one.status === 'done');
  if (!first) return outcomes;
  const after = await readState(write, places);
  const applied = await listApplied(context, stored);
  const changedRules = compareRules(rules, await listRules(write));
  const units = [{ title: first.title, places, before, after, applied, rules: changedRules }];
  const summary = sumUp(outcomes, decision, context);
  await recordAction(write, { context, action: decision.action, batch, summary, units });
  return outcomes;
}

async function planJointly(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Joint,
): Promise<{ places: DecidedItem[]; work: () => Promise<Outcome[]> }> {
  const own = placesOf(entries);
  if (decision.action === 'merge') {
    const merges = await planMerges(context, entries, decision.into);
    const targets = merges.map(({ entry, into }) => ({ collection: entry.collection, itemId: into }));
    return { places: [...own, ...targets], work: () => eachOf(merges, (one) => mergeEntry(context, one)) };
  }
  const splits = await planSplits(context.write, entries, decision.duplicate);
  const duplicates = [...splits.values()].flat();
  return {
    places: [...own, ...duplicates.map(({ collection, ownId }) => ({ collection, itemId: ownId }))],
    work: () => eachOf(entries, (entry) => splitEntry(context, entry, splits.get(entry.id) ?? [])),
  };
}

function placesOf(entries: DecidedItem[]): DecidedItem[] {
  return entries.map(({ collection, itemId }) => ({ collection, itemId }));
}
