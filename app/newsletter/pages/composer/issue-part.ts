/** What the composer shows of an item of an issue. */
export type ShownPart = {
  /** '<collection>/<id>'; 'events/*' for the block of upcoming events. */
  key: string;
  title: string;
  /** 'Article', 'Poll'. */
  kind: string;
  /** When it was published or is open, as text; '' if it has no date. */
  when: string;
  /** The single events of the block, and how many there are in addition. */
  more: number;
  events: { key: string; title: string; when: string }[];
};
