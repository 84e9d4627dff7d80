/**
 * Decides what is on the sheet, so that everything fits on one page whatever an issue contains: the drawing and the page
 * use what it decided.
 */
import type { Block, Edition, EventEntry, PollEntry } from '#app/newsletter/issues/edition.ts';
import { daysBetween } from '#app/platform/time/town-time.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { fitStories } from './fit-stories.ts';
import {
  type LeftOff,
  type PaperFacts,
  papers,
  type Sheet,
  type SheetDay,
  type SheetEvent,
  type SheetPoll,
} from './sheet.ts';
import * as s from './sheet-styles.ts';
import { balanceLines, breakLines, type Measure, plainText } from './typesetting.ts';

/** What is on the sheet, and what is left off. `measure` measures the fonts of the sheet. */
export function fitSheet({ edition, url, size }: PaperFacts, measure: Measure): Sheet {
  const paper = papers[size];
  const { blocks } = edition;
  const host = new URL(url).host;
  const stories = blocks.filter((block) => block.kind === 'lead' || block.kind === 'story');
  const listed = blocks.find((block) => block.kind === 'events');
  const polls = blocks.filter((block) => block.kind === 'poll');
  const asked = polls.find(({ isOpen, options }) => isOpen && options.length > 0);

  const width = paper.width - 2 * paper.marginX;
  const foot = fitFoot({ poll: asked, host, width, most: paper.height * 0.36 }, measure);
  const room = paper.height - 2 * paper.marginY - s.HEAD_HEIGHT - s.FOOT_GAP - foot.height - s.SPARE;
  const columns = s.columnsOf(width, { hasStories: stories.length > 0, hasEvents: listed !== undefined });
  const chosen = fitStories(stories, { width: columns.stories, room }, measure);
  const events = listed && fitEvents(listed, { width: columns.events, room, host }, measure);

  const leftOff: LeftOff = {
    stories: stories.slice(chosen.stories.length).map(({ title }) => plainText(title)),
    events: events?.leftOff ?? { titles: [], count: 0 },
    others: [...polls.filter((poll) => poll !== asked), ...corrections(blocks)].map(({ title }) =>
      plainText(title),
    ),
  };
  return {
    size,
    name: plainText(edition.town),
    date: `${weekdayOf(edition)}${edition.date}`,
    language: languageOfTexts(edition.locale),
    stories: chosen.stories,
    pictureShare: chosen.pictureShare,
    events: events && events.days.length > 0 ? { title: eventsTitle(edition, listed), ...events } : null,
    poll: foot.poll,
    url,
    host,
    leftOff,
  };
}

function corrections(blocks: Block[]) {
  return blocks.filter((block) => block.kind === 'correction');
}

/** 'Friday, ', in the language of the edition. */
function weekdayOf({ day, locale }: Edition): string {
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' });
  return `${weekday.format(Date.parse(`${day}T00:00:00Z`))}, `;
}

function eventsTitle({ day }: Edition, { days }: Extract<Block, { kind: 'events' }>): string {
  return daysBetween(day, days.at(-1)?.day ?? day) <= 8 ? 'This week' : 'Coming up';
}

type Foot = { poll: PollEntry | undefined; host: string; width: number; most: number };

/** The poll with the options that fit, and the height of the whole foot, which is at most `most` with a usual question. */
function fitFoot(
  { poll, host, width, most }: Foot,
  measure: Measure,
): { poll: SheetPoll | null; height: number } {
  const code = s.HEADING_TOP + s.styles.heading.leading + s.HEADING_BOTTOM + s.QR;
  if (!poll) return { poll: null, height: code };
  const { poll: column } = s.footColumnsOf(width, true);
  const options = poll.options.map(plainText);
  let shown = options.length;
  const sheetPoll = () => pollOf(poll, options.slice(0, shown), options.length - shown, host);
  while (shown > 1 && pollHeight(sheetPoll(), column, measure) > most) shown--;
  return { poll: sheetPoll(), height: Math.max(code, pollHeight(sheetPoll(), column, measure)) };
}

function pollOf({ title, until }: PollEntry, options: string[], more: number, host: string): SheetPoll {
  const others = more > 0 ? `${more} more ${more === 1 ? 'choice' : 'choices'} online. ` : '';
  const end = until ? `, by ${until}` : '';
  return {
    question: `One question: ${plainText(title)}`,
    options,
    more,
    note: `${others}Vote at ${host}${end}.`,
  };
}

/** The lines of the poll on the sheet. */
export function pollLines({ question, options, note }: SheetPoll, width: number, measure: Measure) {
  return {
    question: balanceLines(question, s.styles.heading, { width, most: 4, measure }),
    options: options.map((option) =>
      breakLines(option, s.styles.option, { width: width - s.BOX - s.BOX_GAP, most: 2, measure }),
    ),
    note: breakLines(note, s.styles.note, { width, most: 3, measure }),
  };
}

function pollHeight(poll: SheetPoll, width: number, measure: Measure): number {
  const { question, options, note } = pollLines(poll, width, measure);
  const count = options.reduce((sum, lines) => sum + lines.length, 0);
  return (
    s.HEADING_TOP +
    question.length * s.styles.heading.leading +
    s.HEADING_BOTTOM +
    count * s.styles.option.leading +
    note.length * s.styles.note.leading
  );
}

type Events = Extract<Block, { kind: 'events' }>;
type Room = { width: number; room: number; host: string };

/** The events that fit, in their order. `more` says that there are others, where to find them; '' if there are none. */
function fitEvents(
  { days, more }: Events,
  { width, room, host }: Room,
  measure: Measure,
): { days: SheetDay[]; more: string; leftOff: LeftOff['events'] } {
  const all = days.flatMap(({ events }) => events);
  const shown: SheetDay[] = [];
  // Room for the line about the others is kept from the beginning.
  let left = room - headingHeight() - s.EVENT_PADDING - s.styles.place.leading;
  for (const { weekday, date, events } of days) {
    const day: SheetDay = { title: plainText(`${weekday}, ${date}`), events: [] };
    for (const event of events.map(eventOf)) {
      const isFirst = day.events.length === 0;
      const cost = (isFirst ? DAY_HEIGHT : 0) + eventHeight(event, { width, isFirst }, measure);
      left -= cost;
      if (left < 0) break;
      day.events.push(event);
    }
    if (day.events.length > 0) shown.push(day);
    if (left < 0) break;
  }
  const rest = all.slice(shown.reduce((count, { events }) => count + events.length, 0));
  const hidden = rest.length + more;
  return {
    days: shown,
    more: hidden > 0 ? `And ${hidden} more at ${host}` : '',
    leftOff: { titles: rest.map(({ title }) => plainText(title)), count: hidden },
  };
}

const DAY_HEIGHT = s.DAY_TOP + s.styles.day.leading + s.DAY_LINE;

function eventOf({ time, title, place, status }: EventEntry): SheetEvent {
  return {
    time: plainText(time),
    title: plainText(status ? `${status}: ${title}` : title),
    place: plainText(place),
  };
}

export function headingHeight(): number {
  return s.HEADING_TOP + s.styles.heading.leading + s.HEADING_BOTTOM;
}

/** The lines of an event on the sheet: its time on the left, title and place on the right. */
export function eventLines({ time, title, place }: SheetEvent, width: number, measure: Measure) {
  const column = { width: width - s.TIME_WIDTH, measure };
  return {
    time: breakLines(time, s.styles.place, { width: s.TIME_WIDTH - 4, most: 3, measure }),
    title: breakLines(title, s.styles.event, { ...column, most: 3 }),
    place: breakLines(place, s.styles.place, { ...column, most: 2 }),
  };
}

export function eventHeight(
  event: SheetEvent,
  { width, isFirst }: { width: number; isFirst: boolean },
  measure: Measure,
): number {
  const { time, title, place } = eventLines(event, width, measure);
  const lines = Math.max(time.length, title.length + place.length);
  return 2 * s.EVENT_PADDING + lines * s.styles.event.leading + (isFirst ? 0 : s.DAY_LINE);
}
