import { formatTime, weekdayNames } from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

/** When the newsletter comes, for readers: 'Fridays at 5:00 PM'. Undefined for what has no schedule. */
export type ScheduleWords = { weekly?: string; daily?: string };

/** The words for the plan in the town's locale. */
export function scheduleWordsOf({ weekly, daily }: NewsletterPlan, locale: string): ScheduleWords {
  const weekday = weekdayNames(1, locale, 'weekday')[weekly.weekday - 1] ?? '';
  return {
    ...(weekly.on ? { weekly: `${weekday}s at ${clockTime(weekly.time, locale)}` } : {}),
    ...(daily.on ? { daily: `Every day at ${clockTime(daily.time, locale)}` } : {}),
  };
}

/** '17:00' as '5:00 PM'. */
function clockTime(time: string, locale: string): string {
  return formatTime(Date.parse(`2026-06-01T${time}:00Z`), { timeZone: 'UTC', locale });
}
