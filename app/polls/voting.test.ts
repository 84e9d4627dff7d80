import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formIn } from '../../tests/form-in.ts';
import { openSite } from '../../tests/open-site.ts';
import { call, clock, idOf, JUNE, NOW, seed, verified } from '../../tests/voting-site.ts';
import { closeDuePolls } from './close-poll.server.ts';

test('a member votes on the page, gets a focused confirmation, and sees the result', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const june = await verified(site);
  const ballot = await site.page('/polls/rink', june);
  expect(ballot.match(/type="radio"/g)).toHaveLength(3);
  expect(ballot).not.toMatch(/checked=|<script(?! type="application\/ld\+json">)/);
  const cast = await site.post('/polls/rink/vote', { option: idOf(poll, 1) }, june);
  expect([cast.status, cast.headers.get('Location')]).toEqual([303, '/polls/rink/vote?cast#outcome']);
  const page = await site.page('/polls/rink/vote?cast', june);
  expect(page).toMatch(
    /<div class="alert is-success" role="status" id="outcome" tabindex="-1" autofocus=""/i,
  );
  expect(page).toContain('Thank you. Your vote is counted.');
  expect(page.replaceAll('<!-- -->', '')).toMatch(
    /<caption>Results, 1 vote<\/caption>.*No <small>Your vote<\/small>.*1 vote.*100%/s,
  );
  expect(page).toMatch(/Your receipt: <code class="nowrap">[0-9A-Z]{4}(-[0-9A-Z]{4}){3}<\/code>/);
});

test('a visitor of a poll for members chooses, logs in, and finds the choice on the ballot', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const ballot = await site.page('/polls/rink');
  expect(ballot.match(/type="radio"/g)).toHaveLength(3);
  expect(ballot).toContain('You log in after you choose');
  expect(ballot).not.toMatch(/checked=/);
  const chosen = await site.post('/polls/rink/vote', { option: idOf(poll, 1) });
  expect([chosen.status, chosen.headers.get('Location')]).toEqual([
    303,
    '/login?next=%2Fpolls%2Frink%2Fvote',
  ]);
  const [kept = ''] = chosen.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '');
  const june = await verified(site);
  const both = { ...june, Cookie: `${june.Cookie}; ${kept}` };
  const page = await site.page('/polls/rink/vote', both);
  expect(page).toContain('Your choice is selected below. Press Vote to cast your vote.');
  expect(page.match(/<input[^>]*checked=""[^>]*>/g)).toEqual([expect.stringContaining(idOf(poll, 1))]);
  expect((await site.page('/polls/rink/vote', june)).includes('checked=')).toBe(false);
  expect((await site.page('/polls/rink', { Cookie: kept })).includes('checked=')).toBe(false);
  const cast = await site.post('/polls/rink/vote', { option: idOf(poll, 1) }, both);
  expect(cast.headers.getSetCookie().join()).toContain('-choice=; Max-Age=0');
  const nothing = await site.post('/polls/rink/vote', {});
  expect([nothing.status, await nothing.text()]).toEqual([
    422,
    expect.stringContaining('Choose an answer, then press Vote.'),
  ]);
});

test("a member's page is never sent to anyone else, and the shared page contains no vote", async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const june = await verified(site);
  await site.post('/polls/rink/vote', { option: idOf(poll, 0) }, june);
  const own = await site.fetch('/polls/rink', { headers: june });
  expect(own.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await own.text()).toContain('Your receipt');
  const vote = await site.fetch('/polls/rink/vote', { headers: june });
  expect(vote.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await site.page('/polls/rink')).not.toContain('Your receipt');
  expect(await site.page('/polls/rink', await site.asMember('otto@example.org'))).not.toContain(
    'Your receipt',
  );
});

test('a vote can be changed and withdrawn with forms', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const june = await verified(site);
  await site.post('/polls/rink/vote', { option: idOf(poll, 0) }, june);
  await site.post('/polls/rink/vote', { option: idOf(poll, 2) }, june);
  expect((await site.page('/polls/rink/results')).replaceAll('<!-- -->', '')).toMatch(
    /Later<\/th><td class="muted">1 vote</,
  );
  const withdrawn = await site.post('/polls/rink/withdrawal', {}, june);
  expect(withdrawn.headers.get('Location')).toBe('/polls/rink/vote?withdrawn#outcome');
  expect(await site.page('/polls/rink/vote?withdrawn', june)).toContain('Your vote has been withdrawn.');
  expect(await site.page('/polls/rink/results')).toContain('Results, 0 votes');
});

test('a refused vote says why: 401, 403, 404, 409, 422', async () => {
  const options = clock(NOW);
  await using site = await openSite(options);
  const poll = await seed(site, { closesAt: NOW + 60_000 });
  const other = await seed(site, { id: 'other' });
  const otto = await site.asMember('otto@example.org');
  const june = await verified(site);
  expect(await call(site, idOf(poll, 0))).toMatchObject({ status: 401, json: { detail: 'Log in to vote.' } });
  const unproven = await call(site, idOf(poll, 0), otto);
  expect([unproven.status, unproven.json.detail]).toEqual([
    403,
    expect.stringContaining('Confirm your email address'),
  ]);
  expect((await call(site, 'x', june, 'none')).status).toBe(404);
  for (const option of [idOf(other, 0), 'x', '', [], null, 7, [idOf(poll, 0), idOf(poll, 1)], undefined, {}])
    expect(await call(site, option, june)).toMatchObject({
      status: 422,
      json: { errors: [{ field: 'option' }] },
    });
  const page = await site.post('/polls/rink/vote', {}, june);
  expect(page.status).toBe(422);
  expect(await page.text()).toMatch(/role="alert" id="outcome".*Choose an answer, then press Vote\./s);
  options.at = NOW + 59_000;
  expect((await call(site, 'Yes', june)).status).toBe(200);
  options.at = NOW + 60_000;
  expect(await call(site, 'No', june)).toMatchObject({
    status: 409,
    json: { detail: expect.stringContaining('closed') },
  });
  const late = await site.post('/polls/rink/vote', { option: idOf(poll, 1) }, june);
  expect(late.status).toBe(409);
});

test('votes through the API are idempotent, and name options by id or text', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const june = await verified(site);
  const first = await call(site, 'No', june);
  expect(first).toMatchObject({
    status: 200,
    json: {
      poll: 'rink',
      option: idOf(poll, 1),
      results: {
        voters: 1,
        options: poll.options.map(({ id }, place) => ({ id, votes: place === 1 ? 1 : 0 })),
      },
    },
  });
  expect((await call(site, idOf(poll, 1), june)).json).toEqual(first.json);
  const removed = await site.fetch('/api/v1/polls/rink/votes', {
    method: 'DELETE',
    headers: { Origin: site.origin, ...june },
  });
  expect(removed.status).toBe(204);
  const wrong = await site.fetch('/api/v1/polls/rink/votes');
  expect([wrong.status, wrong.headers.get('Allow')]).toEqual([405, 'POST, DELETE']);
  const unknown = await site.fetch('/api/v1/polls/rink/votes', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: site.origin, ...june },
    body: '{"option":"Yes","times":5}',
  });
  expect(unknown.status).toBe(400);
});

test('several options can be chosen if the poll allows it, but "none of these" only alone', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site, { maxChoices: 2, noneOfThese: true });
  const june = await verified(site);
  expect(poll.options.at(-1)).toMatchObject({ text: 'None of these', isNone: true });
  const page = await site.page('/polls/rink', june);
  expect(page.match(/type="checkbox"/g)).toHaveLength(4);
  expect(page).toContain('Choose up to 2 answers');
  expect((await call(site, ['Yes', 'None of these'], june)).status).toBe(422);
  expect((await call(site, ['Yes', 'No', 'Later'], june)).status).toBe(422);
  expect((await call(site, ['Yes', 'Later'], june)).json.option).toEqual(
    [idOf(poll, 0), idOf(poll, 2)].sort(),
  );
  const json = (await (await site.fetch('/api/v1/polls/rink')).json()) as { results: { voters: number } };
  expect(json.results.voters).toBe(1);
});

test.each(['always', 'voted', 'closed', 'admin'] as const)(
  'results shown %s are shown to no one else, on pages or by the API',
  async (resultsShown) => {
    const options = clock(NOW);
    await using site = await openSite(options);
    const poll = await seed(site, { resultsShown, closesAt: NOW + 60_000 });
    const june = await verified(site);
    const otto = await verified(site, 'otto@example.org');
    const admin = await site.asAdmin();
    const vote = await call(site, idOf(poll, 0), june);
    const sees = async (headers: Record<string, string>) => {
      const pages = await Promise.all(
        ['/polls/rink/results', '/polls/rink', '/polls/rink/embed', '/polls/rink/vote', '/polls'].map(
          (path) => site.page(path, headers),
        ),
      );
      const inPages = pages.some((page) => /\b1 vote</.test(page.replaceAll('<!-- -->', '')));
      const item = (await (await site.fetch('/api/v1/polls/rink', { headers })).json()) as {
        results: unknown;
      };
      const list = (await (await site.fetch('/api/v1/polls', { headers })).json()) as {
        items: { results: unknown }[];
      };
      const inList = list.items[0]?.results;
      expect([item.results !== null, inList !== null]).toEqual([inPages, inPages]);
      return inPages;
    };
    const open = {
      visitor: await sees({}),
      voter: await sees(june),
      other: await sees(otto),
      admin: await sees(admin),
    };
    expect(vote.json.results !== null).toBe(open.voter);
    options.at = NOW + 60_000;
    await closeDuePolls(site.write, options.at);
    const closed = { visitor: await sees({}), voter: await sees(june), admin: await sees(admin) };
    const expected = {
      always: [true, true, true, true, true, true, true],
      voted: [false, true, false, true, true, true, true],
      closed: [false, false, false, true, true, true, true],
      admin: [false, false, false, true, false, false, true],
    };
    expect([...Object.values(open), ...Object.values(closed)]).toEqual(expected[resultsShown]);
    const ballots = (await site.fetch('/polls/rink/ballots.txt')).status;
    expect(ballots).toBe(resultsShown === 'admin' ? 404 : 200);
  },
);

test('anyone can recount a closed poll: chain head, receipts and totals agree', async () => {
  const options = clock(NOW);
  await using site = await openSite(options);
  const poll = await seed(site, { closesAt: NOW + 60_000 });
  const receipts: string[] = [];
  for (const [turn, email] of [JUNE, 'otto@example.org', 'ada@example.org'].entries())
    receipts.push((await call(site, idOf(poll, turn % 2), await verified(site, email))).json.receipt);
  expect((await site.fetch('/polls/rink/ballots.txt')).status).toBe(404);
  options.at = NOW + 61_000;
  await closeDuePolls(site.write, options.at);
  const file = await site.fetch('/polls/rink/ballots.txt');
  // Search engines should list the page of the ballots instead.
  expect(file.headers.get('X-Robots-Tag')).toBe('noindex');
  const lines = (await file.text()).trimEnd().split('\n');
  let head = '';
  for (const [place, line] of lines.entries())
    head = createHash('sha256')
      .update(place === 0 ? line : `${head}\n${line}`)
      .digest('hex');
  const json = (await (await site.fetch('/api/v1/polls/rink')).json()) as { recount: unknown };
  expect(json.recount).toEqual({ ballots: 3, head, url: '/polls/rink/ballots.txt' });
  const page = await site.page('/polls/rink/ballots');
  expect(page).toContain(head);
  for (const receipt of receipts) expect(page).toContain(`<code class="nowrap">${receipt}</code>`);
  expect(await site.page('/polls/rink')).toContain(head);
  expect(lines.slice(1, 4)).toEqual(lines.slice(1, 4).toSorted());
  expect(lines[4]).toMatch(/^closing 1 2026-11-20T22:01:00\.000Z \[\{"id":/);
});

test('a vote sent by another site’s page changes nothing', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const june = await verified(site);
  const foreign = { ...june, Origin: 'https://evil.example' };
  for (const path of ['/polls/rink/vote', '/polls/rink/withdrawal'])
    expect((await site.post(path, { option: idOf(poll, 0) }, foreign)).status).toBe(403);
  expect(await site.write.selectFrom('poll_voter').selectAll().execute()).toEqual([]);
});

test('the options of a poll with votes are locked in its form, and no draft keeps a removal', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const admin = await site.asAdmin();
  expect(await site.page('/admin/polls/rink', admin)).toContain('Remove line 1');
  const opened = formIn(await site.page('/admin/polls/rink', admin));
  await site.post('/polls/rink/vote', { option: idOf(poll, 0) }, await verified(site));
  const html = await site.page('/admin/polls/rink', admin);
  expect(html).toContain('People have voted. You can correct the wording');
  expect(html).not.toMatch(/Remove line|Move up|Add option/);
  expect(html).toMatch(/id="publishing".*href="\/admin\/polls\/rink\/voting"/s);
  const results = /href="\/admin\/polls\/rink\/voting"[^>]*>Results</;
  expect(await site.page('/admin/polls', admin)).toMatch(results);
  const removed = { ...opened, options: ['No', 'Later'] };
  const autosaved = await site.post('/admin/polls/rink/autosave', removed, admin);
  expect(await autosaved.json()).toEqual({ kind: 'refused' });
  for (const publication of ['published', 'draft'])
    expect((await site.post('/admin/polls/rink', { ...removed, publication }, admin)).status).toBe(400);
  const reworded = { ...opened, options: ['Yes!', 'No', 'Later'] };
  const kept = await site.post('/admin/polls/rink/autosave', reworded, admin);
  expect(await kept.json()).toMatchObject({ kind: 'saved' });
  const unpublished = { ...opened, options: ['Yes', 'No', 'Later'], publication: 'draft' };
  const draft = formIn(await site.page('/admin/polls/rink', admin)).draft ?? '';
  expect((await site.post('/admin/polls/rink', { ...unpublished, draft }, admin)).status).toBe(303);
  const list = await site.page('/admin/polls', admin);
  expect(list).toContain('href="/admin/polls/rink"');
  expect(list).not.toMatch(results);
});
