import { hash } from 'node:crypto';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { problemsByField } from '#app/platform/forms/field-problems.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { type NewsletterPlan, newsletterPlanSchema } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan, saveNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { PlanValues } from './plan-form.tsx';

/** The plan as its form shows it, without the secret key. */
export function planValuesOf(plan: NewsletterPlan): PlanValues {
  return {
    name: plan.name,
    weeklyOn: String(plan.weekly.on),
    weekday: String(plan.weekly.weekday),
    weeklyTime: plan.weekly.time,
    dailyOn: String(plan.daily.on),
    dailyTime: plan.daily.time,
    review: plan.review,
    ahead: String(plan.ahead),
    postalAddress: plan.postalAddress,
    perMinute: String(plan.perMinute),
    perDomainPerMinute: String(plan.perDomainPerMinute),
    bounceAddress: plan.bounceAddress,
    verp: String(plan.verp),
    provider: plan.webhook.provider,
    key: '',
  };
}

/** Names the state of the plan that a form was opened with. */
export function planTagOf(plan: NewsletterPlan): string {
  return hash('sha256', JSON.stringify(planValuesOf(plan)), 'base64url').slice(0, 16);
}

/** Fields of the plan by the names in the form, where they differ. */
const formNames: Record<string, keyof PlanValues> = {
  'weekly.weekday': 'weekday',
  'weekly.time': 'weeklyTime',
  'daily.time': 'dailyTime',
  'webhook.provider': 'provider',
  'webhook.key': 'key',
};

type PlanOutcome =
  | { kind: 'saved' }
  | { kind: 'refused'; problems: FieldProblems; version: string }
  | { kind: 'conflict'; version: string };

/**
 * Saves the plan that was typed into a form with the version `opened`, if that is known: a `conflict` when the plan
 * was changed since. `version` is that of the present plan.
 */
export function savePlan(db: WriteDb, values: PlanValues, opened: string | undefined): Promise<PlanOutcome> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, 'newsletter-plan');
    const present = await findNewsletterPlan(transaction);
    const version = planTagOf(present);
    const { plan, problems } = readPlan(values, present);
    if (!plan) return { kind: 'refused', problems, version };
    if (opened !== undefined && opened !== version) return { kind: 'conflict', version };
    await saveNewsletterPlan(transaction, plan);
    return { kind: 'saved' };
  });
}

/** The plan that was typed. Without a new key, the present one stays while the provider does. */
function readPlan(
  values: PlanValues,
  present: NewsletterPlan,
): { plan: NewsletterPlan; problems?: undefined } | { plan?: undefined; problems: FieldProblems } {
  const { provider } = values;
  const keptKey = provider === present.webhook.provider ? present.webhook.key : '';
  const key = provider === '' ? '' : values.key.trim() || keptKey;
  const read = newsletterPlanSchema.safeParse({
    name: values.name,
    weekly: { on: values.weeklyOn === 'true', weekday: Number(values.weekday), time: values.weeklyTime },
    daily: { on: values.dailyOn === 'true', time: values.dailyTime },
    review: values.review,
    ahead: wholeNumber(values.ahead),
    postalAddress: values.postalAddress,
    perMinute: wholeNumber(values.perMinute),
    perDomainPerMinute: wholeNumber(values.perDomainPerMinute),
    bounceAddress: values.bounceAddress,
    verp: values.verp === 'true',
    webhook: { provider, key },
  });
  const problems = Object.fromEntries(
    Object.entries(problemsByField(read.error)).map(([name, text]) => [formNames[name] ?? name, text]),
  );
  if (values.bounceAddress.trim() !== '' && !parseEmailAddress(values.bounceAddress))
    problems.bounceAddress = 'Enter an email address';
  if (provider !== '' && key === '') problems.key = 'Enter the signing key of the provider';
  return read.success && Object.keys(problems).length === 0 ? { plan: read.data } : { problems };
}

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
}
