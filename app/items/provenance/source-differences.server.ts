/** How an item differs from what its sources say, for its editors. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type FieldChange, isEdited, listChanges, presentFields } from './item-changes.server.ts';
import { type Credit, listCredits } from './source-item-store.server.ts';

/**
 * `credits` are those of the item, the one that leads first; none for an item without a source. `edited` are the fields
 * that an editor wrote, which no update changes. `changes` is what the source has changed since, and nobody has decided.
 */
export type SourceDifferences = { credits: Credit[]; edited: string[]; changes: FieldChange[] };

/** `input` is the item's, as it is stored. */
export async function findSourceDifferences(
  db: ReadDb,
  { collection, id }: { collection: string; id: string },
  input: Record<string, unknown>,
  siteUrl: string,
): Promise<SourceDifferences> {
  const [leader, ...others] = (await listCredits(db, collection, [id])).get(id) ?? [];
  if (!leader) return { credits: [], edited: [], changes: [] };
  const credits: [Credit, ...Credit[]] = [leader, ...others];
  const present = presentFields(collection, input, siteUrl);
  return {
    credits,
    edited: Object.entries(present).flatMap(([field, value]) =>
      isEdited(credits, field, value) ? [field] : [],
    ),
    changes: listChanges(present, credits),
  };
}
