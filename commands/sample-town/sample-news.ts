/** A made-up story from a made-up source, dated relative to the load day. */
export type SampleNews = {
  id: string;
  title: string;
  daysAgo: number;
  /** Wall clock of the town, HH:MM. */
  time: string;
  sourceName: string;
  sourceUrl: string;
  link: string;
  /** HTML. */
  description: string;
};
