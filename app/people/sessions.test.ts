import { expect } from 'vitest';
import { purgeExpired } from '#app/people/accounts/purge-expired.server.ts';
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
  const [session = ''] = await signedIn(auth.register(june));
  const token = /=([\w-]{43});/.exec(session)?.[1] ?? '';
  const kept = JSON.stringify(await database.write.selectFrom('session').selectAll().execute());
  expect(token).toHaveLength(43);
  expect(kept).not.toContain(token);
  const [row] = JSON.parse(kept);
  expect(await auth.findViewer(asking([`belfry-dev=${row.tokenHash}`]))).toEqual({ kind: 'visitor' });
});

eachDatabase(
  'R-06: a login gives a new session and ends the browser’s previous one',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const first = await signedIn(auth.register(june));
    const second = await signedIn(auth.logIn(june, { cookie: cookieHeader(first) }));
    expect(second[0]).not.toBe(first[0]);
    expect(await auth.findViewer(asking(first))).toEqual({ kind: 'visitor' });
    expect(await auth.findViewer(asking(second))).toMatchObject({ kind: 'member' });
  },
);

eachDatabase(
  'R-06: a member is logged out after 30 days without a visit, or 90 days',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    const idle = await signedIn(auth.register(june));
    const busy = await signedIn(auth.logIn(june));
    for (let day = 20; day < 90; day += 20) {
      now = NOW + day * DAY_MS;
      expect(await auth.findViewer(asking(busy))).toMatchObject({ kind: 'member' });
      await untilNoted(database, now);
      if (day === 20) now = NOW + 30 * DAY_MS;
      if (day === 20) expect(await auth.findViewer(asking(idle))).toEqual({ kind: 'visitor' });
    }
    now = NOW + 90 * DAY_MS;
    expect(await auth.findViewer(asking(busy))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase(
  'R-06: the administrator is logged out after 12 hours without a visit, or 7 days',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    await auth.createAdministrator(editor);
    const idle = await signedIn(auth.logIn(editor));
    const busy = await signedIn(auth.logIn(editor));
    expect(idle[0]).toContain('Max-Age=604800;');
    for (let hours = 11; hours < 7 * 24; hours += 11) {
      now = NOW + hours * HOUR_MS;
      expect(await auth.findViewer(asking(busy))).toMatchObject({ kind: 'admin' });
      await untilNoted(database, now);
      if (hours === 22) expect(await auth.findViewer(asking(idle))).toEqual({ kind: 'visitor' });
    }
    now = NOW + 7 * DAY_MS;
    expect(await auth.findViewer(asking(busy))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase('R-06: visits are recorded at most once in ten minutes', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const cookies = await signedIn(auth.register(june));
  const seen: number[] = [];
  for (const minutes of [1, 9, 10, 12, 19, 20]) {
    now = NOW + minutes * MINUTE_MS;
    await auth.findViewer(asking(cookies));
    if (minutes % 10 === 0) await untilNoted(database, now);
    const row = await database.write.selectFrom('session').select('lastSeenAt').executeTakeFirstOrThrow();
    seen.push((row.lastSeenAt - NOW) / MINUTE_MS);
  }
  expect(seen).toEqual([0, 0, 10, 10, 10, 20]);
});

eachDatabase('R-06: expired sessions and links are removed, and no others', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  await auth.register(june);
  now += 30 * DAY_MS;
  const living = await signedIn(auth.logIn(june));
  await purgeExpired(database.write, now);
  for (const [table, count] of [
    ['session', 1],
    ['address_proof', 0],
  ] as const)
    expect(await database.write.selectFrom(table).selectAll().execute()).toHaveLength(count);
  expect(await auth.findViewer(asking(living))).toMatchObject({ kind: 'member' });
});

eachDatabase('R-17: a proof of identity counts for ten minutes, and can be renewed', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const cookies = await signedIn(auth.register(june));
  const request = asking(cookies);
  const viewer = await auth.findViewer(request);
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId;
  expect(await auth.hasRecentProof(request)).toBe(true);
  now += 11 * MINUTE_MS;
  expect(await auth.hasRecentProof(request)).toBe(false);
  expect(await auth.proveAgain(request, userId, 'ocean in spring')).toEqual({ kind: 'wrong' });
  expect(await auth.hasRecentProof(request)).toBe(false);
  expect(await auth.proveAgain(request, userId, june.password)).toEqual({ kind: 'proved' });
  expect(await auth.hasRecentProof(request)).toBe(true);
  expect(await auth.hasRecentProof(asking([]))).toBe(false);
});

eachDatabase('R-06: logging out on one node logs out on every other', async ({ database, location }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register(june));
  const elsewhere = openDatabase(location);
  const otherNode = openTestAuth(elsewhere);
  expect(await otherNode.findViewer(asking(cookies))).toMatchObject({ kind: 'member' });
  await otherNode.logOut(asking(cookies));
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  await elsewhere.close();
});

eachDatabase('R-04: wrong attempts count together on every node', async ({ database, location }) => {
  const elsewhere = openDatabase(location);
  const nodes = [openTestAuth(database), openTestAuth(elsewhere)];
  const wrong = { email: june.email, password: 'ocean in spring' };
  const kinds = [];
  for (let n = 0; n < 12; n++) kinds.push((await nodes[n % 2]?.logIn(wrong))?.kind);
  expect(kinds).toEqual([...Array(10).fill('refused'), 'slowed', 'slowed']);
  await elsewhere.close();
});
