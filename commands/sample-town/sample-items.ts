/**
 * The items of the sample town: made-up texts in the JSON files of this folder, which a build contains. Days count from
 * the day on which the town is loaded, times are on the town's clock (HH:MM), and ids begin with `sample-`.
 */
import articles from './articles.json' with { type: 'json' };
import businesses from './businesses.json' with { type: 'json' };
import events from './events.json' with { type: 'json' };
import news from './news.json' with { type: 'json' };
import pages from './pages.json' with { type: 'json' };
import polls from './polls.json' with { type: 'json' };

type SampleStory = {
  id: string;
  title: string;
  daysAgo: number;
  time: string;
  sourceName: string;
  /** Empty if the source is the site itself. */
  sourceUrl: string;
  /** HTML. */
  description: string;
};

type SampleArticle = SampleStory & {
  /** Without it, lists show the first words. */
  deck?: string;
  byline?: string;
  tags?: string[];
  /** Later than the article. */
  correction?: { daysAgo: number; time: string; text: string };
};

type SampleNews = SampleStory & { link: string };

export type SampleEvent = {
  id: string;
  title: string;
  category?: string;
  /** HTML. */
  description: string;
  eventLocation: string;
  link: string;
  /** '00:00' if it lasts all day. */
  time: string;
  /** As readers see it: '7:00 PM', '10:30 AM to noon', 'All day'. */
  eventTime: string;
  /** `weekly` is the weekday, from 1 for Monday to 7 for Sunday. */
  when: { inDays: number } | { weekly: number; weeks: number };
  image: string;
  /** When it ends: a time before the start is on the next day. */
  until?: string;
  /** How many whole days it lasts. */
  allDays?: number;
  status?: string;
  statusNote?: string;
  /** For a moved event, when it was first scheduled. */
  movedFromInDays?: number;
};

/** It closes, or was closed, at 8 PM, if at all. */
export type SamplePoll = {
  id: string;
  title: string;
  description: string;
  options: string[];
  voters?: string;
  closesInDays?: number;
  closedDaysAgo?: number;
  /** For each option. */
  votes: number[];
  /** Without an account. */
  informalVotes?: number[];
};

/** Phone, website and email are empty if it has none. */
type SampleBusiness = {
  id: string;
  name: string;
  category: string;
  /** HTML. */
  description: string;
  address: string;
  phone: string;
  website: string;
  email: string;
  openingHours: string;
};

type SamplePage = {
  id: string;
  title: string;
  slug: string;
  menu: string;
  checkedDaysAgo: number;
  remindMonths: number;
  /** HTML. */
  description: string;
};

/** Newest first. Their HTML is one line of the file per line. */
export const sampleArticles: SampleArticle[] = articles.map((article) => ({
  ...article,
  description: article.description.join('\n'),
}));
export const sampleNews: SampleNews[] = news;
export const sampleEvents: SampleEvent[] = events;
export const samplePolls: SamplePoll[] = polls;
/** In the order of the directory: by name, without a leading The. */
export const sampleBusinesses: SampleBusiness[] = businesses;
export const samplePages: SamplePage[] = pages.map((page) => ({
  ...page,
  description: page.description.join('\n'),
}));
