import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  findNewsletterSetting,
  saveNewsletterSetting,
} from '#app/platform/mail/newsletter-setting.server.ts';
import type { Town } from '#app/town/town.ts';
import {
  defaultNewsletterPlan,
  type NewsletterPlan,
  newsletterNameOf,
  newsletterPlanSchema,
} from './newsletter-plan.ts';

/** The plan as last saved. The default sends nothing. */
export async function findNewsletterPlan(db: ReadDb): Promise<NewsletterPlan> {
  const value = await findNewsletterSetting(db, 'plan');
  const parsed = newsletterPlanSchema.safeParse(JSON.parse(value ?? '{}'));
  return parsed.success ? parsed.data : defaultNewsletterPlan;
}

/** It must have passed `newsletterPlanSchema`. */
export function saveNewsletterPlan(db: WriteDb, plan: NewsletterPlan): Promise<void> {
  return saveNewsletterSetting(db, 'plan', JSON.stringify(plan));
}

/** The newsletter's name, as readers see it. */
export async function findNewsletterName(db: ReadDb, town: Pick<Town, 'town' | 'title'>): Promise<string> {
  return newsletterNameOf(await findNewsletterPlan(db), town);
}
