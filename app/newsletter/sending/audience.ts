import type { Issue } from '#app/newsletter/issues/issue.ts';
import type { Frequency, NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

/**
 * Which subscribers an issue is for. Who chose the daily newsletter gets the weekly one while there is no daily one, so
 * that nobody who subscribed gets nothing.
 */
export function frequenciesOf(
  { audience }: Pick<Issue, 'audience'>,
  { daily }: Pick<NewsletterPlan, 'daily'>,
): Frequency[] {
  if (audience === 'everyone') return ['weekly', 'daily'];
  if (audience === 'daily') return ['daily'];
  return daily.on ? ['weekly'] : ['weekly', 'daily'];
}
