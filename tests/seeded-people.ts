/**
 * People who are logged in already, for tests that are not about logging in.
 * Their passwords are real and work in forms.
 */

import { addUser, findHolder } from '#app/people/accounts/user-store.server.ts';
import { claimAddress, proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { saveAdminEmail } from '#app/people/administrator/administrator-address.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { cookieName } from '#app/people/sessions/session-cookie.server.ts';
import { createSession } from '#app/people/sessions/session-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';

type Credentials = { email: string; password: string };

export const ADMIN: Credentials = { email: 'editor@example.org', password: 'a long enough password' };
export const MEMBER: Credentials = { email: 'june@example.org', password: 'another long password' };

/** Of the passwords of all seeded people: each is hashed once per process. */
const hashes = new Map<string, Promise<string>>();

/** Where the cookie is valid, and the instant in UTC epoch milliseconds. */
type RequestContext = { url: string; now: number };

/** A browser's session: the name and value of its cookie. */
export type SeededCookie = { name: string; value: string };

/** Logs in the administrator, who is created first if no one has the address. */
export async function seedAdministrator(
  db: WriteDb,
  { email, password }: Credentials,
  requestContext: RequestContext,
): Promise<SeededCookie> {
  const { now } = requestContext;
  const hash = await hashOf(password);
  return inTransaction(db, async (write) => {
    const holder = await findHolder(write, email);
    const userId = holder?.id ?? (await addUser(write, { newsletterOptIn: false, now }));
    if (!holder) {
      await proveAddress(write, { userId, address: email, now, secret: 'only good for tests' });
      await savePassword(write, { userId, hash, now });
      await saveAdminEmail(write, email);
    }
    return openSession(write, userId, requestContext);
  });
}

/** Logs in a new editor or contributor with a verified address; `name` is what others see. */
export async function seedColleague(
  db: WriteDb,
  { email, password, role, name }: Credentials & { role: 'editor' | 'contributor'; name: string },
  requestContext: RequestContext,
): Promise<SeededCookie> {
  const { now } = requestContext;
  const hash = await hashOf(password);
  return inTransaction(db, async (write) => {
    const userId = await addUser(write, { newsletterOptIn: false, now });
    await proveAddress(write, { userId, address: email, now, secret: 'only good for tests' });
    await savePassword(write, { userId, hash, now });
    await write.updateTable('site_user').set({ role, name }).where('id', '=', userId).execute();
    return openSession(write, userId, requestContext);
  });
}

/** Logs in a new member, whose address is not verified. */
export async function seedMember(
  db: WriteDb,
  { email, password }: Credentials,
  requestContext: RequestContext,
): Promise<SeededCookie> {
  const { now } = requestContext;
  const hash = await hashOf(password);
  return inTransaction(db, async (write) => {
    const userId = await addUser(write, { newsletterOptIn: true, now });
    await claimAddress(write, { userId, address: email, now });
    await savePassword(write, { userId, hash, now });
    return openSession(write, userId, requestContext);
  });
}

async function openSession(db: WriteDb, userId: string, { url, now }: RequestContext): Promise<SeededCookie> {
  return { name: cookieName(url, 'session'), value: await createSession(db, { userId }, now) };
}

function hashOf(password: string): Promise<string> {
  const hash =
    hashes.get(password) ?? hashPassword(password, { secret: 'only good for tests', address: ADMIN.email });
  hashes.set(password, hash);
  return hash;
}
