import { earlierNews } from './news-earlier.ts';
import { recentNews } from './news-recent.ts';
import type { SampleNews } from './sample-news.ts';

export type { SampleNews } from './sample-news.ts';

export const sampleNews: SampleNews[] = [...recentNews, ...earlierNews];
