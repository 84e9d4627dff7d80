import { parseEmailAddress } from '#app/mail/email-address.ts';
import type { Ledger } from './account-ledger.ts';
import type { FieldProblems } from './administrator.server.ts';
import { hashPassword, isPassword } from './password-hash.server.ts';
import { findPasswordProblem } from './password-rules.ts';

/** `cookies` are Set-Cookie headers to send. A refusal without problems says no more than that it failed. */
export type SignInOutcome =
  | { kind: 'signedIn'; cookies: string[] }
  | { kind: 'refused'; problems: FieldProblems };

const refused: SignInOutcome = { kind: 'refused', problems: {} };

/**
 * Creates an account and signs it in at once (spec section 4). Its address is a claim, not yet proven: it is never the
 * administrator's. An address that is taken is refused without saying so.
 */
export async function register(
  ledger: Ledger,
  { email, password, newsletterOptIn }: { email: string; password: string; newsletterOptIn: boolean },
): Promise<SignInOutcome> {
  const address = parseEmailAddress(email);
  const problem = findPasswordProblem(password);
  if (!address || problem) {
    return {
      kind: 'refused',
      problems: { email: address ? undefined : 'Enter an email address', password: problem },
    };
  }
  const hash = await hashPassword(password);
  const userId = await addAccount(ledger, { email: address, newsletterOptIn, hash });
  return userId ? { kind: 'signedIn', cookies: await ledger.openSession(userId) } : refused;
}

async function addAccount(
  ledger: Ledger,
  { email, newsletterOptIn, hash }: { email: string; newsletterOptIn: boolean; hash: string },
): Promise<string | undefined> {
  try {
    return await ledger.transact(async (rows) => {
      if (await rows.findUserByEmail(email)) return undefined;
      const user = await rows.addUser({ email, emailVerified: false, newsletterOptIn });
      await rows.savePasswordHash(user.id, hash);
      return user.id;
    });
  } catch (error) {
    // Of two at once the database lets one in.
    if (await ledger.findUserByEmail(email)) return undefined;
    throw error;
  }
}

/** Signs in with a password. An unknown address takes as long and fails alike. */
export async function logIn(
  ledger: Ledger,
  { email, password }: { email: string; password: string },
): Promise<SignInOutcome> {
  const address = parseEmailAddress(email);
  const user = address ? await ledger.findUserByEmail(address) : undefined;
  const hash = user ? await ledger.findPasswordHash(user.id) : undefined;
  const right = await isPassword(password, hash ?? NOBODYS_HASH);
  return user && hash && right ? { kind: 'signedIn', cookies: await ledger.openSession(user.id) } : refused;
}

/** Of 32 random bytes, thrown away: no password matches. Its cost is the one new hashes have. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$kRQscMXIzymSAg/uyJhMJg$9xq58oEYfzp7y9m/L4YYhHEvmibHGRueUYkBeE3kSUY';
