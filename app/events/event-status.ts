import { formatEventDate, formatTime, startOfToday, type TownClock } from '#app/time/town-time.ts';
import type { EventCard, EventStatus } from './event.ts';

type Status = Pick<EventCard, 'status'>;
type Change = Pick<EventCard, 'status' | 'statusNote' | 'previousDate' | 'allDay'>;

/** How a state reads: as a mark, and as a sentence. */
export type StatusWords = { tone: 'danger' | 'warning'; word: string; sentence: string };

const words: Record<Exclude<EventStatus, 'scheduled'>, StatusWords> = {
  cancelled: { tone: 'danger', word: 'Cancelled', sentence: 'This event is cancelled.' },
  postponed: {
    tone: 'warning',
    word: 'Postponed',
    sentence: 'This event is postponed. It will not take place on this date.',
  },
  moved: { tone: 'warning', word: 'Moved', sentence: 'This event has moved.' },
};

/** Undefined of an event that takes place as scheduled. */
export function findStatusWords({ status }: Status): StatusWords | undefined {
  return status === 'scheduled' ? undefined : words[status];
}

/** 'Cancelled: Contra dance': the title where nothing but text can say that something changed. */
export function statedTitleOf({ status, title }: Pick<EventCard, 'status' | 'title'>): string {
  const said = findStatusWords({ status });
  return said ? `${said.word}: ${title}` : title;
}

/** 'Moved from 11/21/2026, 7:00 PM': the date it had at first, by the town's clock; undefined where it had no other. */
export function movedFrom({ previousDate, allDay }: Change, clock: TownClock): string | undefined {
  if (previousDate === null) return undefined;
  const isDay = allDay || previousDate === startOfToday(previousDate, clock.timeZone);
  const date = formatEventDate(previousDate, clock.timeZone);
  return `Moved from ${date}${isDay ? '' : `, ${formatTime(previousDate, clock)}`}`;
}

/** What changed and what readers need to know about it, in sentences on one line; '' where there is nothing to say. */
export function changesOf(event: Change, clock: TownClock): string {
  const from = movedFrom(event, clock);
  const sentence = from ? `${from}.` : findStatusWords(event)?.sentence;
  return [sentence, event.statusNote].filter(Boolean).join(' ');
}
