import { restoreEntries } from '#app/items/trash/restore-trash.server.ts';
import type { TrashEntry } from '#app/items/trash/trash-store.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';

type Args = Parameters<typeof writeVisit>[0];

/**
 * Restores entries and records it. `problems` lists those that stayed in the trash, as the query of the trash page that
 * explains why.
 */
export async function restoreFromTrash(
  args: Args,
  trashIds: string[],
  { asDraft = false } = {},
): Promise<{ restored: TrashEntry[]; problems: URLSearchParams }> {
  const { write, now, collections } = writeVisit(args);
  const outcomes = await restoreEntries(write, collections, trashIds, { now, asDraft });
  const restored: TrashEntry[] = [];
  const problems = new URLSearchParams();
  for (const { kind, entry } of outcomes) {
    if (kind !== 'restored') {
      problems.append(kind, entry.id);
      continue;
    }
    restored.push(entry);
    await noteDone(args, 'item-restored', `/${entry.collection}/${entry.itemId} ${entry.title}`);
  }
  return { restored, problems };
}
