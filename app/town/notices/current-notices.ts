/** Which notices are shown at a moment, and until when. */
import { DAY_MS } from '#app/platform/time/durations.ts';
import {
  formatDate,
  formatDayParts,
  formatLongDate,
  formatTime,
  type TownClock,
} from '#app/platform/time/town-time.ts';
import { type Notice, noticeKinds } from './notice.ts';

export type NoticeState = 'later' | 'current' | 'past';

export function stateOf({ startsAt, endsAt }: Pick<Notice, 'startsAt' | 'endsAt'>, now: number): NoticeState {
  if (now >= endsAt) return 'past';
  return now >= startsAt ? 'current' : 'later';
}

/** The notices to show at `now`, the worst first, then the newest; and when that changes, Infinity for never. */
export function currentNotices(
  notices: readonly Notice[],
  now: number,
): { current: Notice[]; until: number } {
  const rank = ({ kind }: Notice) => noticeKinds.indexOf(kind);
  return {
    current: notices
      .filter((notice) => stateOf(notice, now) === 'current')
      .sort(
        (one, other) =>
          rank(one) - rank(other) || other.startsAt - one.startsAt || (one.id < other.id ? -1 : 1),
      ),
    until: Math.min(
      ...notices.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt]).filter((instant) => instant > now),
      Number.POSITIVE_INFINITY,
    ),
  };
}

const WEEK_MS = 7 * DAY_MS;

/** 'Sunday 8:00 AM', with its date if that is a week away; for a copy that is read later, with the year. */
export function formatEnd(
  endsAt: number,
  clock: TownClock,
  { now, isCopy = false }: { now: number; isCopy?: boolean },
): string {
  const time = formatTime(endsAt, clock);
  if (isCopy) return `${formatLongDate(endsAt, clock)}, ${time}`;
  const { weekday, monthDay } = formatDayParts(endsAt, clock);
  if (endsAt - now < WEEK_MS - DAY_MS) return `${weekday} ${time}`;
  if (endsAt - now < 300 * DAY_MS) return `${weekday}, ${monthDay}, ${time}`;
  return `${formatDate(endsAt, clock)}, ${time}`;
}
