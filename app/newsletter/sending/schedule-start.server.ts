import type { WriteDb } from '#app/platform/database/handles.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';

const SCHEDULE = 'schedule';
const SKIPPED = 'skipped';

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
  const row = await findSetting(db, SCHEDULE);
  const known = row === undefined ? undefined : (JSON.parse(row) as { schedule: string; since: number });
  if (known?.schedule === schedule) return known.since;
  await saveSetting(db, SCHEDULE, JSON.stringify({ schedule, since: now }));
  return now;
}

/** Whether there was nothing to send on this occasion, the last one of its kind. */
export async function isSkipped(db: WriteDb, occasion: string): Promise<boolean> {
  return (await findSetting(db, SKIPPED)) === occasion;
}

export function skipOccasion(db: WriteDb, occasion: string): Promise<void> {
  return saveSetting(db, SKIPPED, occasion);
}

async function findSetting(db: WriteDb, name: string): Promise<string | undefined> {
  const row = db.selectFrom('newsletter_setting').select('value').where('name', '=', name);
  return (await row.executeTakeFirst())?.value;
}

async function saveSetting(db: WriteDb, name: string, value: string): Promise<void> {
  await db
    .insertInto('newsletter_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
