/** What is decided about drafts that contributors handed in. */
import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { handBack } from '#app/items/drafts/hand-in.server.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { type DecideContext, type DecisionOf, doneWith, type Outcome, refusedWith } from './decision.ts';

const CHANGED = 'Someone else has just changed this. Try again.';

/** Publishes a draft as it is now: its author may have changed it after handing it in. */
export async function publishDraft(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { write, town, siteUrl, now, by } = context;
  const collection = context.collections[entry.collection] as Collection;
  const { itemId } = entry;
  const stored = await findForEditor(collection, write, itemId);
  if (stored?.publication !== 'draft') return { id: entry.id, status: 'gone' };
  const parsed = parseItem(collection, { ...stored.input, id: itemId }, { siteUrl, town, now });
  if (parsed.problems)
    return refusedWith(entry, describeProblems(collection, parsed.problems), parsed.problems);
  const seen = { version: stored.version, updatedAt: stored.updatedAt };
  const outcome = await revised(write, collection, itemId, { by, now }, (db) =>
    collection.store.save(db, parsed.input, { now, publishAt: now, ...seen, draft: seen }),
  );
  if (outcome.kind === 'refused')
    return refusedWith(entry, describeProblems(collection, outcome.problems), outcome.problems);
  return outcome.kind === 'conflict' ? refusedWith(entry, CHANGED) : doneWith(entry);
}

/** Hands drafts back, with the editor's reason and note. */
export function returnDrafts(
  { write, now }: DecideContext,
  entries: InboxEntryRow[],
  { reason, note }: DecisionOf<'discard'>,
): Promise<Outcome[]> {
  const words = [reason, note].filter(Boolean).join('. ');
  return Array.fromAsync(entries, async (entry): Promise<Outcome> => {
    const { collection, itemId, id } = entry;
    const isDone = await handBack(write, { collection, itemId }, { note: words, now });
    return isDone ? doneWith(entry) : { id, status: 'gone' };
  });
}
