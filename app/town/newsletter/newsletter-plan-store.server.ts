import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Town } from '#app/town/town.ts';
import {
  defaultNewsletterPlan,
  type NewsletterPlan,
  newsletterNameOf,
  newsletterPlanSchema,
} from './newsletter-plan.ts';

/** The plan as last saved. The default sends nothing. */
export async function findNewsletterPlan(db: ReadDb): Promise<NewsletterPlan> {
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', 'plan')
    .executeTakeFirst();
  const parsed = newsletterPlanSchema.safeParse(row ? JSON.parse(row.value) : {});
  return parsed.success ? parsed.data : defaultNewsletterPlan;
}

/** It must have passed `newsletterPlanSchema`. */
export async function saveNewsletterPlan(db: WriteDb, plan: NewsletterPlan): Promise<void> {
  const value = JSON.stringify(plan);
  await db
    .insertInto('newsletter_setting')
    .values({ name: 'plan', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The newsletter's name, as readers see it. */
export async function findNewsletterName(db: ReadDb, town: Pick<Town, 'town' | 'title'>): Promise<string> {
  return newsletterNameOf(await findNewsletterPlan(db), town);
}
