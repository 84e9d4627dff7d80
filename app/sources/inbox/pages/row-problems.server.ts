import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { readInput } from '#app/sources/import/entry-columns.ts';
import { NOTICES } from '#app/sources/import/put-up-warning.server.ts';
import type { Town } from '#app/town/town.ts';

type ProblemContext = { collections: Collections; town: Town; now: number; siteUrl: string };

/** Why those of the entries whose decision failed can't be published, by their ids. */
export function explainProblems(
  entries: readonly InboxEntryRow[],
  failed: readonly string[],
  { collections, ...context }: ProblemContext,
): Record<string, string> {
  const shown = entries.filter(({ id }) => failed.includes(id));
  return Object.fromEntries(
    shown.map((entry) => {
      if (entry.collection === NOTICES) return [entry.id, 'The warning has expired.'];
      const collection = collections[entry.collection] as Collection;
      const input = { ...readInput(entry), id: entry.itemId };
      const { problems } = entry.kind === 'new' ? parseItem(collection, input, context) : {};
      const sentence = problems && describeProblems(collection, problems);
      return [entry.id, sentence ?? 'It could not be saved. Edit it to see why.'];
    }),
  );
}
