import { restoreEntries } from '#app/items/trash/restore-trash.server.ts';
import type { TrashEntry } from '#app/items/trash/trash-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';

type Args = Parameters<typeof writeContext>[0];

/**
 * Restores entries and records it. `problems` lists those that stayed in the trash, as the query of the trash page that
 * explains why.
 */
export async function restoreFromTrash(
  args: Args,
  trashIds: string[],
  { asDraft = false } = {},
): Promise<{ restored: TrashEntry[]; problems: URLSearchParams }> {
  const { write, now, collections } = writeContext(args);
  const outcomes = await restoreEntries(write, collections, trashIds, { now, asDraft });
  const restored: TrashEntry[] = [];
  const problems = new URLSearchParams();
  for (const { kind, entry } of outcomes) {
    if (kind !== 'restored') {
      problems.append(kind, entry.id);
      continue;
    }
    restored.push(entry);
    await recordActivity(args, 'item-restored', `/${entry.collection}/${entry.itemId} ${entry.title}`);
  }
  return { restored, problems };
}
