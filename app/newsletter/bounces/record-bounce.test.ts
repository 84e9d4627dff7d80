import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { readEmail, seedEmails } from '../../../tests/seed-emails.ts';
import { recordBounce } from './record-bounce.server.ts';

const NOW = Date.UTC(2026, 10, 20, 22);
const DAY = 24 * 60 * 60 * 1000;

eachDatabase('A hard bounce takes the subscriber off the list at once', async ({ database: { write } }) => {
  const [june, ida] = await seedEmails(write, ['june@example.org', 'ida@example.org'], NOW);
  if (!june || !ida) throw new Error('nothing was planted');
  const bounce = {
    tag: june.tag,
    kind: 'hard',
    status: '5.1.1',
    reply: '550 5.1.1 No such user',
    via: 'smtp',
  } as const;
  expect(await recordBounce(write, bounce, NOW)).toBe('recorded');
  expect(await readEmail(write, june)).toEqual({
    email: 'bounced',
    state: 'bounced',
    reason: 'hard',
    softBounces: 0,
    bounceReply: '550 5.1.1 No such user',
  });
  expect(await readEmail(write, ida)).toMatchObject({ email: 'sent', state: 'active' });
});

eachDatabase(
  'The same bounce counts once, however many ways report it at the same time',
  async ({ database: { write } }) => {
    const [june] = await seedEmails(write, ['june@example.org'], NOW);
    if (!june) throw new Error('nothing was planted');
    const outcomes = await Promise.all(
      ['smtp', 'mailbox', 'mailgun', 'mailbox', 'mailgun'].map((via) =>
        recordBounce(write, { tag: june.tag, kind: 'soft', via }, NOW),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'recorded')).toHaveLength(1);
    expect(await readEmail(write, june)).toMatchObject({ email: 'bounced', state: 'active', softBounces: 1 });
  },
);

eachDatabase(
  'Several soft bounces in a row take the subscriber off the list',
  async ({ database: { write } }) => {
    for (let week = 0; week < 5; week++) {
      const at = NOW + 7 * week * DAY;
      const [june] = await seedEmails(write, ['june@example.org'], at);
      if (!june) throw new Error('nothing was planted');
      expect((await readEmail(write, june)).state).toBe('active');
      await recordBounce(
        write,
        { tag: june.tag, kind: 'soft', reply: '552 Mailbox full', via: 'mailbox' },
        at + DAY,
      );
      if (week === 4)
        expect(await readEmail(write, june)).toMatchObject({ state: 'bounced', reason: 'soft' });
    }
  },
);

eachDatabase(
  'A complaint unsubscribes, and the email still counts as sent',
  async ({ database: { write } }) => {
    const [june] = await seedEmails(write, ['june@example.org'], NOW);
    if (!june) throw new Error('nothing was planted');
    await recordBounce(write, { tag: june.tag, kind: 'complaint', via: 'mailbox' }, NOW);
    expect(await readEmail(write, june)).toMatchObject({
      email: 'sent',
      state: 'unsubscribed',
      reason: 'complaint',
    });
  },
);

eachDatabase('A bounce of an unknown email changes nothing', async ({ database: { write } }) => {
  const [june] = await seedEmails(write, ['june@example.org'], NOW);
  if (!june) throw new Error('nothing was planted');
  for (const tag of ['', 'unknown', june.tag.slice(1)])
    expect(await recordBounce(write, { tag, kind: 'hard', via: 'mailbox' }, NOW)).toBe('unknown');
  expect(await readEmail(write, june)).toMatchObject({ email: 'sent', state: 'active' });
  expect(await write.selectFrom('newsletter_bounce').select('id').execute()).toEqual([]);
});
