import PostalMime from 'postal-mime';
import { expect } from 'vitest';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { endOrRemove, putUp } from '#app/town/notices/notice-store.server.ts';
import { anyDatabase, eachDatabase } from '../../../tests/each-database.ts';
import {
  people,
  SENT_AT,
  saveFastPlan,
  seedIssue,
  seedSubscribers,
  sendRound,
} from '../../../tests/seed-newsletter.ts';
import { openSmtpSink } from '../../../tests/smtp-sink.ts';
import { countUrgent } from './forecast.server.ts';
import { hasIssuesToSend } from './send-issues.server.ts';
import { startUrgentIssues } from './urgent-issues.server.ts';

const HOUR = 3_600_000;
const notice = {
  text: 'Boil water before you drink it. A main broke <b>.',
  kind: 'danger',
  link: 'https://water.example/',
  endsAt: SENT_AT + HOUR,
  email: true,
} as const;

/** Of four subscribers, the first two chose urgent notices, one of them only those. */
async function seed(write: WriteDb) {
  await saveFastPlan(write);
  const [one, two, ...others] = people(4);
  if (!one || !two) throw new Error('no people');
  await seedSubscribers(write, [
    { ...one, topics: ['urgent'] },
    { ...two, topics: ['stories', 'urgent'], frequency: 'daily' },
    ...others,
  ]);
}

const put = async (write: WriteDb, changes: object = {}) => {
  const outcome = await putUp(write, { ...notice, ...changes }, { now: SENT_AT, by: null });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.notice;
};

eachDatabase('R-52 a notice is emailed once, at once, to those who chose urgent notices', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await seed(write);
  expect(await countUrgent(write)).toBe(2);
  await put(write, { email: false });
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(false);
  await put(write);
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(true);
  const starting = { town: defaultTown, now: SENT_AT };
  await Promise.all([startUrgentIssues(write, starting), startUrgentIssues(write, starting)]);
  await sendRound(write, { smtpUrl: sink.url });
  await sendRound(write, { smtpUrl: sink.url });
  expect(sink.received.flatMap(({ to }) => to).sort()).toEqual(people(2).map(({ address }) => address));
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(false);
  const mail = await PostalMime.parse(sink.received[0]?.raw ?? '');
  expect(mail.subject).toBe('Danger: Boil water before you drink it.');
  expect(mail.text).toContain('Danger. Boil water before you drink it. A main broke <b>.');
  expect(mail.text).toContain('https://water.example/');
  expect(mail.html).toContain('A main broke &lt;b&gt;.');
  const headers = new Map(mail.headers.map(({ key, value }) => [key, value]));
  expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  expect(headers.get('list-unsubscribe')).toContain('/newsletter/unsubscribe?token=');
  expect(mail.text).toContain('https://maple.example/notices');
  expect(mail.html).not.toContain('null');
});

anyDatabase('an urgent notice goes before an issue, and nothing of one that has ended is sent', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  await seed(write);
  await seedIssue(write);
  await put(write);
  await sendRound(write, { smtpUrl: sink.url });
  await sendRound(write, { smtpUrl: sink.url });
  const subjects = await Promise.all(
    sink.received.map(async ({ raw }) => (await PostalMime.parse(raw)).subject?.slice(0, 6)),
  );
  expect(subjects.slice(0, 2)).toEqual(['Danger', 'Danger']);
  expect(subjects.filter((subject) => subject === 'Danger')).toHaveLength(2);
  expect(subjects.length).toBeGreaterThan(3);

  const other = await put(write, { text: 'Other' });
  await startUrgentIssues(write, { town: defaultTown, now: SENT_AT });
  await endOrRemove(write, other.id, SENT_AT);
  await sendRound(write, { smtpUrl: sink.url });
  expect(sink.received).toHaveLength(subjects.length);
  const left = write.selectFrom('newsletter_recipient').select('state').where('state', '=', 'queued');
  expect(await left.execute()).toEqual([]);
  expect(await hasIssuesToSend(write, SENT_AT)).toBe(false);
});

anyDatabase(
  'a notice that is up is at the top of the next issue, which it alone does not fill',
  async (t) => {
    const { write } = t.database;
    await seed(write);
    await put(write, { email: false });
    const { id } = await seedIssue(write);
    const issue = await findIssue(write, id);
    if (!issue) throw new Error('no issue');
    expect(issue.edition?.note).toMatch(/^Danger\. Boil water/);
    const { blocks } = await resolveIssue(
      write,
      { town: defaultTown, now: SENT_AT },
      { ...issue, edition: null, choices: { items: [], lead: null, out: [] } },
    );
    expect(blocks).toEqual([]);
  },
);
