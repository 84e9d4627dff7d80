import { expect } from 'vitest';
import { finishRestore } from '#app/moving/backup/restore/after-restore.server.ts';
import { changeIssue, findIssue, removeIssue } from '#app/newsletter/issues/issue-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { defaultNewsletterPlan, type NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { saveNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { resumeSchedules } from '#app/town/schedule-pause.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { people, seedSubscribers } from '../../../tests/seed-newsletter.ts';
import { ADMIN, seedAdministrator } from '../../../tests/seeded-people.ts';
import { approveIssue, scheduleIssue, unscheduleIssue } from './issue-actions.server.ts';
import { planNewsletter } from './plan-newsletter.server.ts';
import { countRecipients } from './recipient-store.server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Friday, November 20, 2026, 5:00 PM in the town: the time of the weekly issue. */
const FRIDAY = Date.UTC(2026, 10, 20, 22);
const settings = readSettings({ BELFRY_URL: 'https://maple.example', BELFRY_ADMIN_EMAIL: ADMIN.email });

function lookAt(db: WriteDb, now: number): Promise<void> {
  return planNewsletter(db, { town: defaultTown, now, settings });
}

/** The schedule is on since long before. */
async function turnOn(db: WriteDb, plan: Partial<NewsletterPlan> = {}): Promise<void> {
  const weekly = { on: true, weekday: 5, time: '17:00' };
  await saveNewsletterPlan(db, { ...defaultNewsletterPlan, weekly, ...plan });
  await lookAt(db, FRIDAY - 6 * DAY - 12 * HOUR);
}

async function issuesOf(db: WriteDb) {
  const rows = db
    .selectFrom('newsletter_issue')
    .select(['id', 'occasion', 'state', 'endedFor', 'sendAt', 'version'])
    .orderBy('createdAt')
    .orderBy('id');
  return rows.execute();
}

async function onlyIssueOf(db: WriteDb) {
  const [issue, ...others] = await issuesOf(db);
  if (!issue || others.length > 0) throw new Error(`${others.length + (issue ? 1 : 0)} issues`);
  return issue;
}

const lettersOf = (db: WriteDb) =>
  db.selectFrom('mail').select(['kind', 'recipient', 'letter']).where('kind', '=', 'issue-ready').execute();

const seed = (db: WriteDb) => seedAdministrator(db, ADMIN, { url: settings.url, now: FRIDAY - 30 * DAY });

eachDatabase('a weekly issue is built a day before, once, however many nodes look at once', async (t) => {
  const { write } = t.database;
  await seed(write);
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write);
  await lookAt(write, FRIDAY - DAY - 1);
  expect(await issuesOf(write)).toEqual([]);
  await Promise.all([1, 2, 3].map(() => lookAt(write, FRIDAY - DAY)));
  await lookAt(write, FRIDAY - DAY + 60_000);
  expect(await onlyIssueOf(write)).toMatchObject({
    occasion: 'weekly:2026-11-20',
    state: 'scheduled',
    sendAt: FRIDAY,
  });
  const [letter, ...others] = await lettersOf(write);
  expect(others).toEqual([]);
  expect(letter?.recipient).toBe(ADMIN.email);
  expect(letter?.letter).toContain(
    'Friday, November 20, 2026, 5:00 PM. If nobody approves it by then, it is not sent.',
  );
});

eachDatabase('an issue that nobody approves is skipped, or sent, as the plan says', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  for (const [week, review, state, endedFor] of [
    [0, 'wait-skip', 'expired', 'skipped'],
    [1, 'wait-send', 'sending', null],
    [2, 'none', 'sending', null],
  ] as const) {
    const at = FRIDAY + week * 7 * DAY;
    await seeding(write, at - 2 * DAY).article(`article-${week}`);
    await turnOn(write, { review });
    await lookAt(write, at - DAY);
    await lookAt(write, at - 1);
    await lookAt(write, at);
    const issue = (await issuesOf(write)).at(-1);
    expect([review, issue?.state, issue?.endedFor]).toEqual([review, state, endedFor]);
  }
});

eachDatabase('an approved issue is sent at its time, as it was approved', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write);
  await lookAt(write, FRIDAY - DAY);
  const { id } = await onlyIssueOf(write);
  await approveIssue(write, { now: FRIDAY - HOUR }, id);
  await seeding(write, FRIDAY - 60_000).article('bridge', { pubDate: FRIDAY - 60_000 });
  await lookAt(write, FRIDAY);
  const issue = await findIssue(write, id);
  expect(issue).toMatchObject({ state: 'sending', slug: '2026-11-20' });
  expect(issue?.edition?.blocks.map((block) => ('id' in block ? block.id : ''))).toEqual(['roof']);
});

eachDatabase('what is published before the time is in an issue that nobody has touched', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY - DAY);
  const { id } = await onlyIssueOf(write);
  await seeding(write, FRIDAY - HOUR).article('bridge');
  await lookAt(write, FRIDAY);
  const ids = (await findIssue(write, id))?.edition?.blocks.map((block) => ('id' in block ? block.id : ''));
  expect(ids?.sort()).toEqual(['bridge', 'roof']);
});

eachDatabase('an issue that is six hours late expires', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY - DAY);
  await lookAt(write, FRIDAY + 6 * HOUR + 1);
  expect(await onlyIssueOf(write)).toMatchObject({ state: 'expired', endedFor: 'late' });
  // The clock is set back: the occasion is over all the same.
  await lookAt(write, FRIDAY);
  expect(await onlyIssueOf(write)).toMatchObject({ state: 'expired', endedFor: 'late' });
});

eachDatabase('a deleted automatic issue does not come back', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY - DAY);
  const { id, version } = await onlyIssueOf(write);
  await unscheduleIssue(write, id);
  expect((await removeIssue(write, id, version)).kind).toBe('saved');
  await lookAt(write, FRIDAY - DAY + 60_000);
  await lookAt(write, FRIDAY);
  expect(await onlyIssueOf(write)).toMatchObject({ id, state: 'expired', endedFor: 'canceled' });
});

eachDatabase('a change of the time to one that has passed sends nothing', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY - DAY);
  const { id } = await onlyIssueOf(write);
  const weekly = { on: true, weekday: 5, time: '09:00' };
  await saveNewsletterPlan(write, { ...defaultNewsletterPlan, weekly, review: 'none' });
  await lookAt(write, FRIDAY - 5 * HOUR);
  await lookAt(write, FRIDAY);
  expect(await onlyIssueOf(write)).toMatchObject({ id, state: 'draft', sendAt: null });
});

eachDatabase('an issue that is a little late is sent', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY + 5 * HOUR);
  expect(await onlyIssueOf(write)).toMatchObject({ state: 'sending' });
});

eachDatabase('an issue with nothing in it says so, and is not sent', async (t) => {
  const { write } = t.database;
  await seed(write);
  await seedSubscribers(write, people(3));
  await turnOn(write, { review: 'none' });
  await lookAt(write, FRIDAY - DAY);
  expect(await issuesOf(write)).toEqual([]);
  await lookAt(write, FRIDAY);
  const issue = await onlyIssueOf(write);
  expect(issue).toMatchObject({ state: 'expired', endedFor: 'empty' });
  expect(await countRecipients(write, issue.id)).toMatchObject({ recipients: 0 });
  expect(await lettersOf(write)).toEqual([]);
});

eachDatabase('a day without news has no daily issue, and one with news has', async (t) => {
  const { write } = t.database;
  const morning = Date.UTC(2026, 10, 18, 12);
  await turnOn(write, {
    weekly: { on: false, weekday: 5, time: '17:00' },
    daily: { on: true, time: '07:00' },
    review: 'none',
  });
  await seeding(write, morning - 10 * DAY).event('market', { eventDate: morning + 4 * DAY });
  await lookAt(write, morning - 2 * HOUR);
  await lookAt(write, morning);
  expect(await issuesOf(write)).toEqual([]);
  await seeding(write, morning + HOUR).article('roof', { pubDate: morning + HOUR });
  await lookAt(write, morning + DAY);
  expect(await onlyIssueOf(write)).toMatchObject({ occasion: 'daily:2026-11-19', state: 'sending' });
});

eachDatabase('a schedule that is turned on after its time starts with the next one', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  const weekly = { on: true, weekday: 5, time: '17:00' };
  await saveNewsletterPlan(write, { ...defaultNewsletterPlan, weekly, review: 'none' });
  await lookAt(write, FRIDAY + HOUR);
  await lookAt(write, FRIDAY + 2 * HOUR);
  expect(await issuesOf(write)).toEqual([]);
  await seeding(write, FRIDAY + 5 * DAY).article('bridge');
  await lookAt(write, FRIDAY + 6 * DAY);
  expect(await onlyIssueOf(write)).toMatchObject({ occasion: 'weekly:2026-11-27' });
});

eachDatabase(
  'a changed schedule moves its issue; one turned off deletes it, or leaves a draft',
  async (t) => {
    const { write } = t.database;
    const off = { weekly: { on: false, weekday: 5, time: '17:00' } };
    await seeding(write, FRIDAY - 2 * DAY).article('roof');
    await turnOn(write);
    await lookAt(write, FRIDAY - DAY);
    await saveNewsletterPlan(write, {
      ...defaultNewsletterPlan,
      weekly: { on: true, weekday: 5, time: '18:30' },
    });
    await lookAt(write, FRIDAY - 20 * HOUR);
    expect(await onlyIssueOf(write)).toMatchObject({ sendAt: FRIDAY + 1.5 * HOUR });
    await saveNewsletterPlan(write, { ...defaultNewsletterPlan, ...off });
    await lookAt(write, FRIDAY - 19 * HOUR);
    expect(await issuesOf(write)).toEqual([]);
    await turnOn(write);
    await lookAt(write, FRIDAY - 18 * HOUR);
    const { id, version } = await onlyIssueOf(write);
    await changeIssue(write, { town: defaultTown, now: FRIDAY }, id, version, { note: 'Good morning.' });
    await saveNewsletterPlan(write, { ...defaultNewsletterPlan, ...off });
    await lookAt(write, FRIDAY - 17 * HOUR);
    expect(await onlyIssueOf(write)).toMatchObject({ id, state: 'draft', sendAt: null });
  },
);

eachDatabase(
  'R-68 after a restore nothing is sent twice, and the schedule waits for the administrator',
  async (t) => {
    const { write } = t.database;
    await seeding(write, FRIDAY - 2 * DAY).article('roof');
    await turnOn(write, { review: 'none' });
    await lookAt(write, FRIDAY - DAY);
    const { id } = await onlyIssueOf(write);
    // The backup was made on Friday morning; the issue was sent at 5 PM; restored at 6 PM.
    await finishRestore(write, { now: FRIDAY + HOUR, madeAt: FRIDAY - 8 * HOUR, highestCounter: 1 });
    await lookAt(write, FRIDAY + HOUR);
    await resumeSchedules(write);
    await lookAt(write, FRIDAY + 2 * HOUR);
    expect(await onlyIssueOf(write)).toMatchObject({ id, state: 'draft', sendAt: null });
    await seeding(write, FRIDAY + 5 * DAY).article('bridge');
    await lookAt(write, FRIDAY + 6 * DAY + HOUR);
    expect((await issuesOf(write)).map(({ occasion }) => occasion)).toEqual([
      'weekly:2026-11-20',
      'weekly:2026-11-27',
    ]);
  },
);

eachDatabase('R-68 a restored issue that is still to come is sent at its time, once resumed', async (t) => {
  const { write } = t.database;
  await seeding(write, FRIDAY - 2 * DAY).article('roof');
  await turnOn(write);
  await lookAt(write, FRIDAY - DAY);
  const { id } = await onlyIssueOf(write);
  await scheduleIssue(write, { now: FRIDAY - DAY }, id, FRIDAY);
  await finishRestore(write, { now: FRIDAY - 2 * HOUR, madeAt: FRIDAY - 8 * HOUR, highestCounter: 1 });
  await lookAt(write, FRIDAY);
  expect(await onlyIssueOf(write)).toMatchObject({ state: 'scheduled' });
  await resumeSchedules(write);
  await lookAt(write, FRIDAY + 60_000);
  expect(await onlyIssueOf(write)).toMatchObject({ state: 'sending' });
});

eachDatabase(
  'a day without news is decided at its time: what is published later is in the next issue',
  async (t) => {
    const { write } = t.database;
    const morning = Date.UTC(2026, 10, 18, 12);
    const off = { on: false, weekday: 5, time: '17:00' };
    await turnOn(write, { weekly: off, daily: { on: true, time: '07:00' }, review: 'none' });
    await lookAt(write, morning);
    await seeding(write, morning + 3 * HOUR).article('fire', { pubDate: morning + 3 * HOUR });
    await lookAt(write, morning + 3 * HOUR + 60_000);
    expect(await issuesOf(write)).toEqual([]);
    await lookAt(write, morning + DAY);
    expect(await onlyIssueOf(write)).toMatchObject({ occasion: 'daily:2026-11-19', state: 'sending' });
  },
);
