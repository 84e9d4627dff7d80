/** What readers suggest, from the form to the site. */
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { formIn } from '../../../tests/form-in.ts';
import { pictureFile } from '../../../tests/pictures.ts';
import { inputOf, NOW, openTown, send, swap } from '../../../tests/suggesting.ts';
import { notifySenders } from './notify-senders.server.ts';

test('a suggestion waits unseen, is published by an editor, and its sender reads that at the private link', async () => {
  await using town = await openTown();
  const sent = await send(town, swap);
  expect([sent.status, sent.html]).toEqual([200, expect.stringContaining('Thank you. We got it.')]);
  expect(await town.page(`/submit/${sent.link}`)).toMatch(/Waiting<\/span>.*Yours is next/s);
  for (const path of [
    '/events',
    '/search?q=swap',
    '/feeds/events.xml',
    '/sitemaps/events.xml',
    '/api/v1/events',
  ])
    expect(await town.page(path), path).not.toContain('Story swap');
  const { items } = await town.api('?kind=suggestion');
  const [entry] = items;
  expect(entry).toMatchObject({ kind: 'suggestion', collection: 'events', title: swap.title, source: null });
  expect(entry?.item.description).toBe(
    '<p>Bring a true story.</p><p>Soup &amp; bread &lt;b&gt;free&lt;/b&gt;.</p>',
  );
  const inbox = await town.page('/admin/inbox', town.admin);
  expect(inbox).toMatch(/From readers.*No email given.*First submission\..*Decline with a reason/s);

  expect(await town.api(`/${entry?.id}`, { action: 'publish' })).toMatchObject({
    ...{ status: 200, kind: 'suggestion', collection: 'events' },
  });
  expect(await town.page('/events')).toContain('Story swap');
  expect(await town.page(`/submit/${sent.link}`)).toMatch(/Published<\/span>.*View it on the site/s);

  await town.api('/undo', {});
  expect(await town.page('/events')).not.toContain('Story swap');
  expect(await town.page(`/submit/${sent.link}`)).toContain('Waiting</span>');
  const declined = { action: 'discard', reason: 'We already have it', note: 'Thanks <for> looking out.' };
  expect(await town.api(`/${entry?.id}`, declined)).toMatchObject({ status: 200 });
  expect(await town.page(`/submit/${sent.link}`)).toMatch(
    /Not published<\/span>.*We already have it.*Thanks &lt;for&gt; looking out/s,
  );
  expect((await send(town, swap)).status).toBe(409);
});

test('R-51: a form that was sent at once, late, again, by a program or too often is not taken', async () => {
  await using town = await openTown();
  const count = async () => (await town.write.selectFrom('suggestion').select('id').execute()).length;
  const early = await send(town, swap, 1000);
  expect([early.status, early.html]).toEqual([422, expect.stringContaining('One moment')]);
  expect(early.html).toContain(swap.title);
  expect((await town.post('/submit', { ...swap, opened: 'forged' })).status).toBe(422);
  expect((await send(town, swap, 3 * 3_600_000)).html).toContain('more than two hours');
  expect((await send(town, { ...swap, website: 'https://spam.example' })).html).toContain('Thank you');
  expect(await count()).toBe(0);

  const opened = inputOf(await town.page('/submit'), 'opened');
  town.pass(4000);
  expect((await town.post('/submit', { ...swap, opened })).status).toBe(200);
  expect((await town.post('/submit', { ...swap, title: 'Another', opened })).status).toBe(422);
  for (let n = 2; n <= 5; n++) expect((await send(town, { ...swap, title: `Swap ${n}` })).status).toBe(200);
  const sixth = await send(town, { ...swap, title: 'Swap 6' });
  expect([sixth.status, Number(sixth.response.headers.get('Retry-After')) > 3000]).toEqual([429, true]);
  expect(sixth.html).toMatch(/Please try again in an hour.*value="Swap 6"/s);
  town.from('198.51.100.4');
  expect((await send(town, { ...swap, title: 'Swap 6' })).status).toBe(200);
  for (let n = 0; n < 20; n++) {
    town.from(`2001:db8:0:${n.toString(16)}::1`);
    expect((await send(town, { ...swap, title: `Six ${n}` })).status).toBe(200);
  }
  town.from('2001:db8:0:ff::1');
  expect((await send(town, { ...swap, title: 'Six 21' })).status).toBe(429);
  expect(await count()).toBe(26);
});

test('bad input names the field and keeps what was typed', async () => {
  await using town = await openTown();
  const long = 'x'.repeat(50_000);
  const refused = await send(town, { ...swap, title: long, eventDate: '2026-11-01', from: 'nobody' });
  expect(refused.status).toBe(400);
  expect(refused.html).toMatch(/3 things need a change/);
  expect(refused.html).toContain(long);
  expect(refused.html).toMatch(/id="eventDate-error">Enter today or a later date/);
  expect(refused.html).toMatch(/id="from-error">Enter an email address/);
  const script = await send(town, { ...swap, link: 'javascript:alert(1)' });
  expect([script.status, script.html]).toEqual([400, expect.stringMatching(/id="link-error"/)]);
  const news = { kind: 'news', title: '<script>alert(1)</script>', link: 'http://127.0.0.1:9/x' };
  const sent = await send(town, { ...news, description: '<img src=x onerror=alert(1)>' });
  expect(sent.status).toBe(200);
  const inbox = await town.page('/admin/inbox', town.admin);
  expect(inbox).not.toMatch(/<script>alert|<img src=x/);
  expect(inbox).toContain('http://127.0.0.1:9/x');
});

/** Sends a form that was opened, with a picture; returns the page. */
async function sendWithPicture(
  town: Awaited<ReturnType<typeof openTown>>,
  fields: Record<string, string>,
  form: string,
): Promise<string> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('opened', inputOf(form, 'opened'));
  body.append('picture', new File([new Uint8Array(await pictureFile())], 'room.jpg', { type: 'image/jpeg' }));
  town.pass(4000);
  const headers = { Origin: 'http://localhost:3000' };
  const response = await town.fetch('/submit', { method: 'POST', body, headers });
  expect(response.status).toBe(200);
  return response.text();
}

test('a picture is seen by editors alone until its suggestion is published', async () => {
  await using town = await openTown();
  await sendWithPicture(town, { ...swap, alt: 'A full room' }, await town.page('/submit'));
  const inbox = await town.page('/admin/inbox', town.admin);
  expect(inbox).toContain('alt="A full room"');
  const [file = ''] = /\/media\/[\w.-]+/.exec(inbox) ?? [];
  const seen = async (headers = {}) => (await town.fetch(file, { headers })).status;
  expect([await seen(), await seen(town.admin)]).toEqual([404, 200]);
  const { items } = await town.api('?kind=suggestion');
  const [entry] = items;
  await town.api(`/${entry?.id}`, { action: 'publish' });
  expect(await seen()).toBe(200);
  await town.api('/undo', {});
  expect(await seen()).toBe(404);

  const path = `/admin/events/${entry?.item.id}`;
  const save = async (publication: string) => {
    const form = formIn(await town.page(path, town.admin));
    return (await town.post(path, { ...form, publication }, town.admin)).status;
  };
  expect(await save('draft')).toBe(303);
  expect([await seen(), await seen(town.admin)]).toEqual([404, 200]);
  expect(await save('published')).toBe(303);
  expect(await seen()).toBe(200);
});

test('what may be the same is shown before it is sent, and to the editor, who can block the sender', async () => {
  await using town = await openTown();
  const first = await send(town, swap);
  expect(first.html).toContain('Thank you');
  const again = { ...swap, title: 'Story swap for long nights' };
  // What only waits is nobody's business.
  const unseen = await send(town, { ...again, description: 'Hidden.' });
  expect(unseen.html).toContain('Thank you');
  expect(await town.page('/admin/inbox', town.admin)).toContain('Possible duplicate');
  const { items } = await town.api('?kind=suggestion');
  const [duplicate, original] = items;
  await town.api(`/${original?.id}`, { action: 'publish' });
  const check = await send(town, again);
  expect(check.html).toMatch(
    /Is it one of these\?.*href="\/events\/[\w-]+"><strong>Story swap for the long nights/s,
  );
  const opened = inputOf(check.html, 'opened');
  const sent = await town.post('/submit', { ...again, opened, same: 'no' });
  expect(await sent.text()).toContain('Thank you');

  await town.api(`/${duplicate?.id}`, { action: 'discard', block: true });
  const blocked = await send(town, { ...swap, title: 'Something else' });
  expect([blocked.status, blocked.html]).toEqual([403, expect.stringContaining('Something else')]);
  await town.api('/undo', {});
  expect((await send(town, { ...swap, title: 'Something else' })).status).toBe(200);
});

test('with a picture, what may be the same is shown, too, and the picture is chosen again', async () => {
  await using town = await openTown();
  await send(town, swap);
  const [original] = (await town.api('?kind=suggestion')).items;
  await town.api(`/${original?.id}`, { action: 'publish' });
  const { itemId } = await town.write.selectFrom('suggestion').select('itemId').executeTakeFirstOrThrow();
  const again = { ...swap, title: 'Story swap for long nights', alt: 'A full room' };
  const check = await sendWithPicture(town, again, await town.page('/submit'));
  expect(check).toMatch(/Is it one of these\?.*type="file"[^>]* required="".*Send it without the picture/s);
  expect(check).toContain(`href="/correct/events/${itemId}"`);
  expect(check).toContain('A full room');
  expect(await sendWithPicture(town, { ...again, same: 'no' }, check)).toContain('Thank you');
  expect(await town.page('/admin/inbox', town.admin)).toContain('alt="A full room"');
});

test('what is sent without its picture has none, also if one was chosen again', async () => {
  await using town = await openTown();
  await send(town, swap);
  const [original] = (await town.api('?kind=suggestion')).items;
  await town.api(`/${original?.id}`, { action: 'publish' });
  const again = { ...swap, title: 'Story swap for long nights', alt: 'A full room' };
  const check = await sendWithPicture(town, again, await town.page('/submit'));
  const [, same = ''] = /value="(\w+)"[^>]*>Send it without the picture/.exec(check) ?? [];
  expect(await sendWithPicture(town, { ...again, same }, check)).toContain('Thank you');
  expect(await town.write.selectFrom('picture').select('id').execute()).toEqual([]);
  expect((await town.api('?kind=suggestion')).items).toHaveLength(1);
});

test('undoing a decision ends only the block that it made', async () => {
  await using town = await openTown();
  for (const title of ['Quilt morning', 'Chess evening'])
    expect((await send(town, { ...swap, title })).status).toBe(200);
  const [second, first] = (await town.api('?kind=suggestion')).items;
  const next = async () => (await send(town, { ...swap, title: 'Something else' })).status;
  await town.api(`/${first?.id}`, { action: 'discard', block: true });
  town.pass(60_000);
  await town.api(`/${second?.id}`, { action: 'discard' });
  await town.api('/undo', {});
  expect(await next()).toBe(403);

  // A second block lasts longer; without it, the first one is left.
  const until = async () =>
    (await town.write.selectFrom('blocked_sender').select('until').execute())[0]?.until;
  const before = await until();
  await town.api(`/${second?.id}`, { action: 'discard', block: true });
  expect(Number(await until())).toBeGreaterThan(Number(before));
  await town.api('/undo', {});
  expect(await until()).toBe(before);
  await town.api('/undo', {});
  expect(await next()).toBe(200);
});

test('at the private link, senders change, withdraw and correct what they sent', async () => {
  await using town = await openTown();
  const { link } = await send(town, { ...swap, from: 'june@example.org' });
  const path = `/submit/${link}`;
  const [mail] = await town.write.selectFrom('mail').select(['recipient', 'letter']).execute();
  expect(mail?.recipient).toBe('june@example.org');
  const address = /\/submit\/[\w-]+\?confirm=[\w-]+/.exec(String(mail?.letter))?.[0] ?? '';
  const page = await town.page(address);
  expect(page).toMatch(
    /Did you send this from .*june@example\.org.*The editors see that the address is yours/,
  );
  await town.post(address, { do: 'confirm', shown: inputOf(page, 'shown') });
  expect(await town.page('/admin/inbox', town.admin)).toContain('<span>june@example.org</span>');

  const edit = async (fields: Record<string, string>) => {
    const form = await town.page(`${path}?edit`);
    town.pass(4000);
    const changed = { ...swap, ...fields, opened: inputOf(form, 'opened'), do: 'edit' };
    return (await town.post(path, changed)).headers.get('Location');
  };
  expect(await edit({ eventTime: '19:30' })).toBe(`${path}?done=saved`);
  const entryOf = async () => (await town.api('?kind=suggestion')).items[0];
  expect(await entryOf()).toMatchObject({ item: { eventTime: '7:30 PM' } });
  await town.api(`/${(await entryOf())?.id}`, { action: 'publish' });
  expect(await edit({ eventTime: '20:00' })).toBe(`${path}?done=asked`);
  expect(await town.page(path)).toContain('waits for an editor');
  expect(await town.page('/events')).toContain('7:30 PM');
  expect(await entryOf()).toMatchObject({
    changes: [
      { field: 'eventTime', from: '7:30 PM', to: '8:00 PM' },
      { field: 'eventDate', to: '2026-12-05T01:00:00.000Z' },
    ],
  });
  await town.api(`/${(await entryOf())?.id}`, { action: 'publish' });
  expect(await town.page('/events')).toContain('8:00 PM');

  const other = await send(town, { ...swap, title: 'Another swap' });
  await town.post(`/submit/${other.link}`, { do: 'withdraw' });
  expect((await town.fetch(`/submit/${other.link}`)).status).toBe(404);
  expect(await entryOf()).toBeUndefined();
});

test('what an editor takes on and then deletes was not published, and its sender is not emailed that it was', async () => {
  await using town = await openTown();
  const { link } = await send(town, { ...swap, from: 'june@example.org' });
  await town.write.updateTable('suggestion').set({ confirmedAt: NOW }).execute();
  const { itemId } = await town.write.selectFrom('suggestion').select('itemId').executeTakeFirstOrThrow();
  const { services } = town;
  const subjects = async () => {
    for (const minutes of [0, 3]) {
      town.pass(minutes * 60_000);
      await notifySenders(services, collections, await findTown(town.write));
    }
    const mails = await town.write.selectFrom('mail').select('letter').execute();
    return mails.map(({ letter }) => JSON.parse(letter ?? '{}').subject).slice(1);
  };
  const path = `/admin/events/${itemId}`;
  const open = async () => formIn(await town.page(path, town.admin));
  const save = async (publication: string) => town.post(path, { ...(await open()), publication }, town.admin);
  expect((await save('draft')).status).toBe(303);
  expect(await town.page(`/submit/${link}`)).toContain('Accepted</span>');
  expect(await subjects()).toEqual([]);

  const headers = { ...town.admin, Origin: town.origin };
  const call = (method: string, more = '') =>
    town.fetch(`/api/v1/events/${itemId}${more}`, { method, headers });
  expect((await call('DELETE')).status).toBe(204);
  const page = await town.page(`/submit/${link}`);
  expect(page).toContain('Not published</span>');
  expect(page).not.toContain('has been removed');
  expect((await call('POST', '/restore')).status).toBe(200);
  expect((await save('published')).status).toBe(303);
  expect(await town.page(`/submit/${link}`)).toContain('Published</span>');
  expect(await subjects()).toEqual([expect.stringContaining('published your suggestion')]);

  expect((await call('DELETE')).status).toBe(204);
  expect(await town.page(`/submit/${link}`)).toContain('has been removed');
});
