/** What an editor can decide about what waits in the inbox, what that does to items, and what becomes of them. */
import type { CollectionName, Problem } from '#app/items/collection/collection.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import type { EntryKind, InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { instantOfTownTime, townTimeInDays, weekdayOf } from '#app/platform/time/town-time.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import type { Town } from '#app/town/town.ts';

export const actions = ['publish', 'discard', 'merge', 'split', 'snooze'] as const;

export type Action = (typeof actions)[number];

/**
 * `until` is an instant (UTC epoch milliseconds). `into` is an item, or an entry of the inbox, which takes over what was
 * decided about. `duplicate` is the own id of the one that becomes an item again, all of them if it is absent. `reason`
 * and `note` are for the reader who sent what is discarded, and with `block` can send nothing for 7 days.
 */
export type Decision =
  | { action: 'publish' }
  | { action: 'discard'; reason?: string | undefined; note?: string | undefined; block?: boolean | undefined }
  | { action: 'snooze'; until: number }
  | { action: 'merge'; into: string }
  | { action: 'split'; duplicate?: string | undefined };

/** The decisions with this action. */
export type DecisionOf<A extends Action> = Extract<Decision, { action: A }>;

type ReadDecision = { decision: Decision; problem?: undefined } | { decision?: undefined; problem: string };

/** Snoozed items return at this time of the town. */
const MORNING = '07:00';

/**
 * The decision with this name; `until` is 'tomorrow', 'week' for the next Monday, or a day ('2026-11-30') of the town.
 * `problem` is a sentence.
 */
export function readDecision(
  name: unknown,
  {
    until,
    into,
    duplicate,
    reason,
    note,
    block,
  }: { [field in 'until' | 'into' | 'duplicate' | 'reason' | 'note' | 'block']?: unknown },
  { town, now }: { town: Town; now: number },
): ReadDecision {
  const action = readAction(name);
  if (!action) return { problem: 'Choose what to do.' };
  if (action === 'merge')
    return into ? { decision: { action, into: String(into) } } : { problem: 'Choose an item.' };
  if (action === 'split')
    return { decision: { action, duplicate: duplicate ? String(duplicate) : undefined } };
  if (action === 'discard')
    return { decision: { action, ...wordsOf(reason, note), ...(block ? { block: true } : {}) } };
  if (action !== 'snooze') return { decision: { action } };
  const at = morningOf(String(until ?? ''), town, now);
  if (at === undefined) return { problem: 'Choose a day.' };
  return at <= now ? { problem: 'Choose a day after today.' } : { decision: { action, until: at } };
}

/** The most characters of a reason and of a note. */
export const MOST_REASON = 200;
export const MOST_NOTE = 1000;

function wordsOf(reason: unknown, note: unknown): { reason?: string; note?: string } {
  const [why, more] = [String(reason ?? '').trim(), String(note ?? '').trim()];
  return {
    ...(why ? { reason: why.slice(0, MOST_REASON).toWellFormed() } : {}),
    ...(more ? { note: more.slice(0, MOST_NOTE).toWellFormed() } : {}),
  };
}

export function readAction(name: unknown): Action | undefined {
  return actions.find((action) => action === name);
}

function morningOf(until: string, { timeZone }: Town, now: number): number | undefined {
  if (until === 'tomorrow') return townTimeInDays(now, 1, MORNING, timeZone);
  if (until === 'week') return townTimeInDays(now, 8 - weekdayOf(now, timeZone), MORNING, timeZone);
  return /^\d{4}-\d{2}-\d{2}$/.test(until) ? instantOfTownTime(`${until}T${MORNING}`, timeZone) : undefined;
}

/** 'Published “Ferry schedule changes”.' A `change` is one at the source of something public, a `report` a reader's. */
export function describeDone(
  { action, kind }: { action: Action; kind: EntryKind },
  what: string,
  until = '',
): string {
  if (kind === 'change' && action === 'publish') return `Took over the source’s changes of ${what}.`;
  if (kind === 'report' && action === 'publish') return `Corrected ${what}.`;
  if (kind === 'report' && action === 'discard') return `Left ${what} as it is.`;
  if (kind === 'suggestion' && action === 'discard') return `Declined ${what}.`;
  if (kind === 'draft' && action === 'discard') return `Handed back ${what}.`;
  if (kind === 'change' && action === 'discard') return `Kept ${what} as it is.`;
  const words = {
    publish: 'Published',
    discard: 'Discarded',
    merge: 'Merged',
    split: 'Separated the duplicates of',
    snooze: 'Snoozed',
  };
  return `${words[action]} ${what}${until ? ` until ${until}` : ''}.`;
}

/** What decisions work with. `now` is an instant (UTC epoch milliseconds). */
export type DecideContext = Omit<ImportContext, 'now'> & { now: number; by: Editor };

/** An item of the site, whether it exists already or only waits. */
export type DecidedItem = { collection: CollectionName; itemId: string };

type About = Pick<InboxEntryRow, 'id' | 'title' | 'kind' | 'collection' | 'itemId' | 'stack'>;

export type Done = About & { status: 'done' };

/**
 * What became of an entry. `refused` ones still wait: `problem` is a sentence, `errors` name the fields. `gone`: no such
 * entry waits; it may have been decided already.
 */
export type Outcome =
  | Done
  | (About & { status: 'refused'; problem: string; errors: Problem[] })
  | { id: string; status: 'gone' };

/**
 * `places` are the items that `work` may change, or with `keepsItems` only what is known about them. `work` takes one entry
 * after the other, as a transaction requires. What a joint plan did can only be undone together, otherwise each item on
 * its own.
 */
export type Plan = {
  places: DecidedItem[];
  work: () => Promise<Outcome[]>;
  isJoint?: true;
  keepsItems?: true;
};

/** A kind of decision, as a function: it plans what it does with entries, in the caller's transaction. */
export type Verb<A extends Action> = (
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: DecisionOf<A>,
) => Plan | Promise<Plan>;

export function decidedItems(entries: DecidedItem[]): DecidedItem[] {
  return entries.map(({ collection, itemId }) => ({ collection, itemId }));
}

export function doneWith(entry: InboxEntryRow): Done {
  return { ...aboutOf(entry), status: 'done' };
}

export function refusedWith(entry: InboxEntryRow, problem: string, errors: Problem[] = []): Outcome {
  return { ...aboutOf(entry), status: 'refused', problem, errors };
}

function aboutOf({ id, title, kind, collection, itemId, stack }: InboxEntryRow): About {
  return { id, title, kind, collection, itemId, stack };
}
