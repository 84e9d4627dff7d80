import type { Edition } from '#app/newsletter/issues/edition.ts';

/** What a paper edition is made from. `url` is the site's public origin. */
export type PaperFacts = { edition: Edition; url: string; size: PaperSize };

export type SheetPicture = {
  address: string;
  width: number;
  height: number;
  alt: string;
  focalPoint: number;
};

/** Deck and source fit on the sheet: a long deck ends with an ellipsis. */
export type SheetStory = { title: string; deck: string; source: string | null; picture: SheetPicture | null };

export type SheetEvent = { time: string; title: string; place: string };

export type SheetDay = { title: string; events: SheetEvent[] };

/** The usual height of the picture, or less where there is little room. */
export type PictureShare = 1 | 0.8 | 0.6 | 0;

/** `more` options are not on the sheet. */
export type SheetPoll = { question: string; options: string[]; more: number; note: string };

/** What did not fit or has no place on a sheet, by titles; `events` counts those that the issue doesn't list, either. */
export type LeftOff = { stories: string[]; events: { titles: string[]; count: number }; others: string[] };

/** The content of one sheet, all of which fits on it. */
export type Sheet = {
  size: PaperSize;
  /** The site's name, and the lines below it. */
  name: string;
  date: string;
  language: string;
  stories: SheetStory[];
  /** How much of its usual height the picture of the first story has; 0 without one. */
  pictureShare: PictureShare;
  events: { title: string; days: SheetDay[]; more: string } | null;
  poll: SheetPoll | null;
  /** The address of the QR code, and in words. */
  url: string;
  host: string;
  leftOff: LeftOff;
};

export const SUBTITLE = 'The week on one sheet';
export const FREE = 'Free. Please leave it on the wall.';
export const CODE_TITLE = 'More stories and updates';
export const CODE_TEXT = 'Point your phone at the code, or type the address.';

/** A sheet of paper and its margins, in points of 1/72 inch. */
export type Paper = { width: number; height: number; marginX: number; marginY: number };

export const MM = 72 / 25.4;

export const papers = {
  letter: { width: 612, height: 792, marginX: 12 * MM, marginY: 10 * MM },
  a4: { width: 595.28, height: 841.89, marginX: 12 * MM, marginY: 11 * MM },
} as const satisfies Record<string, Paper>;

export type PaperSize = keyof typeof papers;

/** Letter unless the address says `?size=a4`. */
export function readPaperSize(query: URLSearchParams): PaperSize {
  return query.get('size')?.toLowerCase() === 'a4' ? 'a4' : 'letter';
}
