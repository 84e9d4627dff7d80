import type { Insertable } from 'kysely';
import { expect, test } from 'vitest';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { type AuthContext, NOW, openDesk } from '../../../tests/newsletter-desk.ts';

const MINUTE_MS = 60_000;

type Recipient = Insertable<RecipientRow>;
type Seeded = Partial<Recipient> & Pick<Recipient, 'state'>;

/** Recipients of the issue, which is being sent. */
async function seedRecipients({ site, id }: AuthContext, rows: Seeded[]): Promise<void> {
  await site.write
    .updateTable('newsletter_issue')
    .set({ state: 'sending', number: 48, slug: '2026-11-20', startedAt: NOW - 10 * MINUTE_MS })
    .where('id', '=', id)
    .execute();
  for (const [at, row] of rows.entries()) {
    const recipient: Recipient = {
      ...{ issue: id, address: `reader${at}@valleynet.example`, subscriber: `s${at}`, topics: 'stories' },
      ...{ domain: 'valleynet.example', tag: `tag${at}`, attempts: 1, nextAttemptAt: NOW },
      ...{ settledAt: NOW, trouble: null, reply: null, unsubscribedAt: null },
      ...row,
    };
    await site.write.insertInto('newsletter_recipient').values(recipient).execute();
  }
}

const text = (html: string) => html.replaceAll('<!-- -->', '');

/** The tallies of the page by their labels. */
function talliesIn(html: string): Record<string, number> {
  const [, list = ''] = /<dl class="tallies mt">(.*?)<\/dl>/s.exec(html) ?? [];
  const found = [...list.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)];
  return Object.fromEntries(found.map(([, label, count]) => [label, Number(count?.replace(',', ''))]));
}

const mixed: Seeded[] = [
  ...[1, 2, 3].map((): Seeded => ({ state: 'sent' })),
  { state: 'sent', unsubscribedAt: NOW },
  { state: 'refused', trouble: 'refused', reply: '550 No such user' },
  { state: 'bounced', reply: 'Mailbox full' },
  { state: 'unknown', trouble: 'unknown' },
  { state: 'unknown', trouble: 'unknown' },
  { state: 'queued', settledAt: null },
  { state: 'sending', settledAt: null },
  { state: 'withdrawn' },
];

test('the delivery page counts each email once, shortens addresses, and refreshes without JavaScript', async () => {
  await using desk = await openDesk();
  await seedRecipients(desk, mixed);
  const html = text(await desk.open());
  const { 'Unsubscribed since': unsubscribed, ...others } = talliesIn(html);
  expect(others).toEqual({
    ...{ Delivered: 4, Refused: 1, 'Bounced later': 1, Unknown: 2, Waiting: 2, 'Unsubscribed before': 1 },
  });
  expect([Object.values(others).reduce((sum, count) => sum + count, 0), unsubscribed]).toEqual([
    mixed.length,
    1,
  ]);
  for (const words of [
    'issue 48',
    '9 of 11 subscribers',
    'reader0…@valleynet.example',
    'reader2…@valleynet.example',
    'The server said: “550 No such user”',
    'then unsubscribed from the email',
    'It may have arrived, so we won’t resend it.',
    '<meta http-equiv="refresh" content="15"',
  ])
    expect(html.toLowerCase()).toContain(words.toLowerCase());
  expect(html).not.toContain('reader0@valleynet.example');
});

test('the log is filtered by state and paged by cursors', async () => {
  await using desk = await openDesk();
  await seedRecipients(
    desk,
    Array.from({ length: 120 }, (): Seeded => ({ state: 'sent' })),
  );
  const seen = new Set<string>();
  let path: string | undefined = `${desk.address}?show=sent`;
  let pages = 0;
  while (path && pages < 5) {
    const html = text(await desk.site.page(path, desk.admin));
    for (const [, subscriber = ''] of html.matchAll(/subscribers\/(s\d+)"/g)) seen.add(subscriber);
    path = /href="([^"]+)"[^>]*>Next/.exec(html)?.[1]?.replaceAll('&amp;', '&');
    pages++;
  }
  expect([seen.size, pages]).toEqual([120, 3]);
  expect(text(await desk.site.page(`${desk.address}?show=refused`, desk.admin))).toContain(
    '<p class="mt">None.</p>',
  );
});

test('sending is stopped and resumed', async () => {
  await using desk = await openDesk();
  await seedRecipients(desk, [{ state: 'queued', settledAt: null }]);
  const { site, address, admin } = desk;
  await site.post(address, { do: 'stop' }, admin);
  expect(await desk.open()).toContain('Sending was stopped on');
  expect(await site.page('/admin', admin)).toContain('is paused.');
  await site.post(address, { do: 'resume' }, admin);
  expect(await desk.open()).toContain('Stop sending');
});

test('emails of unknown outcome are sent again one by one or together, after a question', async () => {
  await using desk = await openDesk();
  await seedRecipients(desk, mixed);
  const { site, address, admin } = desk;
  const states = async () => {
    const rows = await site.write
      .selectFrom('newsletter_recipient')
      .select(['subscriber', 'state'])
      .execute();
    return rows.filter(({ state }) => state === 'unknown').map(({ subscriber }) => subscriber);
  };
  const asked = text(await site.page(`${address}/resend?subscriber=s6`, admin));
  expect(asked).toContain('Send the email to rea…@valleynet.example again?');
  expect(asked).toContain('will get this issue twice');
  await site.post(`${address}/resend`, { subscriber: 's6' }, admin);
  expect(await states()).toEqual(['s7']);
  expect((await site.fetch(`${address}/resend?subscriber=s6`, { headers: admin })).status).toBe(404);
  await site.post(`${address}/resend`, { subscriber: 's6' }, admin);
  expect(await states()).toEqual(['s7']);
  await site.post(`${address}/resend`, {}, admin);
  expect(await states()).toEqual([]);
});

test('Send asks once, and pressing it twice sends once', async () => {
  await using desk = await openDesk();
  const { site, address, admin } = desk;
  const pressed = await desk.press('send', { note: 'Hello' });
  expect(pressed.headers.get('Location')).toBe(`${address}/send`);
  const asked = text(await site.page(`${address}/send`, admin));
  expect(asked).toContain('Send this issue to 0 subscribers now?');
  expect(asked).toContain('emails already sent can’t be recalled');
  expect(asked).toContain('No one would get it');
  for (const _ of [1, 2]) {
    const sent = await site.post(`${address}/send`, {}, admin);
    expect([sent.status, sent.headers.get('Location')]).toEqual([303, address]);
  }
  expect(await desk.open()).toContain('Sending');
  const refused = await site.post(address, { subject: 'Too late', do: 'save' }, admin);
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Too late')]);
});

test('after a restore the page says what is unknown and that nothing is sent automatically', async () => {
  await using desk = await openDesk();
  await seedRecipients(desk, [{ state: 'unknown', trouble: 'unknown' }]);
  await desk.site.write.updateTable('newsletter_issue').set({ heldAt: NOW, heldFor: 'restored' }).execute();
  expect(text(await desk.open())).toContain('they are sent again only if you say so below');
});

test('the Overview says what waits for approval, what is paused and what did not certainly arrive', async () => {
  await using desk = await openDesk();
  const { site, admin, id } = desk;
  const change = (values: object) =>
    site.write.updateTable('newsletter_issue').set(values).where('id', '=', id).execute();
  await change({ state: 'scheduled', unreviewed: 'send', sendAt: NOW + 60 * MINUTE_MS });
  expect(await site.page('/admin', admin)).toContain(
    'waits for your OK until Friday, November 20, 2026, 6:00 PM',
  );
  await seedRecipients(desk, mixed);
  await change({ state: 'sent', finishedAt: NOW });
  expect(await site.page('/admin', admin)).toContain('2 with unknown outcome, 1 bounced, 1 refused');
});
