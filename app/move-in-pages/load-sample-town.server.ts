import { countSampleKinds } from '#app/admin/sample-town-store.server.ts';
import type { readVisit } from '#app/context.ts';
import { totalOf } from '#app/move-in/move-in.ts';
import { countWords } from './move-in-words.ts';

type Visit = Pick<ReturnType<typeof readVisit>, 'read' | 'town' | 'collections'>;

/** What of the sample town is still on the site, as a sentence; empty without it. */
export async function loadSampleTown({ read, town, collections }: Visit): Promise<string> {
  const counts = await countSampleKinds(read, collections);
  const count = totalOf(counts);
  if (count === 0) return '';
  const words = countWords(counts, new Intl.NumberFormat(town.locale));
  return `${words} of Maple Hollow ${count === 1 ? 'is' : 'are'} still on the site.`;
}
