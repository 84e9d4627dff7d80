export type SampleArticle = {
  /** Stable id, `sample-` plus a short slug: ^sample-[a-z0-9-]{3,60}$ */
  id: string;
  title: string;
  /** Whole days before the day it is loaded (0 = today). */
  daysAgo: number;
  /** Wall clock of the town, HH:MM, 06:00–20:00. */
  time: string;
  sourceName: string;
  /** https://example.org/… for invented papers; '' when sourceName is the site itself */
  sourceUrl: string;
  /** The short summary; without it, lists show its first words. */
  deck?: string;
  byline?: string;
  tags?: string[];
  /** A note for readers, later than the article. */
  correction?: { daysAgo: number; time: string; text: string };
  /** HTML as an editor would write it. */
  description: string;
};
