/** How much of an edition fits into an email. */

import type { Block, Edition, EditionPicture, EventDay } from '#app/newsletter/issues/edition.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';

/** The maximum number of characters of texts, and of items. */
type EmailLimits = {
  title: number;
  deck: number;
  correction: number;
  note: number;
  stories: number;
  events: number;
  corrections: number;
  polls: number;
};

/** From what is usual to what always fits. The text of the editor is cut last. */
export const limitLevels: readonly [EmailLimits, ...EmailLimits[]] = [
  {
    title: 300,
    deck: 400,
    correction: 2000,
    note: 5000,
    stories: 60,
    events: 60,
    corrections: 60,
    polls: 20,
  },
  { title: 200, deck: 160, correction: 600, note: 5000, stories: 40, events: 40, corrections: 20, polls: 10 },
  { title: 150, deck: 80, correction: 300, note: 5000, stories: 25, events: 25, corrections: 10, polls: 6 },
  { title: 120, deck: 0, correction: 200, note: 3000, stories: 12, events: 25, corrections: 6, polls: 4 },
  { title: 100, deck: 0, correction: 100, note: 1500, stories: 6, events: 12, corrections: 3, polls: 2 },
];

/** The first stories have teasers. Few people read further on a phone: the others are a list of titles. */
const WHOLE_STORIES = 5;

/** Those of the stories that the email only names. */
export function briefOf(blocks: Block[]): Set<Block> {
  return new Set(blocks.filter(isStory).slice(WHOLE_STORIES));
}

/** What the email shows; `moreItems` further ones, besides events, are only in the web edition. */
export type ShortEdition = Edition & { moreItems: number };

/** The edition within these limits: every text in it is one line, except the note. */
export function shortened(edition: Edition | ShortEdition, limits: EmailLimits): ShortEdition {
  const { moreItems = 0 } = edition as Partial<ShortEdition>;
  const beyond = (isOne: (block: Block) => boolean, most: number) => edition.blocks.filter(isOne).slice(most);
  const dropped = new Set([
    ...beyond(isStory, limits.stories),
    ...beyond(({ kind }) => kind === 'correction', limits.corrections),
    ...beyond(({ kind }) => kind === 'poll', limits.polls),
  ]);
  return {
    ...edition,
    title: plainLine(edition.title),
    town: plainLine(edition.town),
    subject: edition.written.subject ? plainLine(edition.subject, 300) : emailLineOf(edition.subject, 300),
    preview: edition.written.preview ? plainLine(edition.preview, 300) : emailLineOf(edition.preview, 300),
    postalAddress: plainLine(edition.postalAddress, 300),
    note: cutNote(edition.note, limits.note),
    blocks: edition.blocks.filter((block) => !dropped.has(block)).map((block) => shortBlock(block, limits)),
    moreItems: moreItems + dropped.size,
  };
}

function isStory({ kind }: Block): boolean {
  return kind === 'lead' || kind === 'story';
}

/** Cut between characters; line breaks stay. */
function cutNote(note: string, most: number): string {
  const lines = note.split(/\r\n?|[\n\u0085\u2028\u2029]/).map((line) => plainLine(line, most));
  const characters = [...lines.join('\n')];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : characters.join('');
}

function shortBlock(block: Block, limits: EmailLimits): Block {
  if (block.kind === 'events') return shortEvents(block, limits);
  const title = emailLineOf(block.title, limits.title);
  const source = block.source && emailLineOf(block.source, 100);
  switch (block.kind) {
    case 'poll': {
      const results = block.results.map((result) => ({ ...result, text: emailLineOf(result.text, 120) }));
      return { ...block, title, results, turnout: emailLineOf(block.turnout, 100) };
    }
    case 'correction': {
      const corrections = block.corrections.slice(0, limits.corrections);
      const texts = corrections.map((one) => ({ ...one, text: emailLineOf(one.text, limits.correction) }));
      return { ...block, title, corrections: texts };
    }
    default: {
      const deck = limits.deck === 0 ? '' : emailLineOf(block.deck, limits.deck);
      return { ...block, title, source, deck, picture: block.picture && shortPicture(block.picture) };
    }
  }
}

function shortPicture(picture: EditionPicture): EditionPicture {
  const { alt, credit } = picture;
  return { ...picture, alt: emailLineOf(alt, 300), credit: credit && emailLineOf(credit, 200) };
}

function shortEvents(block: Extract<Block, { kind: 'events' }>, limits: EmailLimits): Block {
  let room = limits.events;
  const days = block.days.flatMap((day): EventDay[] => {
    const shown = day.events.slice(0, room);
    room -= shown.length;
    const events = shown.map((event) => ({
      ...event,
      title: emailLineOf(event.title, limits.title),
      time: emailLineOf(event.time, 60),
      place: emailLineOf(event.place, 120),
      note: emailLineOf(event.note, limits.correction / 10),
      source: event.source && emailLineOf(event.source, 100),
    }));
    return shown.length > 0 ? [{ ...day, events }] : [];
  });
  const all = block.days.reduce((count, { events }) => count + events.length, 0);
  const more = block.more + Math.max(0, all - limits.events);
  return { ...block, title: emailLineOf(block.title, 60), days, more };
}

/** An address, as email programs recognize it and make it a link. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"']+/giu;

/**
 * A text of an item on one line. Email programs would link the addresses in it, but an email leads nowhere except to
 * the site: of each, only its host is left, with places to break in it, so that it is not taken for an address.
 */
function emailLineOf(text: string, most: number): string {
  const unlinked = text.replace(ADDRESS, (address) => {
    const url = URL.parse(/^www/i.test(address) ? `http://${address}` : address);
    return (url?.hostname ?? '').replace(/^www\./, '').replaceAll('.', '.\u200b');
  });
  return plainLine(unlinked, most);
}
