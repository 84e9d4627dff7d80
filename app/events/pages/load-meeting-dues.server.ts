import { agendaDueAt, minutesDueAt } from '#app/events/meetings/meeting-dues.ts';
import { listOwingMeetings, type MeetingCard } from '#app/events/meetings/meeting-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { daysBetween, formatDayParts, formatTime, townDayOf } from '#app/platform/time/town-time.ts';
import { bodiesOf } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import type { MeetingDue } from './meeting-dues-panel.tsx';

/** What is due later than this is not shown yet. */
const AHEAD_MS = 7 * DAY_MS;

/** The agendas and minutes that the town owes: those of the next week, and late ones, the most urgent first. */
export async function loadMeetingDues(db: ReadDb, town: Town, now: number): Promise<MeetingDue[]> {
  if (bodiesOf(town).length === 0) return [];
  const meetings = await listOwingMeetings(db, now);
  return meetings
    .map((card) => ({ card, at: dueAtOf(card, town, now) }))
    .filter(({ at }) => at < now + AHEAD_MS)
    .sort((one, other) => one.at - other.at)
    .map(({ card, at }) => describe(card, at, { town, now }));
}

/** A meeting that is still to come owes its agenda, a past one its minutes. */
function dueAtOf({ eventDate }: MeetingCard, town: Town, now: number): number {
  return eventDate > now ? agendaDueAt(eventDate, town) : minutesDueAt(eventDate, town);
}

function describe(card: MeetingCard, at: number, { town, now }: { town: Town; now: number }): MeetingDue {
  const { weekday, monthDay } = formatDayParts(card.eventDate, town);
  const about = `${card.title}, ${weekday}, ${monthDay}`;
  const isAgenda = card.eventDate > now;
  const [what, field] = isAgenda ? ['Agenda', 'meetingAgenda'] : ['Minutes', 'meetingMinutes'];
  const days = daysBetween(townDayOf(now, town.timeZone), townDayOf(at, town.timeZone));
  const isLate = at <= now;
  return {
    id: card.id,
    title: isLate
      ? `${what} ${lateBy(days)}`
      : `${what} due ${isAgenda ? `${formatDayParts(at, town).weekday} ${formatTime(at, town)}` : inDays(days)}`,
    about,
    isLate,
    href: `/admin/events/${card.id}#${field}`,
    action: isAgenda ? 'Add agenda' : 'Add minutes',
  };
}

function lateBy(days: number): string {
  if (days === 0) return 'late since today';
  return days === -1 ? '1 day late' : `${-days} days late`;
}

function inDays(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}
