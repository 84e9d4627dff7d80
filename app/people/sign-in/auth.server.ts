import {
  disableUser,
  enableAddress,
  findAnyAccount,
  listDisabledAccounts,
} from '#app/people/accounts/disabled-accounts.server.ts';
import * as ownPasskeys from '#app/people/accounts/own-passkeys.server.ts';
import * as profiles from '#app/people/accounts/profile.server.ts';
import { findHolder, findUser, isClaimed, removeUser } from '#app/people/accounts/user-store.server.ts';
import * as addressChange from '#app/people/addresses/address-change.server.ts';
import * as verification from '#app/people/addresses/verification.server.ts';
import {
  type AdministratorEntry,
  createAdministrator,
  findEntryProblems,
  setUpAdministrator,
} from '#app/people/administrator/administrator.server.ts';
import {
  findAdministrator,
  isAdministrator,
} from '#app/people/administrator/administrator-address.server.ts';
import { isSetupLink } from '#app/people/administrator/setup-link.server.ts';
import * as googleAccounts from '#app/people/google/google-accounts.server.ts';
import { openGoogleSignIn } from '#app/people/google/google-sign-in.server.ts';
import { saveOfferAnswer } from '#app/people/passkeys/passkey-offer.server.ts';
import { removePasskeys, renamePasskey } from '#app/people/passkeys/passkey-store.server.ts';
import {
  findRecoveryCodesStatus,
  removeRecoveryCodes,
} from '#app/people/passkeys/recovery-code-store.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { HashingBusyError } from '#app/people/passwords/hashing-queue.server.ts';
import { withHashingSlot } from '#app/people/passwords/hashing-slots.server.ts';
import * as resets from '#app/people/passwords/password-reset.server.ts';
import * as browserSession from '#app/people/sessions/browser-session.server.ts';
import * as ownSessions from '#app/people/sessions/own-sessions.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import * as informal from '#app/people/voters/informal-voter.server.ts';
import * as keptChoice from '#app/people/voters/kept-choice.server.ts';
import { formerVotersOf, type Holder } from '#app/people/voters/votes-of-account.server.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { withdrawMailsTo } from '#app/platform/mail/mail-queue.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import {
  type AuthContext,
  type Caller,
  countedNetworks,
  letIn,
  type Slowed,
  signOut,
} from './desk.server.ts';
import { takeMailTries } from './mail-limits.server.ts';
import * as passkeySignIn from './passkey-sign-in.server.ts';
import { makeRecoveryCodes, type RecoveryEntry, recoverByCode } from './recovery.server.ts';
import { logIn, type Registration, register, type SignInOutcome } from './sign-in.server.ts';

/** Too many passwords are waiting to be hashed: try again in a moment. */
export type Busy = { kind: 'busy' };

/** Accounts, as the rest of the site uses them. */
export type Auth = ReturnType<typeof openAuth>;

/**
 * Accounts over an open database. `log` receives why something failed that users see as the generic failure message; it
 * contains no secret and no address. Cookies are Set-Cookie headers for the response. Functions that hash a password
 * return `busy` when too many are waiting. Without a caller, it is this machine's operator.
 */
export function openAuth(
  database: Pick<Database, 'write'>,
  settings: Settings,
  secret: string,
  now: () => number,
  log: (problem: string) => void = () => undefined,
) {
  const db = database.write;
  const desk: AuthContext = { db, settings, secret, now, log };
  return {
    ...openGoogleSignIn(desk),
    findViewer: bind(browserSession.findViewer, desk),
    register: (entry: Registration, caller: Caller = {}) =>
      orBusy(desk, caller, () => register(desk, entry, caller)),
    logIn: (entry: { email: string; password: string }, caller: Caller = {}) =>
      orBusy(desk, caller, () => logIn(desk, entry, caller)),
    logOut: (request: Request) => signOut(desk, cookieOf(request)),
    async logOutEverywhere(request: Request, userId: string) {
      await removeSessions(db, userId);
      return signOut(desk, cookieOf(request));
    },
    hasRecentProof: bind(browserSession.hasRecentProof, desk),
    /** Accepts the logged-in user's password as confirmation of their identity; attempts are counted. */
    proveAgain: (request: Request, userId: string, password: string, caller: Caller = {}) =>
      orBusy(desk, caller, () => proveAgain(desk, { request, userId, password }, caller)),

    findVerificationLink: bind(verification.findVerificationLink, desk),
    /** Uses a link that was emailed to verify an address, or to change to it. `password` if the link asks for one. */
    async followVerificationLink(token: string, password: string | undefined, caller: Caller) {
      const changed = await addressChange.changeAddress(desk, token, caller);
      return changed.kind === 'dead'
        ? orBusy(desk, caller, () => verification.verifyAddress(desk, token, password, caller))
        : changed;
    },
    refuseVerification: bind(verification.refuseVerification, desk),
    resendVerification: bind(verification.resendVerification, desk),
    requestAddressChange: bind(addressChange.requestAddressChange, desk),
    requestReset: bind(resets.requestReset, desk),
    findResetLink: bind(resets.findResetLink, desk),
    resetPasswordByLink: (entry: { token: string; password: string }, caller: Caller = {}) =>
      orBusy(desk, caller, () => resets.resetPasswordByLink(desk, entry, caller)),

    passkeys: passkeysOver(desk),
    recovery: {
      findStatus: bind(findRecoveryCodesStatus, db),
      createCodes: bind(makeRecoveryCodes, desk),
    },
    recoverByCode: (entry: RecoveryEntry, caller: Caller = {}) =>
      orBusy(desk, caller, () => recoverByCode(desk, entry, caller)),
    /** The browsers in which the user is logged in. */
    sessions: {
      list: bind(ownSessions.listOwnSessions, desk),
      end: bind(ownSessions.endOwnSession, desk),
      endOthers: bind(ownSessions.endOtherSessions, desk),
    },

    /** The address of the account that a Google account is waiting to join in this browser. */
    findJoiningEmail: async (caller: Caller) => (await googleAccounts.findJoin(desk, caller))?.user.email,
    joinGoogle: (password: string, caller: Caller) =>
      orBusy(desk, caller, () => googleAccounts.joinGoogle(desk, password, caller)),
    leaveGoogle: bind(googleAccounts.leaveGoogle, desk),

    /** The id of the browser that voted without an account; undefined if it never did. */
    keepChoice: (pollId: string, choices: string[]) => keptChoice.keepChoice(desk, pollId, choices),
    findKeptChoice: (request: Request, pollId: string) =>
      keptChoice.findKeptChoice(desk, pollId, cookieOf(request)),
    forgetChoice: (request: Request) => keptChoice.forgetChoice(desk, cookieOf(request)),
    findInformalVoter: (request: Request) => informal.findInformalVoter(desk, cookieOf(request)),
    /** The browser's identity in an informal poll, with a new id if it has none. */
    knowInformalVoter: (request: Request, pollId: string, address: string) =>
      informal.knowInformalVoter(desk, pollId, { ...cookieOf(request), address }),
    /** Milliseconds until another new browser of the network may vote in the poll; 0 when it may. */
    admitInformalVoter: (pollId: string, address: string, votersPerNetwork: number) =>
      informal.admitInformalVoter(desk, pollId, { address }, votersPerNetwork),
    /** The network's new browser withdrew its vote: another may take its slot. */
    releaseInformalVoter: (pollId: string, address: string) =>
      informal.releaseInformalVoter(desk, pollId, { address }),
    /** The ids under which a member may have voted before with an account that was deleted. */
    formerVotersOf: (pollId: string, member: Holder) => formerVotersOf(secret, pollId, member),

    /**
     * Counts an email that a stranger can trigger, such as one of the newsletter's, with those of accounts. Returns how
     * long to wait in milliseconds; 0 when it may be sent.
     */
    takeMailTries: (transaction: WriteDb, address: string, caller: Caller) =>
      takeMailTries(transaction, desk, address, caller),
    hasAdministrator: async () => (await findAdministrator(db, settings)) !== undefined,
    createAdministrator: bind(createAdministrator, desk),
    /** Whether the token opens the set-up page: not after it was used, after 24 hours, or with an administrator. */
    isSetupLink: async (token: string) =>
      !(await findAdministrator(db, settings)) && (await isSetupLink(db, token, now())),
    /** Only for a user with the set-up link: a problem can contain the administrator's address. */
    findSetupProblems: (entry: AdministratorEntry, caller: Caller) =>
      findEntryProblems(desk, entry, caller.names),
    setUpAdministrator: (entry: AdministratorEntry & { token: string }, caller: Caller = {}) =>
      orBusy(desk, caller, () => setUp(desk, entry, caller)),
    /** For the operator: the problem, or undefined on success. */
    async resetPassword(entry: { email: string; password: string }) {
      const user = await findAccount(desk, entry.email);
      return profiles.resetPassword(desk, user, entry);
    },
    /** For the operator: accounts that nobody can log in to (`disabled-accounts.server.ts`). */
    disabled: {
      list: bind(listDisabledAccounts, db),
      disable: bind(disableAccount, desk),
      /** How many accounts of the address were disabled. */
      enable: (email: string) => enableAddress(db, parseEmailAddress(email) ?? ''),
    },
    findKind: bind(findKind, desk),
    findAccountId: bind(findAccountId, desk),
    findProfile: bind(profiles.findProfile, desk),
    changeName: bind(profiles.changeName, desk),
    changePassword: (userId: string, change: profiles.PasswordChange, caller: Caller = {}) =>
      orBusy(desk, caller, () => profiles.changePassword(desk, userId, change, caller)),
    exportProfile: bind(profiles.exportProfile, desk),
    /** Deletes the account and everything stored about the user. */
    async deleteAccount(request: Request, userId: string) {
      await inTransaction(db, (transaction) => removeAccount(transaction, desk, userId));
      return signOut(desk, cookieOf(request));
    },
  };
}

/** Logging in without a password, and everything users do with passkeys. */
function passkeysOver(desk: AuthContext) {
  const { db, settings } = desk;
  return {
    /** Whether browsers can use passkeys on the site's public address. */
    isPossible: relyingPartyOf(settings.url) !== undefined,
    askForLogin: bind(passkeySignIn.askForLogin, desk),
    askForProof: bind(passkeySignIn.askForProof, desk),
    askForNew: bind(ownPasskeys.askForNewPasskey, desk),
    logIn: bind(passkeySignIn.logInByPasskey, desk),
    prove: bind(passkeySignIn.proveByPasskey, desk),
    list: bind(ownPasskeys.listOwnPasskeys, desk),
    add: bind(ownPasskeys.addOwnPasskey, desk),
    rename: bind(renamePasskey, db),
    remove: bind(ownPasskeys.removeOwnPasskey, desk),
    /** For the operator: with the recovery codes. Returns how many passkeys there were. */
    async removeAll(userId: string): Promise<number> {
      await removeRecoveryCodes(db, userId);
      return removePasskeys(db, userId);
    },
    findOffer: bind(ownPasskeys.findPasskeyOffer, desk),
    answerOffer: bind(saveOfferAnswer, db),
  };
}

function bind<First, Rest extends unknown[], Result>(
  work: (first: First, ...rest: Rest) => Result,
  first: First,
): (...rest: Rest) => Result {
  return (...rest) => work(first, ...rest);
}

async function orBusy<Outcome>(
  desk: AuthContext,
  caller: Caller,
  work: () => Promise<Outcome>,
): Promise<Outcome | Busy> {
  try {
    return await withHashingSlot(countedNetworks(desk, caller), work);
  } catch (error) {
    if (error instanceof HashingBusyError) return { kind: 'busy' };
    throw error;
  }
}

/** With the emails waiting for the address, unless another account claims it. */
async function removeAccount(db: WriteDb, { secret, now }: AuthContext, userId: string): Promise<void> {
  const user = await findUser(db, userId);
  if (!user) return;
  const holder = { email: user.email, isVerified: user.emailVerified };
  await removeUser(db, userId, { secret, holder });
  if (!user.email) return;
  const isOthers = (await isClaimed(db, user.email)) || (await findHolder(db, user.email)) !== undefined;
  if (!isOthers) await withdrawMailsTo(db, user.email, now());
}

function cookieOf(request: Request): Caller {
  return { cookie: request.headers.get('Cookie') ?? undefined };
}

async function proveAgain(
  desk: AuthContext,
  { request, userId, password }: { request: Request; userId: string; password: string },
  caller: Caller,
): Promise<{ kind: 'proved' } | { kind: 'wrong' } | Slowed> {
  const user = await findUser(desk.db, userId);
  if (!user) return { kind: 'wrong' };
  const check = await profiles.checkOwnPassword(desk, user, password, caller);
  if (check.kind !== 'right') return check;
  await browserSession.renewProof(desk, request);
  return { kind: 'proved' };
}

async function setUp(
  desk: AuthContext,
  entry: AdministratorEntry & { token: string },
  caller: Caller,
): Promise<SignInOutcome | { kind: 'dead' }> {
  const outcome = await setUpAdministrator(desk, entry, caller.names);
  if (outcome.kind !== 'created') return outcome;
  const { userId } = outcome;
  return { kind: 'signedIn', cookies: await letIn(desk, { userId }, caller), userId, isNew: true };
}

/** How the site addresses the account's user. */
async function findKind({ db, settings }: AuthContext, userId: string): Promise<'admin' | 'member'> {
  const user = await findUser(db, userId);
  return user && (await isAdministrator(db, settings, user)) ? 'admin' : 'member';
}

/** The account of an address, as the activity log names it, disabled or not. Takes as long when there is none. */
function findAccountId({ db }: AuthContext, email: string): Promise<string | undefined> {
  return findAnyAccount(db, parseEmailAddress(email) ?? '');
}

/** The account that the operator means: the holder's, otherwise the earliest that claims the address. */
async function findAccount(desk: AuthContext, email: string) {
  const userId = await findAccountId(desk, email);
  return userId === undefined ? undefined : findUser(desk.db, userId);
}

/** For the operator. An administrator can't be disabled. */
async function disableAccount(
  desk: AuthContext,
  email: string,
): Promise<'disabled' | 'missing' | 'administrator'> {
  const user = await findAccount(desk, email);
  if (!user) return 'missing';
  if (await isAdministrator(desk.db, desk.settings, user)) return 'administrator';
  await disableUser(desk.db, user.id, desk.now());
  return 'disabled';
}
