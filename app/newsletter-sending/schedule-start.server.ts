import type { WriteDb } from '#app/database/handles.ts';
import type { NewsletterPlan } from '#app/town/newsletter-plan.ts';

const SETTING = 'schedule';

/**
 * Since when (UTC epoch milliseconds) the schedule is as it is now; `now` if it has changed since the last call, or was
 * restored. Occasions before that are not made up for.
 */
export async function findScheduleStart(
  db: WriteDb,
  { weekly, daily }: Pick<NewsletterPlan, 'weekly' | 'daily'>,
  now: number,
): Promise<number> {
  const schedule = JSON.stringify([weekly, daily]);
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  const known = row && (JSON.parse(row.value) as { schedule: string; since: number });
  if (known?.schedule === schedule) return known.since;
  const value = JSON.stringify({ schedule, since: now });
  await db
    .insertInto('newsletter_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
  return now;
}
