import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { call, clock, idOf, NOW, seed, verified } from '../../../tests/voting-site.ts';

test('anyone can vote in an informal poll with a cookie that only voting sets, and is counted separately', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site, { voters: 'anyone' });
  const june = await verified(site);
  for (const path of ['/polls/rink', '/polls/rink/vote', '/polls/rink/results'])
    expect((await site.fetch(path)).headers.get('Set-Cookie')).toBeNull();
  const cast = await site.post('/polls/rink/vote', { option: idOf(poll, 0) });
  const cookie = cast.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(
    /^belfry-dev-voter=.{22}\..{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const browser = { Cookie: cookie.split(';')[0] ?? '' };
  expect(await site.page('/polls/rink/vote?cast', browser)).toContain('Thank you. Your vote is counted.');
  const change = await site.post('/polls/rink/vote', { option: idOf(poll, 1) }, browser);
  expect(change.headers.get('Location')).toBe('/polls/rink/vote?changed#outcome');
  expect(await site.page('/polls/rink/vote?changed', browser)).toContain('Your vote has been changed.');
  await call(site, idOf(poll, 1), june);
  const json = (await (await site.fetch('/api/v1/polls/rink')).json()) as { results: unknown };
  expect(json.results).toMatchObject({
    voters: 2,
    informal: 1,
    options: [{ votes: 0 }, { votes: 2, informal: 1 }, {}],
  });
  const results = (await site.page('/polls/rink/results')).replaceAll('<!-- -->', '');
  expect(results).toContain('<caption>Members, 1 voter</caption>');
  expect(results).toContain('<caption>Without an account (informal), 1 voter</caption>');
  const forged = {
    Cookie: 'belfry-dev-voter=AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  };
  expect(await site.page('/polls/rink/vote?cast', forged)).not.toContain('Your receipt');
});

test('of a hundred votes without a cookie from one network, at most twenty count (R-50)', async () => {
  const options = clock(NOW);
  let address = 0;
  await using site = await openSite({
    ...options,
    now: () => options.at,
    address: () => `2001:db8:1:2::${(address++).toString(16)}`,
  });
  await seed(site, { voters: 'anyone' });
  const statuses = new Set<number>();
  for (let turn = 0; turn < 100; turn++) {
    options.at = NOW + turn * 10_000;
    const outcome = await call(site, 'Yes');
    statuses.add(outcome.status);
    if (outcome.status === 429) expect(outcome.json.detail).toContain('Log in');
  }
  expect([...statuses]).toEqual([200, 429]);
  const votes = await site.write.selectFrom('poll_voter').select('voter').execute();
  expect(votes).toHaveLength(20);
});

test('another /64 of one /48 for each vote does not avoid the limit, and neighbors can still vote (R-50)', async () => {
  const options = clock(NOW);
  let turn = 0;
  await using site = await openSite({
    ...options,
    now: () => options.at,
    address: () => `2001:db8:1:${turn.toString(16)}::1`,
  });
  await seed(site, { voters: 'anyone' });
  const cast = async (place: number) => {
    turn = place;
    options.at += 10_000;
    return (await call(site, 'Yes')).status;
  };
  const count = async (places: number[]) => {
    let counted = 0;
    for (const place of places) if ((await cast(place)) === 200) counted++;
    return counted;
  };
  expect(await count(Array.from({ length: 60 }, (_, n) => n))).toBe(25);
  expect(await count(Array.from({ length: 60 }, (_, n) => (n + 1) * 256))).toBe(5);
  const admin = await site.asAdmin();
  const page = (await site.page('/admin/polls/rink/voting', admin)).replaceAll('<!-- -->', '');
  expect(page).toMatch(/<code>[\w-]{8}<\/code> and its neighbors \(\/48\)<\/th><td>30<\/td><td>55<\/td>/);
});

test('the administrator can raise the number of votes per network without an account, while a class votes (R-50)', async () => {
  const options = clock(NOW);
  await using site = await openSite({ ...options, now: () => options.at });
  const poll = await seed(site, { voters: 'anyone' });
  const cast = async () => {
    options.at += 8000;
    return (await site.post('/polls/rink/vote', { option: idOf(poll, 0) })).status;
  };
  await saveTown(site.write, { votersPerNetwork: '30' });
  const statuses = [];
  for (let turn = 0; turn < 32; turn++) statuses.push(await cast());
  expect(statuses).toEqual([...Array(30).fill(303), 429, 429]);
  const admin = await site.asAdmin();
  expect(await site.page('/admin/polls/rink/voting', admin)).toContain('At most <!-- -->30<!-- --> browsers');
  const settings = await site.page('/admin/settings', admin);
  expect(settings).toMatch(/<input[^>]*name="votersPerNetwork"[^>]*value="30"/);
});

test("other sites can embed a poll's embed page, which has no form, script or cookie", async () => {
  await using site = await openSite({ now: NOW });
  await seed(site, { voters: 'anyone' });
  const response = await site.fetch('/polls/rink/embed', { headers: await verified(site) });
  expect(response.headers.get('Content-Security-Policy')).toContain('frame-ancestors *');
  const html = await response.text();
  expect(html).not.toMatch(/<form|<script|<input/);
  expect(html).toMatch(
    /<a class="button button--primary" href="http:\/\/localhost:3000\/polls\/rink" target="_blank" rel="noopener">/,
  );
  for (const path of ['/polls/rink', '/polls/rink/vote', '/polls/rink/results'])
    expect((await site.fetch(path)).headers.get('Content-Security-Policy')).toContain(
      "frame-ancestors 'none'",
    );
  expect((await site.fetch('/polls/none/embed')).status).toBe(404);
});
