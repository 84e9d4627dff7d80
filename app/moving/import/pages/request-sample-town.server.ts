import { countSampleKinds } from '#app/items/sample-town/sample-town-store.server.ts';
import { totalOf } from '#app/moving/import/import-run.ts';
import type { readContext } from '#app/people/request/context.ts';
import { countWords } from './import-words.ts';

type RequestContext = Pick<ReturnType<typeof readContext>, 'read' | 'town' | 'collections'>;

/** What of the sample town is still on the site, as a sentence; empty without it. */
export async function loadSampleTown({ read, town, collections }: RequestContext): Promise<string> {
  const counts = await countSampleKinds(read, collections);
  const count = totalOf(counts);
  if (count === 0) return '';
  const words = countWords(counts, new Intl.NumberFormat(town.locale));
  return `${words} of Maple Hollow ${count === 1 ? 'is' : 'are'} still on the site.`;
}
