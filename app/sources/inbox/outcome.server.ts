import type { Collection, CollectionName, Collections } from '#app/items/collection/collection.ts';
import type { Problem } from '#app/items/collection/problem.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import type { ImportContext } from '#app/sources/import/import-context.ts';
import type { Town } from '#app/town/town.ts';
import type { Applied, Unit } from './decision-state.server.ts';

/** `now` is an instant (UTC epoch milliseconds), `siteUrl` the site's origin. */
export type DecideContext = {
  write: WriteDb;
  collections: Collections;
  town: Town;
  siteUrl: string;
  now: number;
  by: Editor;
};

/** The same for what imports do. */
export function importContextOf({ write, collections, town, siteUrl, now }: DecideContext): ImportContext {
  return { write, collections, town, siteUrl, now: () => now };
}

type About = {
  id: string;
  title: string;
  kind: 'new' | 'change';
  collection: CollectionName;
  itemId: string;
  stack: string;
};

/**
 * What became of an entry. `refused` ones still wait: `problem` is a sentence, `errors` name the fields. `gone`: no such
 * entry waits; it may have been decided already.
 */
export type Outcome =
  | (About & { status: 'done'; published?: Unit['published']; applied?: Applied })
  | (About & { status: 'refused'; problem: string; errors: Problem[] })
  | { id: string; status: 'gone' };

/** An entry that was decided. */
export function doneWith(entry: InboxEntryRow): Extract<Outcome, { status: 'done' }> {
  return { ...aboutOf(entry), status: 'done' };
}

/** An entry that could not be decided, and still waits. */
export function refusedWith(entry: InboxEntryRow, problem: string, errors: Problem[] = []): Outcome {
  return { ...aboutOf(entry), status: 'refused', problem, errors };
}

/** The same for an item that its collection does not accept. */
export function invalid(entry: InboxEntryRow, collection: Collection, problems: Problem[]): Outcome {
  return refusedWith(entry, describeProblems(collection, problems), problems);
}

function aboutOf({ id, title, kind, collection, itemId, stack }: InboxEntryRow): About {
  return { id, title, kind, collection, itemId, stack };
}

/** Works one after the other, as a transaction requires. */
export async function eachOf<One>(list: One[], work: (one: One) => Promise<Outcome>): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const one of list) outcomes.push(await work(one));
  return outcomes;
}
