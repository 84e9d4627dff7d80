import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { countRecipients } from '#app/newsletter/sending/recipient-store.server.ts';
import { anyDatabase, withSqlite } from '../../tests/each-database.ts';
import { environmentOf, NOW, type TypingOptions, typeCommand } from '../../tests/operator.ts';
import { seeding } from '../../tests/seed-items.ts';
import { people, seedSubscribers, sendRound } from '../../tests/seed-newsletter.ts';
import { openSmtpSink } from '../../tests/smtp-sink.ts';

const type = (t: Parameters<typeof environmentOf>[0], words: string, more: TypingOptions = {}) =>
  typeCommand(['newsletter', ...words.split(' ')], {
    ...more,
    environment: { ...environmentOf(t), ...more.environment },
  });

anyDatabase('an issue is previewed, tested, sent once, and its state printed', async (t) => {
  await using sink = await openSmtpSink();
  const { write } = t.database;
  const environment = { SMTP_URL: sink.url, BELFRY_URL: 'https://maple.example' };
  await seedSubscribers(write, people(3));
  await seeding(write, NOW).article('roof');

  const preview = await type(t, 'preview', { environment });
  expect(preview.code).toBe(0);
  expect(preview.printed[0]).toMatch(/^<!doctype html>/i);
  expect(preview.printed.join('\n')).toContain('Title of roof');
  expect((await type(t, 'preview --text', { environment })).printed.join('\n')).not.toContain('<p');
  expect(await write.selectFrom('newsletter_issue').select('id').execute()).toEqual([]);

  const tested = await type(t, 'test Editor@Maple.example', { environment });
  expect(tested.printed).toEqual([expect.stringMatching(/^Sent a test to editor@maple\.example\. 250 /)]);
  const mail = await PostalMime.parse(sink.received[0]?.raw ?? '');
  expect(mail).toMatchObject({ subject: '[Test] Title of roof', to: [{ address: 'editor@maple.example' }] });

  expect((await type(t, 'send', { environment })).code).toBe(2);
  const asked = await type(t, 'send', { environment, isInteractive: true, lines: ['n'] });
  expect([asked.code, asked.complained]).toEqual([1, ['Nothing was sent.']]);
  expect(await write.selectFrom('newsletter_issue').select('id').execute()).toEqual([]);
  const sent = await type(t, 'send --yes --json', { environment });
  expect((await type(t, 'send --yes', { environment })).printed.join('')).toContain('is already sending');
  const { id, state } = JSON.parse(sent.printed.join('')) as { id: string; state: string };
  expect(state).toBe('sending');
  expect((await type(t, `send ${id} --yes`, { environment })).printed.join('')).toContain('already sending');
  await sendRound(write, { smtpUrl: sink.url, now: () => NOW });
  expect(await countRecipients(write, id)).toMatchObject({ recipients: 3, sent: 3 });

  const status = await type(t, 'status --json', { environment });
  expect(JSON.parse(status.printed.join('\n'))).toMatchObject({
    issues: [{ id, number: 1, state: 'sent', counts: { recipients: 3, sent: 3, unknown: 0 } }],
    subscribers: { active: 3 },
    trouble: null,
  });
  expect((await type(t, 'status', { environment })).printed).toEqual([
    'Subscribers: 3 active, 0 not confirmed, 0 unsubscribed, 0 bounced',
    expect.stringContaining('sent: No. 1, ‘Title of roof’. 3 of 3 sent, 0 refused'),
  ]);
});

test('commands of the newsletter explain what is wrong', async () => {
  await withSqlite(async (t) => {
    for (const words of ['preview', 'send --yes', 'test june@example.org'])
      expect([words, await type(t, words)]).toEqual([
        words,
        { code: 1, printed: [], complained: [expect.stringContaining('There’s nothing in this issue yet')] },
      ]);
    expect((await type(t, 'preview 4711')).complained).toEqual([
      expect.stringMatching(/^There is no issue '4711'/),
    ]);
    for (const words of ['test nobody', 'print', 'status --yes', 'preview one two'])
      expect([words, (await type(t, words)).code]).toEqual([words, 2]);
  });
});

test('without a mail server, a test is a file in the mail folder', async () => {
  await withSqlite(async (t) => {
    await seeding(t.database.write, NOW).article('roof');
    expect((await type(t, 'test june@example.org')).printed.join('')).toMatch(/Saved as newsletter-test-/);
    const folder = join(environmentOf(t).BELFRY_DATA ?? '', 'mail');
    const [file = ''] = await readdir(folder);
    expect(await readFile(join(folder, file), 'utf8')).toContain('[Test] Title of roof');
  });
});
