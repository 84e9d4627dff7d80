/** The schedule: builds the automatic issues before their time, and begins to send those whose time has come. */

import { type Edition, isEmpty } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { buildIssue, rebuildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { type Letter, queueMail } from '#app/platform/mail/mail-queue.server.ts';
import {
  findNewsletterSetting,
  saveNewsletterSetting,
} from '#app/platform/mail/newsletter-setting.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';
import { expireIssue, LATE_MS, startSending, unscheduleIssue } from './issue-actions.server.ts';
import { type Slot, slotOf, slotsAt } from './slots.ts';

/** `now` in UTC epoch milliseconds. */
type Planning = { town: Town; now: number; settings: Settings };

/**
 * One look at the schedule. Each occasion is built once, whichever node looks first, and is never made up for when the
 * schedule was turned on, changed or restored after its time. Does nothing while schedules wait after a restore.
 */
export async function planNewsletter(db: WriteDb, planning: Planning): Promise<void> {
  if (await findPause(db)) return;
  const plan = await findNewsletterPlan(db);
  await adjustScheduled(db, planning, plan);
  const since = await findScheduleStart(db, plan, planning.now);
  for (const slot of slotsAt(plan, planning.now, planning.town.timeZone))
    if (slot.sendAt > since) await buildOccasion(db, planning, { slot, plan });
  for (const issue of await listDue(db, planning.now)) await sendOrExpire(db, planning, issue);
}

/**
 * Since when (UTC epoch milliseconds) the schedule is as it is now; `now` if it has changed since the last call, or was
 * restored. Occasions before that are not made up for.
 */
async function findScheduleStart(db: WriteDb, plan: NewsletterPlan, now: number): Promise<number> {
  const schedule = JSON.stringify([plan.weekly, plan.daily]);
  const known = JSON.parse((await findNewsletterSetting(db, 'schedule')) ?? '{}');
  if (known.schedule === schedule) return known.since;
  await saveNewsletterSetting(db, 'schedule', JSON.stringify({ schedule, since: now }));
  return now;
}

type Scheduled = Pick<Issue, 'id' | 'occasion' | 'sendAt' | 'unreviewed' | 'approvedAt' | 'version'>;

function selectScheduled(db: WriteDb) {
  return db
    .selectFrom('newsletter_issue')
    .select(['id', 'occasion', 'sendAt', 'unreviewed', 'approvedAt', 'version'])
    .where('state', '=', 'scheduled');
}

/** An automatic issue that no one has changed or approved. */
function isUntouched({ occasion, approvedAt, version }: Scheduled): boolean {
  return occasion !== null && approvedAt === null && version === 1;
}

/**
 * After a change of the plan: an automatic issue moves to its new time. If that has passed, it becomes a draft. If it
 * has no time any more, it is deleted, or becomes a draft if someone has worked on it. What a person has approved stays.
 */
async function adjustScheduled(db: WriteDb, { town, now }: Planning, plan: NewsletterPlan): Promise<void> {
  const automatic = await selectScheduled(db)
    .where('occasion', 'is not', null)
    .where('approvedAt', 'is', null)
    .execute();
  for (const issue of automatic) {
    const slot = slotOf(plan, issue.occasion ?? '', town.timeZone);
    if (slot?.sendAt === issue.sendAt) continue;
    const row = db
      .updateTable('newsletter_issue')
      .where('id', '=', issue.id)
      .where('state', '=', 'scheduled');
    if (slot && slot.sendAt > now) await row.set({ sendAt: slot.sendAt }).execute();
    else if (!slot && isUntouched(issue)) await removeUntouched(db, issue.id);
    else await unscheduleIssue(db, issue.id);
  }
}

async function removeUntouched(db: WriteDb, id: string): Promise<void> {
  await db
    .deleteFrom('newsletter_issue')
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .where('version', '=', 1)
    .where('approvedAt', 'is', null)
    .execute();
}

const UNREVIEWED = { none: null, 'wait-skip': 'skip', 'wait-send': 'send' } as const;

class NothingYet extends Error {}

/**
 * Builds the issue of a slot, and asks the administrator to review it. While there is nothing in it, it is not built
 * before its time. Then it is decided once, from what was public at its time: the weekly one is built, so that the list
 * of issues says why nothing was sent; of a day without news, only that is remembered.
 */
async function buildOccasion(
  db: WriteDb,
  planning: Planning,
  { slot, plan }: { slot: Slot; plan: NewsletterPlan },
): Promise<void> {
  const { occasion, audience, sendAt } = slot;
  const isTime = planning.now >= sendAt;
  const known = db.selectFrom('newsletter_issue').select('id').where('occasion', '=', occasion);
  if ((await known.executeTakeFirst()) || (await findNewsletterSetting(db, 'skipped')) === occasion) return;
  const unreviewed = UNREVIEWED[plan.review];
  const context = { ...planning, now: Math.min(planning.now, sendAt) };
  const work = async (transaction: WriteDb): Promise<void> => {
    const request = { by: null, ...slot, unreviewed, state: 'scheduled' } as const;
    const { kind, issue } = await buildIssue(transaction, context, request);
    if (kind === 'known') return;
    const edition = await resolveIssue(transaction, context, issue);
    const isWorthIt = audience === 'daily' ? hasNews(edition) : !isEmpty(edition);
    if (isWorthIt && unreviewed && !isTime) await askForReview(transaction, planning, { ...issue, edition });
    else if (!isWorthIt && (audience === 'daily' || !isTime)) throw new NothingYet();
  };
  await inTransaction(db, work).catch(async (error: unknown) => {
    if (!(error instanceof NothingYet)) throw error;
    if (isTime) await saveNewsletterSetting(db, 'skipped', occasion);
  });
}

/** Whether a daily issue has something that the one of the day before did not have, or an event on its day. */
function hasNews({ blocks, day }: Edition): boolean {
  return blocks.some((block) => {
    if (block.kind === 'poll') return !block.isOpen;
    return block.kind === 'events' ? block.days.some((each) => each.day === day) : true;
  });
}

async function askForReview(
  db: WriteDb,
  { town, now, settings }: Planning,
  issue: Issue & { edition: Edition },
): Promise<void> {
  const administrator = await findAdministrator(db, settings);
  if (administrator)
    await queueMail(db, readyLetter(administrator.email, { issue, town, url: settings.url }), now);
}

function listDue(db: WriteDb, now: number): Promise<Scheduled[]> {
  return selectScheduled(db).where('sendAt', '<=', now).orderBy('sendAt').orderBy('id').execute();
}

async function sendOrExpire(db: WriteDb, planning: Planning, issue: Scheduled): Promise<void> {
  const { id, sendAt, unreviewed, approvedAt } = issue;
  if (planning.now > (sendAt ?? 0) + LATE_MS) return void (await expireIssue(db, planning, id, 'late'));
  if (unreviewed === 'skip' && approvedAt === null)
    return void (await expireIssue(db, planning, id, 'skipped'));
  // What was published since then belongs in it, too.
  if (isUntouched(issue)) await rebuildIssue(db, planning, id, issue.version);
  const { kind } = await startSending(db, planning, id);
  if (kind === 'empty') await expireIssue(db, planning, id, 'empty');
}

type Ready = { issue: Issue & { edition: Edition }; town: Town; url: string };

/** To the administrator: an automatic issue is built, and can be reviewed until its time. */
function readyLetter(to: string, { issue, town, url }: Ready): Letter {
  const { title, subject } = issue.edition;
  const sendAt = issue.sendAt ?? 0;
  const when = `${formatLongDate(sendAt, town)}, ${formatTime(sendAt, town)}`;
  const otherwise =
    issue.unreviewed === 'skip'
      ? 'If nobody approves it by then, it is not sent.'
      : 'If nobody changes that, it is sent then.';
  return {
    to,
    kind: 'issue-ready',
    subject: `Ready for review: ${title}`,
    paragraphs: [`An issue of ${title} is ready: “${subject}”.`, `It is scheduled for ${when}. ${otherwise}`],
    action: { label: 'Review the issue', url: `${url}/admin/newsletter/${issue.id}` },
  };
}
