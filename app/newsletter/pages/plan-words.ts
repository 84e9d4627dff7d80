import { formatLongDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

const weekdays = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'];

/** 'Fridays', for 1 = Monday … 7 = Sunday. */
export function weekdaysWord(weekday: number): string {
  return weekdays[weekday - 1] ?? '';
}

/** When issues are sent: 'Fridays at 5:00 PM'. Empty without a schedule. */
export function scheduleWords({ weekly, daily }: NewsletterPlan, locale: string): string[] {
  return [
    ...(weekly.on ? [`${weekdaysWord(weekly.weekday)} at ${clockTimeOf(weekly.time, locale)}`] : []),
    ...(daily.on ? [`Every day at ${clockTimeOf(daily.time, locale)}`] : []),
  ];
}

/** What happens to an automatic issue, in words. */
export const reviewWords: Record<NewsletterPlan['review'], string> = {
  none: 'Each issue is sent without review.',
  'wait-skip': 'Each issue waits for your OK. Without it, the issue is skipped.',
  'wait-send': 'Each issue waits for your OK. Without it, the issue is sent anyway.',
};

/** '5:00 PM' for '17:00'; '' if it is not a time. */
export function clockTimeOf(time: string, locale: string): string {
  const [, hour, minute] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  if (hour === undefined) return '';
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return format.format(Date.UTC(2026, 0, 1, Number(hour), Number(minute)));
}

/** 'Friday, November 20, 2026, 5:00 PM' */
export function timeWords(at: number, clock: TownClock): string {
  return `${formatLongDate(at, clock)}, ${formatTime(at, clock)}`;
}
