import { type Collections, listHeadings } from '#app/collection/collection.ts';
import { searchPathOf } from '#app/search/search-address.ts';
import type { Town } from '#app/town/town.ts';
import type { FeedAddress } from './feed.ts';

/** The title and description of a feed, and the path of the corresponding page. */
export type FeedWords = { title: string; description: string; homePath: string };

export function describeFeed(
  { name, source, search }: FeedAddress,
  { title, town, state }: Pick<Town, 'title' | 'town' | 'state'>,
  collections: Collections,
): FeedWords {
  const place = `${town}, ${state}.`;
  if (name === 'search') {
    const asked = search ?? { q: '' };
    return {
      title: `${title}: ${asked.q}`,
      description: `Search results for ${asked.q}, newest first. ${place}`,
      homePath: searchPathOf(asked),
    };
  }
  const fed = Object.values(collections).filter(({ feed }) => feed);
  const collection = fed.find((one) => one.name === name);
  const homePath = collection ? `/${name}` : '/articles';
  if (source !== undefined) {
    const called = collection ? `${collection.heading} from ${source}` : source;
    const what = listHeadings(collection ? [collection] : fed.filter(({ feed }) => feed?.listSources));
    return { title: `${title}: ${called}`, description: `${what} from ${source}. ${place}`, homePath };
  }
  return {
    title: collection ? `${title}: ${collection.heading}` : title,
    description: `${collection?.feed?.contents ?? listHeadings(fed)}. ${place}`,
    homePath,
  };
}
