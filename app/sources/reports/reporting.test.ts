import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { setArchived } from '#app/items/archive/archive-store.server.ts';
import { now, read, seed } from '../../../tests/event-pages.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';

const DANCE = '/correct/events/dance';

async function openTown() {
  const clock = { now, address: '203.0.113.1' };
  const site = await openSite({ now: () => clock.now, address: () => clock.address });
  await seed(site, 'dance', '2026-11-22T00:00:00Z');
  const admin = await site.asAdmin();
  const calls = async (path: string, body?: object) => {
    const init = body && {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    };
    const response = await site.fetch(`/api/v1/inbox${path}`, init ?? { headers: admin });
    return { status: response.status, body: await response.json() };
  };
  return {
    site,
    admin,
    clock,
    calls,
    /** Opens the form, waits, and presses a button. */
    report: async (wrong: string, values: Record<string, string> = {}, path = DANCE) => {
      const { opened = '' } = formIn(await site.page(path));
      clock.now += 4000;
      return site.post(path, { opened, wrong, ...values });
    },
    list: async () => (await calls('?kind=report')).body.items as Record<string, unknown>[],
  };
}

test('A reader reports in two taps, adds what is right or withdraws it, and an editor applies it', async () => {
  const { site, calls, report, list } = await openTown();
  await using _ = site;
  expect(await read(site, '/events/dance')).toContain(`href="${DANCE}"`);
  expect(await read(site, DANCE)).toContain('Listed as Saturday, November 21, 7:00 PM');

  const sent = await report('time');
  const page = sent.headers.get('Location') ?? '';
  expect([sent.status, page]).toEqual([
    303,
    expect.stringMatching(/^\/correct\/events\/dance\/report\?token=/),
  ]);
  expect(await read(site, page)).toContain('Reported: wrong day or time.');
  const [entry] = await list();
  expect(entry).toMatchObject({ kind: 'report', collection: 'events', title: 'Event dance', changes: [] });
  const path = `/${entry?.id}`;
  expect((await calls(path, { action: 'publish' })).status).toBe(422);

  const bad = await site.post(page, { eventDate: '2026-02-31', eventTime: 'half', note: 'A <b>poster</b>' });
  const html = (await bad.text()).replaceAll('<!-- -->', '');
  expect([bad.status, html]).toEqual([400, expect.stringContaining('Enter a time, such as 7:30 PM')]);
  expect(html).toContain('A &lt;b&gt;poster&lt;/b&gt;');
  const good = { eventDate: '2026-11-22', eventTime: '19:30', note: 'A <b>poster</b> says so' };
  expect((await site.post(page, good)).headers.get('Location')).toBe(`${page}&saved`);
  const change = expect.objectContaining({ field: 'eventDate', to: '2026-11-23T00:30:00.000Z' });
  expect(await list()).toMatchObject([{ changes: expect.arrayContaining([change]) }]);
  expect(await read(site, '/events/dance')).not.toContain('poster');

  expect((await calls(path, { action: 'publish' })).body).toMatchObject({
    action: 'publish',
    kind: 'report',
  });
  expect(await read(site, '/events/dance')).toContain('11/22/2026, 7:30 PM');
  expect(await read(site, page)).toContain('It is corrected.');
  await calls('/undo', {});
  expect(await read(site, '/events/dance')).toContain('11/21/2026, 7:00 PM');

  await site.post(page, { withdraw: 'yes' });
  expect(await list()).toEqual([]);
  expect((await site.fetch(page)).status).toBe(404);
});

test('Three networks put a notice on the page at once; what is gone, archived or nonsense is refused', async () => {
  const { site, admin, clock, calls, report, list } = await openTown();
  await using _ = site;
  const networks = ['203.0.113.1', '2001:db8:1:2::1', '2001:db8:1:2::2', '198.51.100.9'];
  const pages = [];
  for (const address of networks) {
    clock.address = address;
    pages.push((await read(site, '/events/dance')).includes('Being checked'));
    await report('cancelled');
  }
  expect(pages).toEqual([false, false, false, false]);
  const page = await read(site, '/events/dance');
  expect(page).toContain('Three readers say that this is canceled. We’re checking it.');
  expect(await read(site, '/events')).toContain('Being checked');
  expect(await read(site, '/events?month=2026-11')).toContain('(being checked)');
  expect(await site.page('/admin/inbox', admin)).not.toMatch(/203.0.113|2001:db8/);
  const [entry] = await list();
  const decided = await calls(`/${entry?.id}`, { action: 'discard', reason: 'It takes place.' });
  expect(decided.status).toBe(200);
  expect(await read(site, '/events/dance')).not.toContain('Being checked');

  // The token of a form is good for one report, and not at once.
  const { opened = '' } = formIn(await site.page(DANCE));
  const early = await site.post(DANCE, { opened, wrong: 'place' });
  expect([early.status, await early.text()]).toEqual([422, expect.stringContaining('One moment')]);
  expect((await report('place', { website: 'x' })).status).toBe(200);
  expect((await report('weather')).status).toBe(400);
  expect((await report('link', { link: 'javascript:alert(1)' })).status).toBe(400);
  expect(await list()).toEqual([]);

  clock.address = '198.51.100.77';
  await setArchived(site.write, collections.events, 'dance', clock.now);
  expect(await read(site, '/events/dance')).not.toContain(DANCE);
  const gone = ['/correct/events/none', DANCE, '/correct/none/dance', '/correct/events/dance/report'];
  for (const path of gone) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
    expect([path, (await site.post(path, { opened, wrong: 'time' })).status]).toEqual([path, 404]);
  }
  expect(await list()).toEqual([]);
});
