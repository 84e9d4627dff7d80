import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { discardSampleItems } from '#app/items/sample-town/sample-town-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import {
  layOutSampleTown,
  type SampleContext,
  type SampleName,
  type SampleRecord,
} from './lay-out-sample-town.ts';
import { samplePolls } from './sample-items.ts';
import { addSampleVotes } from './sample-votes.ts';

/**
 * Loads the sample town of Maple Hollow, with dates relative to the town's day of `now`, and returns how many items it
 * wrote. Loading it again gives it new dates. Items that a user added or edited are never changed, even if they have
 * the id of a sample item. `onProgress` is called with the number of items done, and the total.
 */
export async function loadSampleTown(
  db: WriteDb,
  context: SampleContext,
  onProgress?: (done: number, total: number) => void,
): Promise<number> {
  const town = layOutSampleTown(context);
  const names = Object.keys(collections) as SampleName[];
  const total = names.reduce((sum, name) => sum + town[name].length, 0);
  return inTransaction(db, async (transaction) => {
    await discardSampleItems(transaction, collections);
    let done = 0;
    let written = 0;
    for (const name of names) {
      for (const record of town[name]) {
        if (await addSampleItem(transaction, name, record, context)) written++;
        onProgress?.(++done, total);
      }
      const ids = town[name].map(({ id }) => id);
      await indexItems(transaction, collections[name].source, ids);
    }
    return written;
  });
}

async function addSampleItem(
  db: WriteDb,
  name: SampleName,
  record: SampleRecord,
  context: SampleContext,
): Promise<boolean> {
  const { now, siteUrl } = context;
  const collection: Collection = collections[name];
  const { input, problems } = parseItem(collection, record, { siteUrl });
  if (!input) {
    const [problem] = problems;
    throw new Error(`Sample item ${record.id} of ${name}: ${problem?.field}: ${problem?.message}`);
  }
  const outcome = await collection.store.save(db, input, { now, version: 0, indexesLater: true });
  if (outcome.kind !== 'saved') return false;
  await db.insertInto('sample_item').values({ collection: name, id: record.id }).execute();
  const poll = name === 'polls' ? samplePolls.find(({ id }) => id === record.id) : undefined;
  if (poll) await addSampleVotes(db, poll, context);
  return true;
}
