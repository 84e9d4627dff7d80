import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatTime, townTimeInDays, weekdayOf } from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { weekdaysWord } from './plan-words.ts';

/** When an issue is usually sent next, and 'Usually Fridays at 5:00 PM.'; '' without a weekly schedule. */
export type UsualTime = { at: number; words: string };

export async function findUsualTime(db: ReadDb, town: Town, now: number): Promise<UsualTime> {
  const { weekly } = await findNewsletterPlan(db);
  const at = nextWeekly(weekly, town, now);
  const words = weekly.on ? `Usually ${weekdaysWord(weekly.weekday)} at ${formatTime(at, town)}.` : '';
  return { at, words };
}

/** The next time of the weekly issue after `now`, whether or not its schedule is on. */
export function nextWeekly(
  { weekday, time }: Pick<NewsletterPlan['weekly'], 'weekday' | 'time'>,
  { timeZone }: Town,
  now: number,
): number {
  const days = (weekday - weekdayOf(now, timeZone) + 7) % 7;
  const at = townTimeInDays(now, days, time, timeZone);
  return at > now ? at : townTimeInDays(now, days + 7, time, timeZone);
}
