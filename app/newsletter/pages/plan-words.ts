import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { clockTimeOf } from './clock-time.ts';

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
