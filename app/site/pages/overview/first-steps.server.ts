import type { Collections } from '#app/items/collection/collection.ts';
import { hasSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { hasSources } from '#app/sources/checks/read-sources.server.ts';
import { findFirstStepsState } from '#app/town/first-steps-state.server.ts';
import type { Town } from '#app/town/town.ts';
import { listMissingFields, listMissingNames } from '#app/town/town-names.ts';

/**
 * Which of the first steps are done. `missing` are the town's facts that are not entered yet, as text: 'title', 'contact
 * address'; `missingField` is the first of them in Settings.
 */
export type FirstStepsDone = {
  missing: string[];
  missingField: string | undefined;
  hasOwnArticle: boolean;
  hasSources: boolean;
  hasSampleTown: boolean;
};

/**
 * The first steps of a site that was set up in the browser or has a sample town, until they are all done or dismissed;
 * otherwise null.
 */
export async function findFirstSteps(
  db: ReadDb,
  town: Town,
  collections: Collections,
): Promise<FirstStepsDone | null> {
  const state = await findFirstStepsState(db);
  if (state === 'dismissed') return null;
  const hasSampleTown = await hasSampleItems(db, collections);
  if (!hasSampleTown && state !== 'open') return null;
  const steps = {
    missing: listMissingNames(town, true),
    missingField: listMissingFields(town, true)[0],
    hasOwnArticle: await hasOwnArticle(db),
    hasSources: await hasSources(db),
    hasSampleTown,
  };
  const isDone = steps.missing.length === 0 && steps.hasOwnArticle && steps.hasSources && !hasSampleTown;
  return isDone ? null : steps;
}

async function hasOwnArticle(db: ReadDb): Promise<boolean> {
  const samples = db.selectFrom('sample_item').select('sample_item.id').where('collection', '=', 'articles');
  const found = await db.selectFrom('article').select('id').where('id', 'not in', samples).limit(1).execute();
  return found.length > 0;
}
