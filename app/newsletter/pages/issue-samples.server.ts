import type { Collections } from '#app/items/collection/collection.ts';
import { listSampleKeys } from '#app/items/sample-town/sample-town-store.server.ts';
import { type Issue, keyOf } from '#app/newsletter/issues/issue.ts';
import type { IssueContext } from '#app/newsletter/issues/resolve-issue.server.ts';
import { findArrangement } from '#app/newsletter/pages/composer/shown-parts.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

type Context = IssueContext & { collections: Collections };

/** How many items of the sample town an issue contains that has not been sent. */
export async function countSamplesIn(db: ReadDb, context: Context, issue: Issue): Promise<number> {
  const samples = await listSampleKeys(db, context.collections);
  if (samples.size === 0) return 0;
  const { parts, order } = await findArrangement(db, context, issue);
  const out = new Set(issue.choices.out.map(keyOf));
  const shown = parts.filter(({ key }) => order.items.includes(key));
  const keys = shown.flatMap(({ key, events }) => [key, ...events.map((event) => event.key)]);
  return keys.filter((key) => samples.has(key) && !out.has(key)).length;
}
