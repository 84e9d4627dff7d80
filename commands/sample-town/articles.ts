import { businessAndFarmArticles } from './articles-business-and-farms.ts';
import { peopleAndHistoryArticles } from './articles-people-and-history.ts';
import { riverAndGardenArticles } from './articles-river-and-garden.ts';
import { roadsAndWeatherArticles } from './articles-roads-and-weather.ts';
import { schoolAndLibraryArticles } from './articles-school-and-library.ts';
import { townHallArticles } from './articles-town-hall.ts';
import type { SampleArticle } from './sample-article.ts';

export type { SampleArticle } from './sample-article.ts';

/** Every sample article, newest first. */
export const sampleArticles: SampleArticle[] = [
  ...townHallArticles,
  ...roadsAndWeatherArticles,
  ...riverAndGardenArticles,
  ...schoolAndLibraryArticles,
  ...businessAndFarmArticles,
  ...peopleAndHistoryArticles,
].sort((one, other) => one.daysAgo - other.daysAgo);
