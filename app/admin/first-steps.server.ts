import type { Collections } from '#app/collection/collection.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { hasSources } from '#app/sources/read-sources.server.ts';
import type { Town } from '#app/town/town.ts';
import { listMissingNames } from '#app/town/town-names.ts';
import { hasSampleItems } from './sample-town-store.server.ts';

/** Which of the first steps are done. */
export type FirstStepsDone = { isNamed: boolean; hasOwnArticle: boolean; hasSources: boolean };

/** The first steps of a site that still shows the sample town; null for any other site. */
export async function findFirstSteps(
  db: ReadDb,
  town: Town,
  collections: Collections,
): Promise<FirstStepsDone | null> {
  if (!(await hasSampleItems(db, collections))) return null;
  return {
    isNamed: listMissingNames(town, true).length === 0,
    hasOwnArticle: await hasOwnArticle(db),
    hasSources: await hasSources(db),
  };
}

async function hasOwnArticle(db: ReadDb): Promise<boolean> {
  const samples = db.selectFrom('sample_item').select('sample_item.id').where('collection', '=', 'articles');
  const found = await db.selectFrom('article').select('id').where('id', 'not in', samples).limit(1).execute();
  return found.length > 0;
}
