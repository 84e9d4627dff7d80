import type { Block, EventEntry } from '#app/newsletter/issues/edition.ts';
import type { LeftOff, SheetDay, SheetEvent } from './sheet.ts';
import {
  DAY_LINE,
  DAY_TOP,
  EVENT_PADDING,
  HEADING_BOTTOM,
  HEADING_TOP,
  styles,
  TIME_WIDTH,
} from './sheet-styles.ts';
import { breakLines, type Measure, plainText } from './typesetting.ts';

type Events = Extract<Block, { kind: 'events' }>;
type Room = { width: number; room: number; host: string };

/** The events that fit, in their order. `more` says that there are others, where to find them; '' if there are none. */
export function fitEvents(
  { days, more }: Events,
  { width, room, host }: Room,
  measure: Measure,
): { days: SheetDay[]; more: string; leftOff: LeftOff['events'] } {
  const all = days.flatMap(({ events }) => events);
  const shown: SheetDay[] = [];
  // Room for the line about the others is kept from the beginning.
  let left = room - headingHeight() - EVENT_PADDING - styles.place.leading;
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

const DAY_HEIGHT = DAY_TOP + styles.day.leading + DAY_LINE;

function eventOf({ time, title, place, status }: EventEntry): SheetEvent {
  return {
    time: plainText(time),
    title: plainText(status ? `${status}: ${title}` : title),
    place: plainText(place),
  };
}

export function headingHeight(): number {
  return HEADING_TOP + styles.heading.leading + HEADING_BOTTOM;
}

/** The lines of an event on the sheet: its time on the left, title and place on the right. */
export function eventLines({ time, title, place }: SheetEvent, width: number, measure: Measure) {
  const column = { width: width - TIME_WIDTH, measure };
  return {
    time: breakLines(time, styles.place, { width: TIME_WIDTH - 4, most: 3, measure }),
    title: breakLines(title, styles.event, { ...column, most: 3 }),
    place: breakLines(place, styles.place, { ...column, most: 2 }),
  };
}

export function eventHeight(
  event: SheetEvent,
  { width, isFirst }: { width: number; isFirst: boolean },
  measure: Measure,
): number {
  const { time, title, place } = eventLines(event, width, measure);
  const lines = Math.max(time.length, title.length + place.length);
  return 2 * EVENT_PADDING + lines * styles.event.leading + (isFirst ? 0 : DAY_LINE);
}
