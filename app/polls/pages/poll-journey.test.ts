/** From the first view of a poll to a final vote, request by request. */
import { expect, test } from 'vitest';
import { closePoll } from '#app/polls/close-poll.server.ts';
import type { Poll, PollInput } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { finishSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { listLetters } from '../../../tests/people.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const june = { email: 'june@example.org', password: 'river in spring' };
const POLL = '/polls/rink';

async function seed({ write }: TestSite, changes: Partial<PollInput> = {}): Promise<Poll> {
  const input = { id: 'rink', title: 'Rink?', description: 'Why we ask.', options: ['Yes', 'No'] };
  const outcome = await savePoll(write, { ...input, ...changes }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.item;
}

function cookieOf(response: Response): { Cookie: string } {
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}

/** The path in the newest email to the address. */
async function pathMailed(site: TestSite, to: string): Promise<string> {
  const url = new URL((await listLetters(site.write, to)).findLast((letter) => letter.url)?.url ?? '');
  return url.pathname + url.search;
}

/** Registers on the way to the poll, and confirms the address by email. */
async function join(site: TestSite): Promise<{ Cookie: string }> {
  const headers = cookieOf(await site.post(`/login?mode=register&next=${encodeURIComponent(POLL)}`, june));
  const verified = await site.post(await pathMailed(site, june.email), {}, headers);
  expect([verified.status, verified.headers.get('Location')]).toEqual([303, `${POLL}?verified`]);
  return cookieOf(verified);
}

/** Nothing is sent without the job that does it. */
const withMailServer = { SMTP_URL: 'smtp://127.0.0.1:2525', MAIL_FROM: 'town@town.example' };

test('without a mail server a poll says that no email comes, and its form says who can’t vote', async () => {
  await using site = await openSite({ now: NOW });
  await seed(site);
  const headers = cookieOf(await site.post(`/login?mode=register&next=${encodeURIComponent(POLL)}`, june));
  for (const path of [POLL, `${POLL}?mailed`, `${POLL}/vote`]) {
    const page = await site.page(path, headers);
    expect(page).not.toMatch(/We sent|We’ll send|Send the email/);
    expect(page).toContain('This site can’t send email yet');
    expect(page).toContain('You can’t vote in this poll yet');
  }
  const warning = 'This site has no mail server yet, so members can’t confirm their address.';
  const admin = await site.asAdmin();
  const form = await site.page('/admin/polls/add', admin);
  expect(form).toContain(warning);
  expect(form).toContain('only members with a confirmed email address can vote');
  await using mailing = await openSite({ now: NOW, environment: withMailServer });
  expect(await mailing.page('/admin/polls/add', await mailing.asAdmin())).not.toContain(warning);
});

test('registering to vote mentions the email, whose link leads back to the poll', async () => {
  await using site = await openSite({ now: NOW, environment: withMailServer });
  const poll = await seed(site);
  const visitor = await site.page(POLL);
  expect(visitor.match(/type="radio"/g)).toHaveLength(2);
  expect(visitor).toContain('You log in after you choose');
  const registered = await site.post(`/login?mode=register&next=${encodeURIComponent(POLL)}`, june);
  expect(registered.headers.get('Location')).toBe(POLL);
  const headers = cookieOf(registered);
  const unproven = await site.page(POLL, headers);
  expect(unproven).toMatch(/We sent an email to <strong>june@example.org<\/strong>/);
  expect(unproven).not.toContain('type="radio"');
  await site.write.deleteFrom('address_proof').execute();
  const unsent = await site.page(POLL, headers);
  expect(unsent).toContain('We’ll send an email to <strong>june@example.org</strong>');
  expect(unsent).toContain('>Send the email</button>');
  const again = await site.post(`/account/verification?next=${encodeURIComponent(POLL)}`, {}, headers);
  expect(again.headers.get('Location')).toBe(`${POLL}?mailed`);
  expect(await site.page(`${POLL}?mailed`, headers)).toContain('We sent the email.');
  const path = await pathMailed(site, june.email);
  expect(path).toMatch(/^\/verify\/[\w-]{43}\?next=%2Fpolls%2Frink$/);
  expect(await site.page(path, headers)).toContain(path.replace('&', '&amp;'));
  const verified = await site.post(path, {}, headers);
  expect(verified.headers.get('Location')).toBe(`${POLL}?verified`);
  const member = cookieOf(verified);
  const page = await site.page(`${POLL}?verified`, member);
  expect(page).toContain('Your email address is confirmed. You can vote now.');
  expect(page.match(/type="radio"/g)).toHaveLength(2);
  const cast = await site.post(`${POLL}/vote`, { option: poll.options[0]?.id ?? '' }, member);
  expect(cast.headers.get('Location')).toBe(`${POLL}/vote?cast#outcome`);
});

test('an emailed link leads only to this site', async () => {
  await using site = await openSite({ now: NOW });
  const next = encodeURIComponent('//elsewhere.example/');
  const headers = cookieOf(await site.post(`/login?mode=register&next=${next}`, june));
  const path = await pathMailed(site, june.email);
  expect(path).not.toContain('next');
  const verified = await site.post(`${path}?next=${next}`, {}, headers);
  expect(verified.headers.get('Location')).toBe('/account?verified');
});

test('in a poll open to anyone, “Your vote” is shown only in the table where it was counted', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site, { voters: 'anyone' });
  const option = poll.options[0]?.id ?? '';
  const headers = await site.asMember();
  await site.post(`${POLL}/vote`, { option }, headers);
  const browser = cookieOf(await site.post(`${POLL}/vote`, { option }));
  const marked = async (who: Record<string, string>) => {
    const page = (await site.page(`${POLL}/vote`, who)).replaceAll('<!-- -->', '');
    const tables = page.match(/<table class="results">.*?<\/table>/gs) ?? [];
    return tables.map((table) => table.includes('<small>Your vote</small>'));
  };
  expect(await marked(headers)).toEqual([true, false]);
  expect(await marked(browser)).toEqual([false, true]);
  const link = /<a href="([^"]+)">See your vote<\/a>/.exec(await site.page(POLL))?.[1];
  expect(link).toBe(`${POLL}/vote#own-vote`);
  expect(await site.page(`${POLL}/vote`, browser)).toMatch(/id="own-vote">Your vote<\/h2><p>Yes<\/p>/);
  expect(await site.page(`${POLL}/vote`)).toContain('You have not voted in this poll from this browser.');
});

test("a withdrawn vote frees its network's slot", async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site, { voters: 'anyone' });
  const option = poll.options[0]?.id ?? '';
  const browser = cookieOf(await site.post(`${POLL}/vote`, { option }));
  for (let turn = 0; turn < 30; turn++) {
    expect((await site.post(`${POLL}/withdrawal`, {}, browser)).headers.get('Location')).toContain(
      'withdrawn',
    );
    expect((await site.post(`${POLL}/vote`, { option }, browser)).status).toBe(303);
  }
  const rows = await site.write.selectFrom('poll_network').select(['voters', 'refused']).execute();
  for (const row of rows) expect(row).toEqual({ voters: 1, refused: 0 });
  expect((await site.post(`${POLL}/vote`, { option })).status).toBe(303);
});

test('registering again does not give a second ballot in a reopened poll', async () => {
  await using site = await openSite({ now: NOW });
  const poll = await seed(site);
  const option = poll.options[0]?.id ?? '';
  const first = await join(site);
  await site.post(`${POLL}/vote`, { option }, first);
  await closePoll(site.write, 'rink', NOW);
  await finishSealing(site.write);
  const admin = await site.asAdmin();
  await site.post('/admin/polls/rink/reopening', { reason: 'More time.', closesAt: '', options: [] }, admin);
  expect((await site.post('/account/deletion', {}, first)).status).toBe(303);
  const [voter] = await site.write.selectFrom('poll_voter').selectAll().execute();
  expect(voter?.userId).toBeNull();
  expect(JSON.stringify(voter)).not.toContain('june');
  const second = await join(site);
  const refused = await site.post(`${POLL}/vote`, { option }, second);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('voted in this poll before it was deleted');
  expect(await site.page(`${POLL}/results`)).toContain('Results, 1 vote<');
  // Archived, it stays closed, and the keyed hashes of deleted accounts are removed.
  await closePoll(site.write, 'rink', NOW);
  await finishSealing(site.write);
  await site.post('/admin/polls/rink/archive', { archived: 'yes' }, admin);
  const [forgotten] = await site.write.selectFrom('poll_voter').select('voter').execute();
  expect(forgotten?.voter).not.toBe(voter?.voter);
  const reopened = await site.post('/admin/polls/rink/reopening', { reason: 'Again.' }, admin);
  expect(reopened.headers.get('Location')).toContain('problem=state');
});

test('closing, reopening and archiving a poll ask first, on pages without JavaScript', async () => {
  await using site = await openSite({ now: NOW });
  await seed(site);
  const admin = await site.asAdmin();
  const voting = '/admin/polls/rink/voting';
  const isOpen = async () =>
    (await (await site.fetch('/api/v1/polls/rink')).json()) as { state: string; recount: unknown };
  const asks = async (action: string, button: string) => {
    expect(await site.page(voting, admin)).toContain(`href="/admin/polls/rink/${action}"`);
    const page = await site.page(`/admin/polls/rink/${action}`, admin);
    expect(page).toContain(`action="/admin/polls/rink/${action}"`);
    expect(page).toContain(`>${button}</button>`);
    expect(page).toContain(`href="${voting}"`);
  };
  await asks('closing', 'Close the poll');
  expect((await isOpen()).state).toBe('open');
  expect((await site.post('/admin/polls/rink/closing', {}, admin)).headers.get('Location')).toBe(
    `${voting}?done`,
  );
  expect((await isOpen()).state).toBe('closed');
  await asks('reopening', 'Reopen the poll');
  const typed = { reason: '', closesAt: '2020-01-01T10:00', options: ['Maybe'] };
  const wrong = await site.post('/admin/polls/rink/reopening', typed, admin);
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  for (const kept of [
    'Enter a reason for reopening the poll',
    'Enter a time in the future',
    'value="Maybe"',
    'value="2020-01-01T10:00"',
    '<a href="#reason">Enter a reason for reopening the poll',
    '<a href="#closesAt">Closes: Enter a time in the future',
  ])
    expect(page).toContain(kept);
  expect((await isOpen()).state).toBe('closed');
  await asks('archive', 'Archive');
  const right = { reason: 'More time.', closesAt: '', options: [] };
  await site.post('/admin/polls/rink/reopening', right, admin);
  expect((await isOpen()).state).toBe('open');
});
