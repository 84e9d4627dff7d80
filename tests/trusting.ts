/** A town with trusted senders, in tests. */
import { expect } from 'vitest';
import type { TestLocation } from './each-database.ts';
import { formIn } from './form-in.ts';
import { inputOf, openTown, send, swap } from './suggesting.ts';

export const JUNE = 'june@example.org';

function environmentOf(location: TestLocation): Record<string, string> {
  if (!('url' in location)) return { BELFRY_DATA: location.dataFolder };
  return { DATABASE_URL: location.url, BELFRY_SECRET: 'a secret that is only good for tests' };
}

/** Trust begins after three approvals, unless `after` says otherwise. */
export async function openTrusting(location: TestLocation, after = '3') {
  const town = await openTown(environmentOf(location));
  const settings = await town.page('/admin/settings', town.admin);
  const { version = '' } = formIn(settings.slice(settings.indexOf('<main')));
  const saved = await town.post('/admin/settings', { trustAfter: after, version }, town.admin);
  expect(saved.headers.get('Location')).toBe('/admin/settings?saved=suggestions#suggestions');
  let day = 0;
  /** Sends an event on a day of its own, or what `fields` say; returns its private link. */
  const suggest = async (title: string, fields: Record<string, string> = {}) => {
    town.pass(5 * 3_600_000);
    day++;
    const eventDate = new Date(Date.UTC(2027, 0, day)).toISOString().slice(0, 10);
    const sent = await send(town, { ...swap, title, eventDate, from: JUNE, ...fields });
    expect([title, sent.status]).toEqual([title, 200]);
    return sent.link;
  };
  /** The address in the email about this private link. */
  const emailed = async (link: string) => {
    const mails = await town.write.selectFrom('mail').select('letter').execute();
    const [address = ''] = mails.flatMap(
      ({ letter }) => new RegExp(`/submit/${link}\\?confirm=[\\w-]+`).exec(letter ?? '')?.[0] ?? [],
    );
    return address;
  };
  /** Presses the button that only the email of this private link leads to, and returns its page before and after. */
  const confirm = async (link: string) => {
    const address = await emailed(link);
    const before = await town.page(address);
    const done = await town.post(address, { do: 'confirm', shown: inputOf(before, 'shown') });
    return { before, after: await town.page(done.headers.get('Location') ?? '') };
  };
  const waiting = async () =>
    (await town.api('?kind=suggestion')).items as unknown as { id: string; title: string }[];
  const decide = async (title: string, body: object) => {
    const found = (await waiting()).find((entry) => entry.title === title);
    expect(await town.api(`/${found?.id}`, body)).toMatchObject({ status: 200 });
  };
  const approve = async (title: string, fields: Record<string, string> = {}) => {
    const link = await suggest(title, fields);
    await confirm(link);
    await decide(title, { action: 'publish' });
    return link;
  };
  /** Sends another event from a private link, as its page would if it had the form. */
  const sendBy = async (address: string, fields: Record<string, string>) => {
    town.pass(3_600_000);
    const form = formIn(await town.page(`${address}${address.includes('?') ? '&' : '?'}another`));
    const opened = inputOf(await town.page('/submit'), 'opened');
    town.pass(4000);
    const by = address.slice('/submit/'.length);
    const response = await town.post('/submit', { opened, ...swap, by, ...fields });
    return { form, html: await response.text() };
  };
  /** Changes what was sent at this private link; returns where its form leads. */
  const edit = async (address: string, fields: Record<string, string>) => {
    const form = formIn(await town.page(`${address}${address.includes('?') ? '&' : '?'}edit`));
    town.pass(4000);
    const edited = await town.post(address, { ...form, ...fields, do: 'edit' });
    return edited.headers.get('Location');
  };
  const eventCall = async (title: string, method: string, fields?: Record<string, string>) => {
    const { itemId } = await town.write
      .selectFrom('suggestion')
      .select('itemId')
      .where('title', '=', title)
      .executeTakeFirstOrThrow();
    const address = `/api/v1/events/${itemId}`;
    const headers = { ...(await town.asAdmin()), Origin: 'http://localhost:3000' };
    const found = await (await town.fetch(address, { headers })).json();
    const body = fields && { body: JSON.stringify({ ...found, ...fields }) };
    const init = { method, headers: { ...headers, 'Content-Type': 'application/json' }, ...body };
    const response = await town.fetch(address, init);
    expect([await response.text(), response.ok]).toEqual([expect.anything(), true]);
  };
  return {
    ...town,
    removeEvent: (title: string) => eventCall(title, 'DELETE'),
    changeEvent: (title: string, fields: Record<string, string>) => eventCall(title, 'PUT', fields),
    ...{ emailed, sendBy, edit },
    ...{ suggest, confirm, decide, approve },
    waiting: async () => (await waiting()).map(({ title }) => title),
    isPublic: async (title: string) =>
      [await town.page('/events'), await town.page('/api/v1/events?limit=100')].every((page) =>
        page.includes(title),
      ),
    /** Returns the private link of one of them. */
    approveThree: async () => {
      await approve('Barn dance');
      await approve('Chess evening');
      return approve('Quilt morning');
    },
    undo: async (title: string) => {
      const inbox = await town.page('/admin/inbox', await town.asAdmin());
      const batch = new RegExp(`value="(trusted [\\w-]+)"(?:(?!</form>).)*: (?:<!-- -->)?${title}`, 's').exec(
        inbox,
      );
      return town.post('/admin/inbox/undo', { batch: batch?.[1] ?? '' }, await town.asAdmin());
    },
  };
}
