import type { SampleArticle } from './sample-article.ts';

/** A made-up story from a made-up source, dated relative to the day it is loaded. */
export type SampleNews = SampleArticle & { link: string };
