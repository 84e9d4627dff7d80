import { expect } from 'vitest';
import { purgeExpired } from '#app/people/accounts/purge-expired.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { proveByPassword } from '#app/people/passwords/own-password.server.ts';
import { findViewer, hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { logOut } from '#app/people/sessions/open-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { asking, cookieHeader, june, NOW, openTestAuth, signedIn } from '../../tests/people.ts';
import { until } from '../../tests/until.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** A visitor does not wait for it when the database is busy. */
function untilNoted({ read }: Database, visitedAt: number): Promise<unknown> {
  const noted = read.selectFrom('session').select('id').where('lastSeenAt', '=', visitedAt);
  return until('the visit to be noted', () => noted.executeTakeFirst());
}

const editor = { email: 'editor@example.org', password: 'a bell in the belfry' };

eachDatabase('R-06: the database contains no usable cookie', async ({ database }) => {
  const auth = openTestAuth(database);
  const [session = ''] = await signedIn(register(auth, june));
  const token = /=([\w-]{43});/.exec(session)?.[1] ?? '';
  const kept = JSON.stringify(await database.write.selectFrom('session').selectAll().execute());
  expect(token).toHaveLength(43);
  expect(kept).not.toContain(token);
  const [row] = JSON.parse(kept);
  expect(await findViewer(auth, asking([`belfry-dev=${row.tokenHash}`]))).toEqual({ kind: 'visitor' });
});

eachDatabase(
  'R-06: a login gives a new session and ends the browser’s previous one',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const first = await signedIn(register(auth, june));
    const second = await signedIn(logIn(auth, june, { cookie: cookieHeader(first) }));
    expect(second[0]).not.toBe(first[0]);
    expect(await findViewer(auth, asking(first))).toEqual({ kind: 'visitor' });
    expect(await findViewer(auth, asking(second))).toMatchObject({ kind: 'member' });
  },
);

eachDatabase(
  'R-06: a member is logged out after 30 days without a visit, or 90 days',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    const idle = await signedIn(register(auth, june));
    const busy = await signedIn(logIn(auth, june));
    for (let day = 20; day < 90; day += 20) {
      now = NOW + day * DAY_MS;
      expect(await findViewer(auth, asking(busy))).toMatchObject({ kind: 'member' });
      await untilNoted(database, now);
      if (day === 20) now = NOW + 30 * DAY_MS;
      if (day === 20) expect(await findViewer(auth, asking(idle))).toEqual({ kind: 'visitor' });
    }
    now = NOW + 90 * DAY_MS;
    expect(await findViewer(auth, asking(busy))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase(
  'R-06: the administrator is logged out after 12 hours without a visit, or 7 days',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    await createAdministrator(auth, editor);
    const idle = await signedIn(logIn(auth, editor));
    const busy = await signedIn(logIn(auth, editor));
    expect(idle[0]).toContain('Max-Age=604800;');
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      now = NOW + hours * HOUR_MS;
      expect(await findViewer(auth, asking(busy))).toMatchObject({ kind: 'admin' });
      await untilNoted(database, now);
      if (hours === 22) expect(await findViewer(auth, asking(idle))).toEqual({ kind: 'visitor' });
    }
    now = NOW + 7 * DAY_MS;
    expect(await findViewer(auth, asking(busy))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase('R-06: visits are recorded at most once in ten minutes', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const cookies = await signedIn(register(auth, june));
  const seen: number[] = [];
  for (const minutes of [1, 9, 10, 12, 19, 20]) {
    now = NOW + minutes * MINUTE_MS;
    await findViewer(auth, asking(cookies));
    if (minutes % 10 === 0) await untilNoted(database, now);
    const row = await database.write.selectFrom('session').select('lastSeenAt').executeTakeFirstOrThrow();
    seen.push((row.lastSeenAt - NOW) / MINUTE_MS);
  }
  expect(seen).toEqual([0, 0, 10, 10, 10, 20]);
});

eachDatabase('R-06: expired sessions and links are removed, and no others', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  await register(auth, june);
  now += 30 * DAY_MS;
  const living = await signedIn(logIn(auth, june));
  await purgeExpired(database.write, now);
  for (const [table, count] of [
    ['session', 1],
    ['address_proof', 0],
  ] as const)
    expect(await database.write.selectFrom(table).selectAll().execute()).toHaveLength(count);
  expect(await findViewer(auth, asking(living))).toMatchObject({ kind: 'member' });
});

eachDatabase('R-17: a proof of identity counts for ten minutes, and can be renewed', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const cookies = await signedIn(register(auth, june));
  const request = asking(cookies);
  const viewer = await findViewer(auth, request);
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId;
  expect(await hasRecentProof(auth, request)).toBe(true);
  now += 11 * MINUTE_MS;
  expect(await hasRecentProof(auth, request)).toBe(false);
  expect(await proveByPassword(auth, { request, userId, password: 'ocean in spring' })).toEqual({
    kind: 'wrong',
  });
  expect(await hasRecentProof(auth, request)).toBe(false);
  expect(await proveByPassword(auth, { request, userId, password: june.password })).toEqual({
    kind: 'proved',
  });
  expect(await hasRecentProof(auth, request)).toBe(true);
  expect(await hasRecentProof(auth, asking([]))).toBe(false);
});

eachDatabase('R-06: logging out on one node logs out on every other', async ({ database, location }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  const elsewhere = openDatabase(location);
  const otherNode = openTestAuth(elsewhere);
  expect(await findViewer(otherNode, asking(cookies))).toMatchObject({ kind: 'member' });
  await logOut(otherNode, asking(cookies));
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  await elsewhere.close();
});

eachDatabase('R-04: wrong attempts count together on every node', async ({ database, location }) => {
  const elsewhere = openDatabase(location);
  const [one, other] = [openTestAuth(database), openTestAuth(elsewhere)];
  const wrong = { email: june.email, password: 'ocean in spring' };
  const kinds = [];
  for (let n = 0; n < 12; n++) kinds.push((await logIn(n % 2 === 0 ? one : other, wrong)).kind);
  expect(kinds).toEqual([...Array(10).fill('refused'), 'slowed', 'slowed']);
  await elsewhere.close();
});
