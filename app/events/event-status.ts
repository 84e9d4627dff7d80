import { formatEventDate, formatTime, startOfToday, type TownClock } from '#app/platform/time/town-time.ts';
import type { EventCard, EventStatus } from './event.ts';

type Status = Pick<EventCard, 'status'>;
type Change = Pick<EventCard, 'status' | 'statusNote' | 'previousDate' | 'allDay'>;

/** The text of a status: as a mark, and as a sentence. */
export type StatusWords = { tone: 'danger' | 'warning'; word: string; sentence: string };

const words: Record<Exclude<EventStatus, 'scheduled'>, StatusWords> = {
  cancelled: { tone: 'danger', word: 'Canceled', sentence: 'This event is canceled.' },
  postponed: {
    tone: 'warning',
    word: 'Postponed',
    sentence: 'This event is postponed. It will not take place on this date.',
  },
  moved: { tone: 'warning', word: 'Moved', sentence: 'This event has moved.' },
};

/** Undefined for an event that takes place as scheduled. */
export function findStatusWords({ status }: Status): StatusWords | undefined {
  return status === 'scheduled' ? undefined : words[status];
}

/** 'Canceled: Contra dance': the title where the change must be part of the text. */
export function statedTitleOf({ status, title }: Pick<EventCard, 'status' | 'title'>): string {
  const said = findStatusWords({ status });
  return said ? `${said.word}: ${title}` : title;
}

/** 'Moved from 11/21/2026, 7:00 PM': its first date, in the town's time; undefined if it had no other. */
export function movedFrom({ previousDate, allDay }: Change, clock: TownClock): string | undefined {
  if (previousDate === null) return undefined;
  const isDay = allDay || previousDate === startOfToday(previousDate, clock.timeZone);
  const date = formatEventDate(previousDate, clock.timeZone);
  return `Moved from ${date}${isDay ? '' : `, ${formatTime(previousDate, clock)}`}`;
}

/** What changed and the note for readers, in sentences on one line; '' if there is nothing to say. */
export function changesOf(event: Change, clock: TownClock): string {
  const from = movedFrom(event, clock);
  const sentence = from ? `${from}.` : findStatusWords(event)?.sentence;
  return [sentence, event.statusNote].filter(Boolean).join(' ');
}
