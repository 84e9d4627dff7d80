import { searchPathOf } from '#app/search/search-address.ts';
import type { Town } from '#app/town/town.ts';
import type { FeedAddress } from './feed.ts';
import { feedTitles } from './feed-names.ts';

/** The title and description of a feed, and the path of the corresponding page. */
export type FeedWords = { title: string; description: string; homePath: string };

export function describeFeed(
  { name, source, search }: FeedAddress,
  { title, town, state }: Pick<Town, 'title' | 'town' | 'state'>,
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
  const homePath = name === 'all' ? '/articles' : `/${name}`;
  if (source !== undefined) {
    const called = name === 'all' ? source : `${feedTitles[name]} from ${source}`;
    const what = name === 'all' ? 'Articles and news' : feedTitles[name];
    return { title: `${title}: ${called}`, description: `${what} from ${source}. ${place}`, homePath };
  }
  return {
    title: name === 'all' ? title : `${title}: ${feedTitles[name]}`,
    description: `${contents[name]}. ${place}`,
    homePath,
  };
}

const contents = {
  all: 'Articles, news, events, and polls',
  articles: 'Articles',
  news: 'News',
  events: 'New and changed events',
  polls: 'Polls and their results',
};
