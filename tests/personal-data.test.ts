/** What remains of a deleted account, and what an export contains. */
import { expect } from 'vitest';
import { findSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { deleteAccount, exportProfile } from '#app/people/accounts/profile.server.ts';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { register } from '#app/people/sign-in/sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { eachDatabase } from './each-database.ts';
import {
  asking,
  cookieHeader,
  june,
  NOW,
  openTestAuth,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from './people.ts';

/** Every table, as text. */
async function readEverything({ write }: Database): Promise<Record<string, string>> {
  const tables = await write.introspection.getTables();
  const contents: Record<string, string> = {};
  for (const { name, isView } of tables) {
    if (isView) continue;
    const rows = await write
      .selectFrom(name as 'article')
      .selectAll()
      .execute();
    contents[name] = JSON.stringify(rows).toLowerCase();
  }
  return contents;
}

eachDatabase(
  'An export contains only the user’s own data and no secret of the site (R-31)',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const userId = userIdOf(await findViewer(auth, asking(await signedIn(register(auth, june)))));
    await register(auth, { ...june, email: 'otto@example.org' });
    const text = JSON.stringify(await exportProfile(auth, userId));
    expect(text).toContain(june.email);
    expect(text).not.toContain('otto@');
    expect(text).not.toMatch(/argon2|scrypt|\$[a-z0-9]+\$|token|secret|"password"\s*:\s*"|hash/i);
    // Nothing in it is long enough to be a secret.
    expect(text).not.toMatch(/[A-Za-z0-9+/_-]{40,}/);
  },
);

eachDatabase(
  'No table contains anything about a deleted account, not even a queued email (R-31)',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const cookies = await signedIn(register(auth, june));
    const userId = userIdOf(await findViewer(auth, asking(cookies)));
    const link = await tokenMailedTo(database.write, june.email);
    await followVerificationLink(auth, link, undefined, { cookie: cookieHeader(cookies) });
    await syncMembers(database.write, NOW);
    expect(await findSubscriber(database.write, { userId })).toMatchObject({ address: june.email });
    const before = await readEverything(database);
    expect(Object.values(before).some((rows) => rows.includes(june.email))).toBe(true);
    await deleteAccount(auth, asking(cookies), userId);
    const { suppression_entry: left = '', ...after } = await readEverything(database);
    // A number that identifies nobody any more: without it a backup would bring the account back.
    expect(left).toContain(userId.toLowerCase());
    expect(left).not.toContain(june.email);
    const traces = Object.entries(after)
      .filter(([, rows]) => rows.includes(june.email) || rows.includes(userId.toLowerCase()))
      .map(([table]) => table);
    expect(traces).toEqual([]);
  },
);
