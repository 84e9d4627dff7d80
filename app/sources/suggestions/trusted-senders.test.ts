/** Events of trusted senders are published without a decision, and nothing else is. */
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { readTips } from '#app/sources/tips/read-tips.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { openImapServer } from '../../../tests/imap-server.ts';
import { inputOf, send, swap } from '../../../tests/suggesting.ts';
import { JUNE, openTrusting } from '../../../tests/trusting.ts';

const DAY_MS = 24 * 3_600_000;

/** Anyone can write June's address as the sender. */
function emailedEvent(title: string): string {
  const calendar = [
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', `UID:${title}@example.org`, `SUMMARY:${title}`],
    ...['DTSTART:20270301T180000Z', 'LOCATION:Library', 'DESCRIPTION:Bring a chair.', 'END:VEVENT'],
    ...['END:VCALENDAR', ''],
  ].join('\r\n');
  const part = (type: string, text: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${text}\r\n`;
  return [
    `From: June <${JUNE}>\r\nSubject: ${title}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n`,
    ...[part('text/plain', 'Bring a chair.'), part('text/calendar', calendar), '--b--\r\n'],
  ].join('');
}

eachDatabase(
  'R-51: after three approvals, an event appears when its sender confirms it, and not before',
  async ({ location }) => {
    await using town = await openTrusting(location);
    for (const title of ['Barn dance', 'Chess evening', 'Quilt morning']) {
      const link = await town.suggest(title);
      const { before, after } = await town.confirm(link);
      expect([before, after]).toEqual([
        expect.stringContaining('Yes, I sent it<'),
        expect.stringContaining('Waiting</span>'),
      ]);
      await town.decide(title, { action: 'publish' });
    }
    const link = await town.suggest('Seed swap');
    // The address alone, which anyone can type, is worth nothing.
    expect([await town.isPublic('Seed swap'), await town.waiting()]).toEqual([false, ['Seed swap']]);
    const { before, after } = await town.confirm(link);
    expect(before.replaceAll('<!-- -->', '')).toContain('Did you send this from june@example.org?');
    expect(after).toMatch(/Your event is on the site\..*Published<\/span>/s);
    expect(after).not.toContain('Reviewed');
    expect([await town.isPublic('Seed swap'), await town.waiting()]).toEqual([true, []]);
    const inbox = await town.page('/admin/inbox', await town.asAdmin());
    expect(inbox).toMatch(/Published: trusted sender.*june@example\.org.*Seed swap.*Undo/s);
    const activity = (await town.page('/admin/activity', await town.asAdmin())).replaceAll('<!-- -->', '');
    expect(activity).toMatch(/The site.*Published the event of a trusted sender.*Seed swap/s);
  },
);

eachDatabase(
  'R-51: Undo takes the event off the site, and its sender’s next one waits',
  async ({ location }) => {
    await using town = await openTrusting(location);
    await town.approveThree();
    const link = await town.suggest('Seed swap');
    await town.confirm(link);
    const editor = await town.asColleague('editor');
    expect(await town.page('/admin/inbox', editor)).toContain('Published: trusted sender');
    const undone = await town.undo('Seed swap');
    expect(undone.headers.get('Location')).toBe('/admin/inbox?undone=1');
    expect([await town.isPublic('Seed swap'), await town.waiting()]).toEqual([false, ['Seed swap']]);
    expect(await town.page(`/submit/${link}`)).toMatch(/Waiting<\/span>.*An editor took it off the site/s);
    expect(await town.page('/admin/inbox', await town.asAdmin())).not.toContain('Published: trusted sender');
    await town.post(`/submit/${link}`, { do: 'withdraw' });
    await town.confirm(await town.suggest('Plant sale'));
    expect([await town.isPublic('Plant sale'), await town.waiting()]).toEqual([false, ['Plant sale']]);
  },
);

eachDatabase('R-51: what a trusted sender can’t publish waits as before', async ({ location }) => {
  await using town = await openTrusting(location);
  await town.approveThree();
  const cases: [string, Record<string, string>][] = [
    ['Zero width', { description: 'See example.\u200bcom' }],
    ['Soft hyphen', { description: 'See example\u00ad.\u00adcom' }],
    ['Another dot', { eventLocation: 'example。com' }],
    ['A number', { description: 'See 10.0.0.1/x' }],
    ['A link', { description: 'Tickets at shop.example.com/x' }],
    ['See WWW.example.com', {}],
    ['A web page', { link: 'https://example.org/' }],
    ['Nearly this site', { link: 'http://localhost:30001/' }],
    ['A goat was found', { kind: 'news' }],
    // Another address, also in the same network, and nothing of a person who can be reached.
    ['Of another', { from: 'dale@example.org' }],
  ];
  for (const [title, fields] of cases) {
    const { after } = await town.confirm(await town.suggest(title, fields));
    expect([title, after]).toEqual([title, expect.stringContaining('Waiting</span>')]);
  }
  expect((await town.waiting()).toSorted()).toEqual(cases.map(([title]) => title).toSorted());

  // Another event of that day with nearly this title.
  const similar = { eventDate: '2027-02-01', same: 'no' };
  await town.confirm(await town.suggest('Maple sugar open house', similar));
  expect(await town.isPublic('Maple sugar open house')).toBe(true);
  await town.confirm(await town.suggest('Maple sugar open houses', similar));
  expect(await town.isPublic('Maple sugar open houses')).toBe(false);
  await town.decide('Maple sugar open houses', { action: 'discard' });

  // That one was declined: for 90 days an editor reads everything.
  await town.confirm(await town.suggest('Ice fishing'));
  expect(await town.isPublic('Ice fishing')).toBe(false);
  await town.api('/undo', {});
  await town.confirm(await town.suggest('Sled race'));
  expect(await town.isPublic('Sled race')).toBe(true);
});

eachDatabase(
  'R-51: at the emailed link of a confirmed address, a trusted sender publishes events',
  async ({ location }) => {
    await using town = await openTrusting(location);
    const link = await town.approveThree();
    const known = await town.emailed(link);
    expect(await town.page(known)).toContain('Send another event');
    const sent = await town.sendBy(known, { title: 'Seed swap' });
    expect(sent.form).toMatchObject({ by: known.slice('/submit/'.length), opened: expect.any(String) });
    expect(sent.form).not.toHaveProperty('from');
    expect(sent.html).toMatch(/It’s on the site.*“Seed swap” was published at once/s);
    expect(await town.isPublic('Seed swap')).toBe(true);
    const [own = ''] = /\/submit\/[\w-]{43}\?confirm=[\w-]+/.exec(sent.html) ?? [];
    expect(await town.page(own)).toMatch(/Published<\/span>.*Send another event/s);
    const bad = await town.sendBy(known, { title: '' });
    expect(inputOf(bad.html, 'by')).toBe(known.slice('/submit/'.length));

    // What waits for its web page is published without it.
    const linked = await town.suggest('Stone wall day', { link: 'https://example.org/walls' });
    await town.confirm(linked);
    expect(await town.isPublic('Stone wall day')).toBe(false);
    const address = await town.emailed(linked);
    expect(await town.edit(address, { link: '' })).toBe(`${address}&done=published`);
    expect(await town.isPublic('Stone wall day')).toBe(true);
  },
);

eachDatabase(
  'R-51: the private link without the email’s code publishes nothing, also after the address was confirmed',
  async ({ location }) => {
    await using town = await openTrusting(location);
    const known = await town.approveThree();
    const unconfirmed = await town.emailed(await town.suggest('Not confirmed'));
    expect(await town.page(`/submit/${known}`)).not.toContain('Send another event');
    expect(await town.page(`/submit/${known}?another`)).toContain('Published</span>');
    for (const [title, address] of [
      ['By the link alone', `/submit/${known}`],
      ['By a wrong code', `/submit/${known}?confirm=${'x'.repeat(43)}`],
      ['By the code of another', `/submit/${known}?${unconfirmed.split('?')[1]}`],
      ['Without a confirmed address', unconfirmed],
      ['By no link', `/submit/${'x'.repeat(43)}`],
    ] as const) {
      town.pass(5 * 3_600_000);
      const { html } = await send(town, {
        ...{ ...swap, title, eventDate: '2027-02-01' },
        by: address.slice('/submit/'.length),
      });
      expect(html).toContain('We got it');
      expect([title, await town.isPublic(title)]).toEqual([title, false]);
    }
    const linked = await town.suggest('Stone wall day', { link: 'https://example.org/walls' });
    await town.confirm(linked);
    expect(await town.edit(`/submit/${linked}`, { link: '' })).toBe(`/submit/${linked}?done=saved`);
    expect(await town.isPublic('Stone wall day')).toBe(false);
  },
);

eachDatabase('R-51: confirming publishes only the text that the page showed', async ({ location }) => {
  await using town = await openTrusting(location);
  await town.approveThree();
  const link = await town.suggest('Seed swap');
  const address = await town.emailed(link);
  const before = await town.page(address);
  expect(before).toContain('Yes, I sent it: publish');
  await town.edit(`/submit/${link}`, { eventLocation: 'Somewhere else' });
  const press = async (html: string) => {
    const done = await town.post(address, { do: 'confirm', shown: inputOf(html, 'shown') });
    return done.headers.get('Location') ?? '';
  };
  expect(await press(before)).toBe(`${address}&done=changed`);
  expect(await town.isPublic('Seed swap')).toBe(false);
  const again = await town.page(`${address}&done=changed`);
  expect(again).toMatch(/It was changed after you opened this page.*Yes, I sent it.*Somewhere else/s);
  expect(await press(again)).toBe(`${address}&done=published`);
  expect(await town.isPublic('Seed swap')).toBe(true);
});

eachDatabase(
  'R-51: a declined suggestion ends trust for 90 days, also after its sender withdraws it',
  async ({ location }) => {
    await using town = await openTrusting(location);
    await town.approveThree();
    const link = await town.suggest('A link', { description: 'See example.com' });
    await town.confirm(link);
    await town.decide('A link', { action: 'discard' });
    await town.post(`/submit/${link}`, { do: 'withdraw' });
    await town.confirm(await town.suggest('Ice fishing', { eventDate: '2027-06-01' }));
    expect(await town.isPublic('Ice fishing')).toBe(false);
    town.pass(91 * DAY_MS);
    await town.confirm(await town.suggest('Sled race', { eventDate: '2027-06-02' }));
    expect(await town.page('/events')).toContain('Sled race');
  },
);

eachDatabase('R-51: unless the setting says so, no sender is trusted', async ({ location }) => {
  await using town = await openTrusting(location, 'never');
  await town.approveThree();
  await town.confirm(await town.suggest('Seed swap'));
  expect([await town.isPublic('Seed swap'), await town.waiting()]).toEqual([false, ['Seed swap']]);
});

longOnEachDatabase(
  'R-51: what arrives by email waits, and its approvals make no one trusted',
  async ({ location }) => {
    await using town = await openTrusting(location);
    await using imap = await openImapServer();
    const { write: db, media, auth, settings, now } = town.services;
    const read = async (...titles: string[]) => {
      for (const title of titles) imap.deliver(emailedEvent(title), now());
      const reading = { db, media, collections, town: await findTown(db), siteUrl: settings.url, now: now() };
      const outcome = await readTips(
        { ...reading, secret: auth.secret, imapUrl: imap.url, own: [] },
        new AbortController().signal,
      );
      expect(outcome.added).toBe(titles.length);
    };
    const emailed = ['Barn dance', 'Chess evening', 'Quilt morning'];
    await read(...emailed);
    for (const title of emailed) await town.decide(title, { action: 'publish' });
    await town.confirm(await town.suggest('Seed swap'));
    expect([await town.isPublic('Seed swap'), await town.waiting()]).toEqual([false, ['Seed swap']]);
    for (const title of ['Seed swap', 'Story hour', 'Wood carving']) {
      if (title !== 'Seed swap') await town.confirm(await town.suggest(title));
      await town.decide(title, { action: 'publish' });
    }
    await read('Ice fishing');
    expect([await town.isPublic('Ice fishing'), await town.waiting()]).toEqual([false, ['Ice fishing']]);
  },
  ['app/sources/tips'],
);
