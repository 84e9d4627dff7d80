/** The content of an issue at a moment, as plain JSON: the email, the web edition and the paper edition show it. */
import type { TownDay } from '#app/platform/time/town-time.ts';
import { type Topic, topics } from '#app/town/newsletter/newsletter-plan.ts';

/**
 * A picture of the library, or a drawing of the sample town, whose `id` is ''. `address` is the path of a JPEG of at
 * least 960 pixels if it is that large.
 */
export type EditionPicture = {
  id: string;
  address: string;
  /** As uploaded. */
  width: number;
  height: number;
  alt: string;
  credit: string | null;
  focalPoint: number;
  color: string;
};

/** `path` is the item's page on this site, `source` who published it, null for an item of this site. */
type Item = { id: string; title: string; path: string; source: string | null };

export type StoryEntry = Item & {
  /** `minutes`: those of a meeting, whose event has the id. */
  collection: 'articles' | 'news' | 'minutes';
  /** Its collection's heading: 'Articles'. */
  label: string;
  deck: string;
  /** 'November 20, 2026', and the instant. */
  date: string;
  at: number;
  picture: EditionPicture | null;
};

export type EventEntry = Item & {
  collection: 'events';
  /** '11/21/2026, 9:00 AM', or 'until 11/25/2026' for one that began before. */
  when: string;
  /** The same without the date: '9:00 AM'. */
  time: string;
  place: string;
  /** 'Canceled', 'Postponed', 'Moved' or 'Unconfirmed'; null for an event that takes place as announced. */
  status: string | null;
  /** What readers need to know about the status; ''. */
  note: string;
};

/** A day of the town with its events: 'Saturday', 'Nov', '21', 'November 21'. */
export type EventDay = {
  day: TownDay;
  weekday: string;
  month: string;
  number: string;
  date: string;
  events: EventEntry[];
};

type PollResult = { text: string; share: string; votes: string };

export type PollEntry = Item & {
  collection: 'polls';
  isOpen: boolean;
  /** 'Open until December 1, 2026, 8:00 PM' */
  time: string;
  /** When voting ends: 'December 1, 2026'; null without an end, and for a closed poll. */
  until: string | null;
  /** What can be chosen. */
  options: string[];
  /** Of a closed poll with public results, the first option has the most votes; empty otherwise. */
  results: PollResult[];
  /** 'Results, 412 votes'; '' without results. */
  turnout: string;
};

export type CorrectionEntry = Item & {
  collection: 'corrections';
  corrections: { date: string; at: number; text: string }[];
};

export type Block =
  | ({ kind: 'lead' } & StoryEntry)
  | ({ kind: 'story' } & StoryEntry)
  /** `more` events are not listed. */
  | { kind: 'events'; title: string; path: string; days: EventDay[]; more: number }
  | ({ kind: 'poll' } & PollEntry)
  | ({ kind: 'correction' } & CorrectionEntry);

export type Edition = {
  /** The newsletter's name. */
  title: string;
  /** The site's name. */
  town: string;
  /** The town's day on which it is sent, and 'November 20, 2026'. */
  day: TownDay;
  date: string;
  locale: string;
  /** Null until sending begins. */
  number: number | null;
  subject: string;
  preview: string;
  /** Whether an editor wrote them: otherwise they follow from what the reader's version contains. */
  written: { subject: boolean; preview: boolean };
  /** Plain text; an empty line separates paragraphs. */
  note: string;
  postalAddress: string;
  blocks: Block[];
  /** The id of the urgent notice that it emails; such an edition has only a note. */
  urgent?: string;
};

/** The topic that subscribers choose to get such blocks. */
function topicOf({ kind }: Pick<Block, 'kind'>): Topic {
  if (kind === 'events') return 'events';
  return kind === 'poll' ? 'polls' : 'stories';
}

/** The topics that the edition has something of, in the usual order. */
export function topicsOf({ blocks, urgent }: Pick<Edition, 'blocks' | 'urgent'>): Topic[] {
  if (urgent !== undefined) return ['urgent'];
  const present = new Set(blocks.map(topicOf));
  return topics.filter((topic) => present.has(topic));
}

/** The edition with only the blocks of these topics. */
export function forTopics(edition: Edition, chosen: readonly Topic[]): Edition {
  return { ...edition, blocks: edition.blocks.filter((block) => chosen.includes(topicOf(block))) };
}

/** Whether there is nothing in it. Such an issue is not sent, whatever its opening note says. */
export function isEmpty({ blocks }: Pick<Edition, 'blocks'>): boolean {
  return blocks.length === 0;
}
