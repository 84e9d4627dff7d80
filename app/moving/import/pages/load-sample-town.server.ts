import { countSampleKinds } from '#app/items/sample-town/sample-town-store.server.ts';
import { totalOf } from '#app/moving/import/move-in.ts';
import type { readVisit } from '#app/people/request/context.ts';
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
