/**
 * Why nothing can be changed on a site: another moment of it is shown, it is being written as files, or it is frozen.
 * `sentence` is plain text; it is on every page, and in the response to everything that would change something.
 */
export type ReadOnly = {
  kind: 'frozen' | 'another-day' | 'static';
  sentence: string;
  /** Another day in the past: which votes had been cast by then is not stored, only how many. */
  isPast?: boolean;
  /** The bar of another day, where there are other days to go to. */
  bar?: DayBar | undefined;
  /** What is still accepted although it is no reading request; nothing by default. */
  accepts?: (address: URL) => boolean;
  /** Pages that are there although their forms are not accepted: they leave those out. */
  shows?: (address: URL) => boolean;
};

/** The moment in the time of the town ('2026-11-01T23:59'), and others as addresses name them; `day` is 'Sat 11/28'. */
export type DayBar = {
  at: string;
  previous: { at: string; day: string };
  next: { at: string; day: string };
  /** When the clock shows the same time again. */
  again: string | undefined;
};
