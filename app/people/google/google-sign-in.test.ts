import { expect } from 'vitest';
import { addIdentity } from '#app/people/accounts/identity-store.server.ts';
import { exportProfile, findProfile } from '#app/people/accounts/profile.server.ts';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { hasAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { findJoiningEmail, joinGoogle, leaveGoogle } from '#app/people/google/google-accounts.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  answerOf,
  finish,
  journey,
  openGoogle,
  openTestAuth,
  signInWithGoogle,
} from '../../../tests/google-sign-ins.ts';
import {
  asking,
  cookieHeader,
  listLetters,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../../tests/people.ts';

eachDatabase(
  'Google logs in a user with a verified address, and recognizes the identity later',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const first = await signInWithGoogle(auth, 'june');
    expect(first).toMatchObject({ kind: 'signedIn', path: journey.next });
    const viewer = await findViewer(auth, asking(first.cookies));
    expect(viewer).toMatchObject({ kind: 'member', email: 'june@example.org' });
    google.people.june = { email: 'june.brook@example.org', email_verified: true };
    expect(await findViewer(auth, asking((await signInWithGoogle(auth, 'june')).cookies))).toEqual(viewer);
    const userId = viewer.kind === 'member' ? viewer.userId : '';
    expect(await exportProfile(auth, userId)).toMatchObject({ signInMethods: [{ method: google.issuer }] });
    expect(await findProfile(auth, userId)).toMatchObject({ hasPassword: false, newsletterOptIn: false });
    const kept = await database.write.selectFrom('identity').selectAll().execute();
    expect(kept).toEqual([{ issuer: google.issuer, subject: 'june', userId, createdAt: expect.any(Number) }]);
  },
);

eachDatabase(
  'R-10: an account that only claimed the address is deleted when Google verifies it',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const claim = { email: 'june@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await register(auth, claim);
    const holder = await findViewer(auth, asking((await signInWithGoogle(auth, 'june')).cookies));
    expect(holder).toMatchObject({ kind: 'member', email: 'june@example.org' });
    expect(await logIn(auth, claim)).toMatchObject({ kind: 'refused' });
    const cookies = stranger.kind === 'signedIn' ? stranger.cookies : [];
    expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase(
  "The verified Google holder of the administrator's address is the administrator",
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const signed = await signInWithGoogle(auth, 'editor');
    expect(await findViewer(auth, asking(signed.cookies))).toMatchObject({
      kind: 'admin',
      email: 'editor@example.org',
    });
    expect(await hasAdministrator(auth)).toBe(true);
  },
);

eachDatabase(
  'R-10: Google, then register: the account that Google opened is unaffected',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const first = await signInWithGoogle(auth, 'june');
    const claim = { email: 'june@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await findViewer(auth, asking(await signedIn(register(auth, claim))));
    const holder = await findViewer(auth, asking(first.cookies));
    expect(stranger).toMatchObject({ kind: 'member', isVerified: false });
    expect(userIdOf(stranger)).not.toBe(userIdOf(holder));
    expect(await findViewer(auth, asking((await signInWithGoogle(auth, 'june')).cookies))).toEqual(holder);
    expect(await findProfile(auth, userIdOf(holder))).toMatchObject({ hasPassword: false });
  },
);

eachDatabase(
  'R-10: a Google account never joins an unverified address, and verifying it elsewhere disconnects one',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const claim = { email: 'editor@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await signedIn(register(auth, claim));
    const userId = userIdOf(await findViewer(auth, asking(stranger)));
    const { address, cookies } = await answerOf(auth, 'june', { ...journey, join: userId });
    expect((await finish(auth, address, [...cookies, ...stranger])).kind).toBe('failed');
    expect(await findProfile(auth, userId)).toMatchObject({ hasGoogle: false });
    // As it may be in an existing database.
    await addIdentity(database.write, { userId, issuer: google.issuer, subject: 'june', now: 1 });
    const token = await tokenMailedTo(database.read, claim.email);
    const proven = await followVerificationLink(auth, token, 'the very own of the editor', {});
    expect(proven.kind).toBe('verified');
    const arrived = await signInWithGoogle(auth, 'june');
    expect(await findViewer(auth, asking(arrived.cookies))).toMatchObject({
      kind: 'member',
      email: 'june@example.org',
    });
  },
);

eachDatabase(
  'R-15: an account has one Google account, even if two are connected at once',
  async ({ database }) => {
    await using google = await openGoogle();
    const { userId } = await registerProven(openTestAuth(database, google), database, 'tom@example.org');
    const joining = ['june', 'gmail'].map((subject) =>
      addIdentity(database.write, { userId, issuer: google.issuer, subject, now: 1 }),
    );
    const outcomes = (await Promise.allSettled(joining)).map(({ status }) => status).sort();
    expect(outcomes).toEqual(['fulfilled', 'rejected']);
  },
);

for (const [name, email] of [
  ['gmail', 'june.brook@gmail.com'],
  ['school', 'june@school.example'],
] as const) {
  eachDatabase(
    `R-15: where Google is authoritative (${name}) it joins the account that has verified the address`,
    async ({ database }) => {
      await using google = await openGoogle();
      const auth = openTestAuth(database, google);
      const own = await registerProven(auth, database, email);
      const signed = await signInWithGoogle(auth, name);
      expect(signed).toMatchObject({ kind: 'signedIn', path: journey.next });
      expect(userIdOf(await findViewer(auth, asking(signed.cookies)))).toBe(own.userId);
      expect(await findViewer(auth, asking(own.cookies))).toEqual({ kind: 'visitor' });
      expect((await listLetters(database.read, email)).at(-1)).toMatchObject({ kind: 'google-linked' });
    },
  );
}

eachDatabase(
  'R-15: elsewhere the account’s password is required before Google joins it',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const own = await registerProven(auth, database, 'june@example.org');
    const asked = await signInWithGoogle(auth, 'june');
    expect(asked.kind).toBe('asked');
    expect(await findViewer(auth, asking(asked.cookies))).toEqual({ kind: 'visitor' });
    const caller = { cookie: cookieHeader(asked.cookies) };
    expect(await findJoiningEmail(auth, caller)).toBe('june@example.org');
    expect(await joinGoogle(auth, 'ocean in spring', caller)).toEqual({ kind: 'wrong' });
    expect(await joinGoogle(auth, PASSWORD, {})).toEqual({ kind: 'dead' });
    expect(await findViewer(auth, asking(own.cookies))).toMatchObject({ kind: 'member' });
    const joined = await joinGoogle(auth, PASSWORD, caller);
    const cookies = joined.kind === 'signedIn' ? joined.cookies : [];
    expect(userIdOf(await findViewer(auth, asking(cookies)))).toBe(own.userId);
    expect(await findViewer(auth, asking(own.cookies))).toEqual({ kind: 'visitor' });
    expect(await signInWithGoogle(auth, 'june')).toMatchObject({ kind: 'signedIn' });
    expect(await joinGoogle(auth, PASSWORD, caller)).toEqual({ kind: 'dead' });
  },
);

eachDatabase(
  'R-08: connecting and disconnecting Google ends every other session and notifies the owner',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const own = await registerProven(auth, database, 'tom@example.org');
    const other = await signedIn(logIn(auth, { email: 'tom@example.org', password: PASSWORD }));
    const { address, cookies } = await answerOf(auth, 'june', { ...journey, join: own.userId });
    const foreign = await finish(auth, address, cookies, { cookie: cookieHeader([]) });
    expect(foreign.kind).toBe('failed');
    const again = await answerOf(auth, 'june', { ...journey, join: own.userId });
    const joined = await finish(auth, again.address, [...again.cookies, ...own.cookies]);
    expect(joined.kind).toBe('signedIn');
    expect(await findViewer(auth, asking(other))).toEqual({ kind: 'visitor' });
    expect(userIdOf(await findViewer(auth, asking(joined.cookies)))).toBe(own.userId);
    expect(userIdOf(await findViewer(auth, asking((await signInWithGoogle(auth, 'june')).cookies)))).toBe(
      own.userId,
    );
    const left = await leaveGoogle(auth, own.userId, { cookie: cookieHeader(joined.cookies) });
    expect(await findViewer(auth, asking(joined.cookies))).toEqual({ kind: 'visitor' });
    expect(await findViewer(auth, asking(left.kind === 'left' ? left.cookies : []))).toMatchObject({
      kind: 'member',
    });
    const kinds = (await listLetters(database.read, 'tom@example.org')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'google-linked')).toHaveLength(2);
    const fresh = await findViewer(auth, asking((await signInWithGoogle(auth, 'june')).cookies));
    expect(userIdOf(fresh)).not.toBe(own.userId);
    expect(await leaveGoogle(auth, userIdOf(fresh))).toEqual({ kind: 'refused' });
  },
);

const PASSWORD = 'river in spring';

/** A user with a password who has verified the address in the same browser. */
async function registerProven(
  auth: AuthContext,
  { read }: Database,
  email: string,
): Promise<{ userId: string; cookies: string[] }> {
  const registered = await signedIn(register(auth, { email, password: PASSWORD, newsletterOptIn: true }));
  const caller = { cookie: cookieHeader(registered) };
  const outcome = await followVerificationLink(auth, await tokenMailedTo(read, email), undefined, caller);
  const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
  return { userId: userIdOf(await findViewer(auth, asking(cookies))), cookies };
}
