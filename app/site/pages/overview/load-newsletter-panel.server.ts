import { listIssues } from '#app/newsletter/issues/issue-store.server.ts';
import { findUsualTime } from '#app/newsletter/pages/composer/load-composer.server.ts';
import { timeWords } from '#app/newsletter/pages/plan-words.ts';
import { countActiveSince, countSubscribers } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatTime, townDayOf } from '#app/platform/time/town-time.ts';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';

/** The next issue and who gets it. `open` is the page where it is edited. */
export type NextNewsletter = {
  name: string;
  next: string;
  subscribers: string;
  open: { href: string; label: string };
};

const WEEK_MS = 7 * DAY_MS;
const MOST_OPEN = 20;

/** Null on a site that sends no newsletter: without issues in preparation, a schedule and subscribers. */
export async function loadNewsletterPanel(
  db: ReadDb,
  town: Town,
  now: number,
): Promise<NextNewsletter | null> {
  const plan = await findNewsletterPlan(db);
  const { items } = await listIssues(db, { states: ['draft', 'scheduled', 'sending'] }, { limit: MOST_OPEN });
  const { active } = await countSubscribers(db);
  if (items.length === 0 && !plan.weekly.on && active === 0) return null;
  const soonest = items
    .filter(({ state }) => state === 'scheduled')
    .toSorted((one, other) => (one.sendAt ?? 0) - (other.sendAt ?? 0))[0];
  const issue = items.find(({ state }) => state === 'sending') ?? soonest ?? items[0];
  const usual = (await findUsualTime(db, town, now)).words;
  const number = new Intl.NumberFormat(town.locale);
  const recent = await countActiveSince(db, now - WEEK_MS);
  return {
    name: newsletterNameOf(plan, town),
    next: issue ? sayNext(issue, town, now) : `No issue is in preparation. ${usual}`.trim(),
    subscribers: [
      `${number.format(active)} ${active === 1 ? 'subscriber' : 'subscribers'}`,
      ...(recent > 0 ? [`${number.format(recent)} of them new this week`] : []),
    ].join(', '),
    open: issue
      ? { href: `/admin/newsletter/${issue.id}`, label: 'Open the issue' }
      : { href: '/admin/newsletter', label: 'Newsletter' },
  };
}

type NextIssue = { subject: string; state: string; sendAt: number | null };

/** '“The week in Maple Hollow” goes out today, 5:00 PM.' */
function sayNext({ subject, state, sendAt }: NextIssue, town: Town, now: number): string {
  if (state === 'sending') return `“${subject}” is being sent.`;
  if (state !== 'scheduled' || sendAt === null) return `“${subject}” is a draft and not scheduled yet.`;
  const isToday = townDayOf(sendAt, town.timeZone) === townDayOf(now, town.timeZone);
  const time = isToday ? `today, ${formatTime(sendAt, town)}` : timeWords(sendAt, town);
  return `“${subject}” goes out ${time}.`;
}
