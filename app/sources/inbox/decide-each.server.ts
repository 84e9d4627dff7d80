import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import type { Decision } from './decision.ts';
import { readState, setDecision, stateOf } from './decision-state.server.ts';
import { recordAction, sumUp } from './inbox-actions.server.ts';
import { type DecideContext, doneWith, eachOf, type Outcome } from './outcome.server.ts';
import { keepItem, publishEntry } from './publish-entry.server.ts';

/** Decisions about each item on its own. */
export type Simple = Extract<Decision, { action: 'publish' | 'discard' | 'snooze' }>;

/**
 * Decides about entries in the caller's transaction. Each can be undone, or can't, whatever becomes of the others.
 */
export async function decideEach(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Simple,
  batch: string,
): Promise<Outcome[]> {
  const { write } = context;
  const before = await readState(write, entries);
  const outcomes = await carryOut(context, entries, decision);
  const done = outcomes.filter((one) => one.status === 'done');
  if (done.length === 0) return outcomes;
  const after = await readState(write, entries);
  const units = done.map(({ title, published, applied, collection, itemId }) => {
    const place = { collection, itemId };
    const states = { before: stateOf(before, place), after: stateOf(after, place) };
    return { title, places: [place], ...states, published, applied: applied ? [applied] : [] };
  });
  const summary = sumUp(outcomes, decision, context);
  await recordAction(write, { context, action: decision.action, batch, summary, units });
  return outcomes;
}

async function carryOut(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Simple,
): Promise<Outcome[]> {
  if (decision.action === 'publish') return eachOf(entries, (entry) => publishEntry(context, entry));
  if (decision.action === 'snooze') {
    const ids = entries.map(({ id }) => id);
    const change = { snoozedUntil: decision.until };
    await context.write.updateTable('inbox_entry').set(change).where('id', 'in', ids).execute();
    return entries.map(doneWith);
  }
  const [added, changed] = [entries.filter(isNew), entries.filter((entry) => !isNew(entry))];
  await setDecision(context.write, added, 'discarded');
  return [...added.map(doneWith), ...(await eachOf(changed, (entry) => keepItem(context, entry)))];
}

function isNew({ kind }: InboxEntryRow): boolean {
  return kind === 'new';
}
