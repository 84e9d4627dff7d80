/**
 * People who are signed in already, for tests that are not about signing in: hashing a password takes longer than most
 * of what they test. Their passwords are real and work in forms.
 */
import { claimAddress, proveAddress } from '#app/auth/address-ownership.server.ts';
import { saveAdminEmail } from '#app/auth/administrator-address.server.ts';
import { savePassword } from '#app/auth/password-store.server.ts';
import { cookieName } from '#app/auth/session-cookie.server.ts';
import { createSession } from '#app/auth/session-store.server.ts';
import { addUser, findHolder } from '#app/auth/user-store.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { administrator } from './journey-administrator.ts';

type Credentials = { email: string; password: string };

export const ADMIN: Credentials = { email: 'editor@example.org', password: 'a long enough password' };
export const MEMBER: Credentials = { email: 'june@example.org', password: 'another long password' };

/** What `hashPassword` returned for each password that a seeded person may have. */
const hashes: Record<string, string> = {
  [ADMIN.password]:
    '$argon2id$v=19$m=19456,t=2,p=1$SsJ+5ZxXlEBzmUhSo8XQew$K1fpcD3mb5mbE/UYrgjcoPfWuFxAKSCVvlLFNJQwI6w',
  [MEMBER.password]:
    '$argon2id$v=19$m=19456,t=2,p=1$wuhqpFxMP8y5k4QxDLj4HQ$ufe3Nd/2iqNA0kyb5jt1dc01lWxm91RyJVBwayhtap0',
  [administrator.password]:
    '$argon2id$v=19$m=19456,t=2,p=1$q5Iw2+c8m1vyT3yK2U8t/A$D4LJe/2U1AmXcfUWwVOTSa+4Uq7MmNOBA2KJd95SwGE',
};

/** Where the cookie is valid, and the instant in UTC epoch milliseconds. */
type Visit = { url: string; now: number };

/** A browser's session: the name and value of its cookie. */
export type SeededCookie = { name: string; value: string };

/** Signs in the administrator, who is created first if nobody holds the address. */
export function seedAdministrator(
  db: WriteDb,
  { email, password }: Credentials,
  visit: Visit,
): Promise<SeededCookie> {
  const { now } = visit;
  return inTransaction(db, async (write) => {
    const holder = await findHolder(write, email);
    const userId = holder?.id ?? (await addUser(write, { newsletterOptIn: false, now }));
    if (!holder) {
      await proveAddress(write, { userId, address: email, now, secret: 'only good for tests' });
      await savePassword(write, { userId, hash: hashOf(password), now });
      await saveAdminEmail(write, email);
    }
    return openSession(write, userId, visit);
  });
}

/** Signs in a new member, who claims the address and has not proved it. */
export function seedMember(
  db: WriteDb,
  { email, password }: Credentials,
  visit: Visit,
): Promise<SeededCookie> {
  const { now } = visit;
  return inTransaction(db, async (write) => {
    const userId = await addUser(write, { newsletterOptIn: true, now });
    await claimAddress(write, { userId, address: email, now });
    await savePassword(write, { userId, hash: hashOf(password), now });
    return openSession(write, userId, visit);
  });
}

async function openSession(db: WriteDb, userId: string, { url, now }: Visit): Promise<SeededCookie> {
  return { name: cookieName(url, 'session'), value: await createSession(db, { userId }, now) };
}

function hashOf(password: string): string {
  const hash = hashes[password];
  if (!hash) throw new Error('this password has no hash yet: add it to the list above');
  return hash;
}
