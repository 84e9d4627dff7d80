import { expect } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { claimNextMail, hasDueMail, markSent, markUnsent } from './mail-claims.server.ts';
import { MailError } from './mail-error.ts';
import { queueMail } from './mail-queue.server.ts';
import { readQueueState, removeOldMails, retryMail } from './unsent-mails.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 24 * 60 * 60 * 1000;

/** An email that was sent, one that bounced and one that is waiting for its next attempt. */
async function fillQueue(db: WriteDb): Promise<void> {
  for (const name of ['sent', 'refused', 'deferred'] as const) {
    const letter = { to: `${name}@example.org`, kind: 'test', subject: name, paragraphs: [] } as const;
    await queueMail(db, { ...letter, paragraphs: [] }, NOW);
    const mail = await claimNextMail(db, NOW);
    if (!mail) throw new Error('nothing to claim');
    if (name === 'sent') await markSent(db, mail, NOW);
    else await markUnsent(db, mail, new MailError(name, '4xx or 5xx'), NOW);
  }
}

eachDatabase(
  'The queue reports what is waiting, sent and undelivered',
  async ({ database: { write, read } }) => {
    await fillQueue(write);
    const state = await readQueueState(read);
    expect([state.waiting, state.sent]).toEqual([1, 1]);
    const troubled = state.troubled
      .map((mail) => [mail.recipient, mail.state, mail.trouble, mail.attempts])
      .sort();
    expect(troubled).toEqual([
      ['deferred@example.org', 'waiting', 'deferred', 1],
      ['refused@example.org', 'bounced', 'refused', 1],
    ]);
  },
);

eachDatabase(
  'An email that bounced or is waiting can be retried at once',
  async ({ database: { write, read } }) => {
    await fillQueue(write);
    expect(await hasDueMail(write, NOW)).toBe(false);
    for (const { id } of (await readQueueState(read)).troubled) {
      expect(await retryMail(write, id, NOW + DAY)).toBe(true);
    }
    expect(await retryMail(write, 'no such mail', NOW)).toBe(false);
    const [one, other] = [await claimNextMail(write, NOW + DAY), await claimNextMail(write, NOW + DAY)];
    expect([one?.letter.to, other?.letter.to].sort()).toEqual([
      'deferred@example.org',
      'refused@example.org',
    ]);
    expect([one?.attempts, one?.queuedAt]).toEqual([1, NOW + DAY]);
  },
);

eachDatabase(
  'The content of emails is deleted after a week, and the emails after a month',
  async ({ database }) => {
    const { write, read } = database;
    await fillQueue(write);
    await removeOldMails(write, NOW + 7 * DAY);
    expect((await readQueueState(read)).troubled.map(({ recipient }) => recipient)).not.toContain(null);
    await removeOldMails(write, NOW + 7 * DAY + 1);
    const bounced = (await readQueueState(read)).troubled.find(({ state }) => state === 'bounced');
    expect(bounced).toMatchObject({ recipient: null, reply: null, trouble: 'refused' });
    expect(await retryMail(write, bounced?.id ?? '', NOW + 8 * DAY)).toBe(false);
    await removeOldMails(write, NOW + 30 * DAY + 1);
    expect((await write.selectFrom('mail').select('state').execute()).map(({ state }) => state)).toEqual([
      'queued',
    ]);
  },
);
