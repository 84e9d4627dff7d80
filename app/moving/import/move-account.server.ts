/** What imports say of people, and how they remember them. */
import { createHash } from 'node:crypto';
import { type Doubt, doubtful, type FoundUser, refused } from '#app/moving/formats/format.ts';
import type { Consent } from '#app/newsletter/subscribers/subscriber.ts';
import { addSubscriber, findSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { MOVED_CONSENT } from '#app/newsletter/subscribers/sync-members.server.ts';
import { readAccountName } from '#app/people/accounts/account-name.ts';
import { disableUser, isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { addIdentity, findIdentityOwner } from '#app/people/accounts/identity-store.server.ts';
import {
  addUser,
  findHolder,
  findUser,
  isClaimed,
  saveName,
  saveNewsletterOptIn,
} from '#app/people/accounts/user-store.server.ts';
import { claimAddress, proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { findAdminEmail } from '#app/people/administrator/administrator-address.server.ts';
import { findPassword, savePassword } from '#app/people/passwords/password-store.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { GOOGLE_ISSUER } from '#app/platform/settings/variables.server.ts';
import { choiceOf } from './choices.ts';
import type { ImportFacts } from './import-run.ts';
import { recordMoved } from './moved-items.server.ts';
import type { Run } from './run.server.ts';

export type Fact = keyof ImportFacts;

/** What became of a person: `facts` are counted for the report. */
export type Outcome = {
  column: 'moved' | 'skipped' | 'refused';
  itemId: string | null;
  doubts: Doubt[];
  facts: Fact[];
};

/** What is stored of the keys of people. */
export function personKeyOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}

const NO_EMAIL = refused('no-email', 'email', 'The account has no email address');
const NO_ACCOUNT = doubtful(
  'no-account',
  '',
  'The profile has no account. It becomes one without a password, whose owner can choose one by email',
);
const UNCONFIRMED = doubtful(
  'unconfirmed',
  'newsletterOptIn',
  'Agreed to the newsletter with an address that is not confirmed',
);
export const BAD_EMAIL = refused('bad-email', 'email', 'This is not an email address');

/** Creates the account of a person, or leaves the one that is here as it is. In the caller's transaction. */
export async function moveUser(run: Run, user: FoundUser): Promise<Outcome> {
  const { db, settings } = run;
  const reasons = user.doubts.filter(({ verdict }) => verdict === 'refused');
  const doubts = user.doubts.filter(({ verdict }) => verdict === 'doubtful');
  if (!user.email && reasons.length === 0) reasons.push(NO_EMAIL);
  const address = parseEmailAddress(user.email ?? '');
  if (!address && reasons.length === 0) reasons.push(BAD_EMAIL);
  if (!address || reasons.length > 0)
    return { column: 'refused', itemId: null, doubts: [...reasons, ...doubts], facts: [] };
  const isDisabled = await isAddressDisabled(db, address);
  const isAdmins = address === (await findAdminEmail(db, settings))?.toLowerCase();
  if (isAdmins || isDisabled || (await findHolder(db, address)) || (await isClaimed(db, address)))
    return keepAccount(doubts);
  const facts = factsOf(user);
  if (user.isProfile) doubts.push(NO_ACCOUNT);
  if (user.newsletterOptIn && !user.isEmailVerified) doubts.push(UNCONFIRMED);
  if (run.isDry) {
    if (user.newsletterOptIn) facts.push(await consentFactOf(run, user, address));
    return { column: 'moved', itemId: null, doubts, facts };
  }
  const { userId, more, fact } = await createAccount(run, user, address);
  return { column: 'moved', itemId: userId, doubts: [...doubts, ...more], facts: [...facts, ...fact] };
}

const EXISTING = doubtful(
  'existing-account',
  'email',
  'There is already an account with this address. It keeps its own password, logins and newsletter',
);

/** An account that is here already stays as it is, also without the newsletter. */
function keepAccount(doubts: Doubt[]): Outcome {
  return { column: 'skipped', itemId: null, doubts: [...doubts, EXISTING], facts: [] };
}

function factsOf({ password, googleSubject, isDisabled }: FoundUser): Fact[] {
  return [
    ...(password ? ['passwords' as const] : []),
    ...(googleSubject ? ['google' as const] : []),
    ...(password || googleSubject ? [] : ['withoutPassword' as const]),
    ...(isDisabled ? ['disabled' as const] : []),
  ];
}

async function createAccount(
  run: Run,
  user: FoundUser,
  address: string,
): Promise<{ userId: string; more: Doubt[]; fact: Fact[] }> {
  const { db, now } = run;
  const createdAt = user.createdAt !== undefined && user.createdAt <= now ? user.createdAt : now;
  const userId = await addUser(db, { newsletterOptIn: false, now: createdAt });
  const more = await fillAccount(run, user, { userId, address });
  const fact = user.newsletterOptIn ? [await moveConsent(run, user, { userId, address })] : [];
  return { userId, more, fact };
}

type Owned = { userId: string; address: string };

async function fillAccount(run: Run, user: FoundUser, { userId, address }: Owned): Promise<Doubt[]> {
  const { db, now } = run;
  const ownership = { userId, address, now };
  const name = readAccountName(user.name);
  if (name) await saveName(db, userId, name);
  if (user.isEmailVerified) await proveAddress(db, { ...ownership, secret: openSecret(run.settings) });
  else await claimAddress(db, ownership);
  if (user.password)
    await savePassword(db, { userId, hash: user.password, now: Math.min(user.createdAt ?? now, now) });
  const doubts = user.googleSubject ? await linkGoogle(db, userId, user.googleSubject, now) : [];
  if (user.isDisabled) await disableUser(db, userId, now);
  return doubts;
}

/** What a person's row of `moved_item` says was taken: of an account, of a profile, or of both. */
export function takenOf({ isProfile, newsletterOptIn }: FoundUser): string {
  if (isProfile) return 'profile';
  return newsletterOptIn === undefined ? 'account' : 'both';
}

/**
 * An account whose profile was imported before, or the other way round, or that came without the parameters of its
 * password: what is missing is taken over, unless its owner has used it here since. One that is disabled there is disabled in any case.
 */
export async function completeUser(
  run: Run,
  user: FoundUser,
  before: { userId: string; taken: string | null },
): Promise<Outcome> {
  const { db, isDry, now } = run;
  const { userId, taken } = before;
  const skipped: Outcome = { column: 'skipped', itemId: userId, doubts: [], facts: [] };
  const isPasswordMissing = taken !== 'profile' && user.password && !(await findPassword(db, userId));
  const isMissing = user.isProfile
    ? taken === 'account' && user.newsletterOptIn
    : taken === 'profile' || isPasswordMissing;
  const account = isMissing ? await findUser(db, userId) : undefined;
  if (!account) return skipped;
  if (await isUsed(db, userId)) {
    if (user.isDisabled && !isDry) await disableUser(db, userId, now);
    return { ...skipped, doubts: [USED] };
  }
  if (user.isProfile) {
    const known = { ...user, isEmailVerified: account.emailVerified };
    const owned = { userId, address: account.email };
    const fact = isDry
      ? await consentFactOf(run, known, account.email)
      : await moveConsent(run, known, owned);
    return { column: 'moved', itemId: userId, doubts: user.doubts, facts: [fact, 'completed'] };
  }
  const address = parseEmailAddress(user.email ?? '');
  if (!address || !(await isFreeFor(run, userId, address))) return keepAccount(user.doubts);
  if (isPasswordMissing) return completePassword(run, user, { userId, address, own: account.email });
  const more = isDry ? [] : await fillAccount(run, user, { userId, address });
  return {
    column: 'moved',
    itemId: userId,
    doubts: [...user.doubts, ...more],
    facts: [...factsOf(user), 'completed'],
  };
}

/** A password is only for the address that it had in the other system. */
async function completePassword(
  { db, isDry, now }: Run,
  { password, createdAt }: FoundUser,
  { userId, address, own }: Owned & { own: string },
): Promise<Outcome> {
  if (!password || address !== own) return keepAccount([]);
  if (!isDry) await savePassword(db, { userId, hash: password, now: Math.min(createdAt ?? now, now) });
  return { column: 'moved', itemId: userId, doubts: [], facts: ['passwords', 'passwordsAdded'] };
}

const USED = doubtful(
  'used-here',
  '',
  'The account has been used here since it was imported. It keeps its own password and logins',
);

/** Whether the address is neither the administrator's nor that of another account. */
async function isFreeFor({ db, settings }: Run, userId: string, address: string): Promise<boolean> {
  if (address === (await findAdminEmail(db, settings))?.toLowerCase()) return false;
  if (await isAddressDisabled(db, address)) return false;
  const holder = await findHolder(db, address);
  return holder === undefined || holder.id === userId;
}

/**
 * Subscribes a person who agreed. One whose address is not confirmed is subscribed when it is, with the consent's date,
 * unless another choice was made.
 */
async function moveConsent(
  run: Run,
  user: FoundUser,
  { userId, address }: { userId: string; address: string },
): Promise<Fact> {
  const { db, now, moveIn } = run;
  const fact = await consentFactOf(run, user, address);
  if (fact === 'suppressed') return fact;
  if (fact === 'optedIn') return subscribe(run, user, address);
  const { source, at } = consentOf(run, user);
  const key = { origin: user.origin, kind: MOVED_CONSENT, key: personKeyOf(user.key), itemId: userId };
  await recordMoved(db, [{ ...key, tag: String(at), takenHash: source, moveIn }], now);
  await saveNewsletterOptIn(db, userId, true);
  return fact;
}

async function linkGoogle(db: WriteDb, userId: string, subject: string, now: number): Promise<Doubt[]> {
  const identity = { issuer: GOOGLE_ISSUER, subject };
  if (await findIdentityOwner(db, identity)) {
    const problem = 'The Google account belongs to another account here';
    return [doubtful('google-taken', 'providerUserInfo', problem)];
  }
  await addIdentity(db, { userId, ...identity, now });
  return [];
}

/** Addresses that unsubscribed here or bounced stay off the list. */
async function subscribe(run: Run, user: FoundUser, email: string): Promise<Fact> {
  const { kind } = await addSubscriber(run.db, { email, consent: consentOf(run, user) }, run.now);
  return kind === 'suppressed' ? 'suppressed' : 'optedIn';
}

function consentOf({ label, now }: Run, { consentAt, createdAt }: FoundUser): Consent {
  return { source: `Moved from ${label}`, at: Math.min(consentAt ?? createdAt ?? now, now) };
}

async function consentFactOf({ db, options }: Run, user: FoundUser, email: string): Promise<Fact> {
  const known = await findSubscriber(db, { email });
  if (known && known.state !== 'active' && known.state !== 'waiting') return 'suppressed';
  const isWaiting = !user.isEmailVerified && choiceOf(options.choices, 'unconfirmed') === 'wait';
  return isWaiting ? 'unverified' : 'optedIn';
}

/**
 * Whether anyone has logged in to an account since it was imported: then there is a session, a note of that, a passkey
 * or a password that was hashed here.
 */
export async function isUsed(db: ReadDb, id: string): Promise<boolean> {
  const used = await db
    .selectFrom('site_user')
    .select('id')
    .where('id', '=', id)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('session').select('userId').where('userId', '=', id)),
        // What a visitor did with an account, such as entering a wrong password, is noted with its id, too.
        exists(
          selectFrom('audit_entry').select('id').where('actorId', '=', id).where('actor', '!=', 'visitor'),
        ),
        exists(selectFrom('passkey').select('userId').where('userId', '=', id)),
        exists(
          selectFrom('password').select('userId').where('userId', '=', id).where('hash', 'like', '$argon2%'),
        ),
      ]),
    )
    .executeTakeFirst();
  return used !== undefined;
}
