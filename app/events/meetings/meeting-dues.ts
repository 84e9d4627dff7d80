/** When the agenda and the minutes of a meeting are owed. */
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { formatDayParts, formatTime, townTimeInDays, townTimeOf } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { Meeting } from './meeting.ts';

/** The instant by which the agenda of a meeting at `at` must be posted. */
export function agendaDueAt(at: number, { agendaHours }: Pick<Town, 'agendaHours'>): number {
  return at - Number(agendaHours) * HOUR_MS;
}

/** The same of its minutes: the end of the day, which is that many days after the meeting's. */
export function minutesDueAt(at: number, { minutesDays, timeZone }: Pick<Town, 'minutesDays' | 'timeZone'>) {
  return townTimeInDays(at, Number(minutesDays), '23:59', timeZone);
}

/** 'Thursday, November 26, 6:30 PM'; without an hour for the end of a day. */
export function describeDue(at: number, town: Pick<Town, 'timeZone' | 'locale'>): string {
  const { weekday, monthDay } = formatDayParts(at, town);
  const isEndOfDay = townTimeOf(at, town.timeZone).endsWith('23:59');
  return isEndOfDay ? `${weekday}, ${monthDay}` : `${weekday}, ${monthDay}, ${formatTime(at, town)}`;
}

export function hasAgenda(meeting: Pick<Meeting, 'agenda' | 'agendaText'>): boolean {
  return meeting.agenda !== null || meeting.agendaText !== null;
}

export function hasMinutes(meeting: Pick<Meeting, 'minutes' | 'minutesText'>): boolean {
  return meeting.minutes !== null || meeting.minutesText !== null;
}
