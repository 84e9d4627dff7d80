import type { WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { parseEmailAddress } from '#app/mail/email-address.ts';
import { withdrawMailsTo } from '#app/mail/mail-queue.server.ts';
import { formerVotersOf, type Holder } from '#app/votes/votes-of-account.server.ts';
import * as addressChange from './address-change.server.ts';
import {
  type AdministratorEntry,
  type AdministratorOutcome,
  createAdministrator,
  type FieldProblems,
  findEntryProblems,
  setUpAdministrator,
} from './administrator.server.ts';
import { findAdministrator, isAdministrator } from './administrator-address.server.ts';
import * as browserSession from './browser-session.server.ts';
import { type Caller, countedNetworks, type Desk, letIn, type Slowed, signOut } from './desk.server.ts';
import * as googleAccounts from './google-accounts.server.ts';
import type { GoogleSignIn } from './google-sign-in.server.ts';
import { withHashingPlace } from './hashing-places.server.ts';
import * as informal from './informal-voter.server.ts';
import { passkeysOver, recoveryOver, sessionsOver } from './passkey-surface.server.ts';
import { HashingBusyError } from './password-hash.server.ts';
import * as resets from './password-reset.server.ts';
import { listCandidates } from './password-store.server.ts';
import * as profiles from './profile.server.ts';
import { type RecoveryEntry, type RecoveryOutcome, recoverByCode } from './recovery.server.ts';
import { removeSessions } from './session-store.server.ts';
import { isSetupLink } from './setup-link.server.ts';
import { logIn, type Registration, register, type SignInOutcome } from './sign-in.server.ts';
import { findHolder, findUser, isClaimed, removeUser, saveNewsletterOptIn } from './user-store.server.ts';
import * as verification from './verification.server.ts';
import type { Viewer } from './viewer.ts';

/** Too many passwords are waiting to be hashed: try again in a moment. */
export type Busy = { kind: 'busy' };

/**
 * Accounts, as the rest of the site uses them. Cookies are Set-Cookie headers for the response. Functions that hash a
 * password return `busy` when too many are waiting. Without a caller, it is this machine's operator.
 */
export type Auth = GoogleSignIn & {
  /** Who sends the request. Without a session cookie a visitor, without a query. */
  findViewer(request: Request): Promise<Viewer>;
  register(entry: Registration, caller?: Caller): Promise<SignInOutcome>;
  logIn(entry: { email: string; password: string }, caller?: Caller): Promise<SignInOutcome>;
  logOut(request: Request): Promise<string[]>;
  logOutEverywhere(request: Request, userId: string): Promise<string[]>;
  /** Whether the user entered a password or came from Google within the last ten minutes. */
  hasRecentProof(request: Request): Promise<boolean>;
  /** Accepts the logged-in user's password as confirmation of their identity; attempts are counted. */
  proveAgain(
    request: Request,
    userId: string,
    password: string,
    caller?: Caller,
  ): Promise<{ kind: 'proved' } | { kind: 'wrong' } | Slowed | Busy>;

  findVerificationLink(token: string, caller: Caller): Promise<verification.VerificationLink>;
  /** Uses a link that was emailed to verify an address, or to change to it. `password` if the link asks for one. */
  followVerificationLink(
    token: string,
    password: string | undefined,
    caller: Caller,
  ): Promise<verification.VerificationOutcome | Busy>;
  /** The id of the account that was deleted with the link; undefined if none was. */
  refuseVerification(token: string): Promise<string | undefined>;
  /** `next` is a path of this site that the link leads back to. */
  resendVerification(userId: string, caller?: Caller, next?: string): Promise<{ kind: 'sent' } | Slowed>;
  requestAddressChange(
    userId: string,
    email: string,
    caller?: Caller,
  ): Promise<addressChange.AddressChangeOutcome>;
  requestReset(email: string, caller?: Caller): Promise<resets.ResetRequestOutcome>;
  findResetLink(token: string): Promise<resets.ResetLink>;
  resetPasswordByLink(
    entry: { token: string; password: string },
    caller?: Caller,
  ): Promise<resets.ResetOutcome | Busy>;

  /** Logging in without a password, and everything users do with passkeys. */
  passkeys: ReturnType<typeof passkeysOver>;
  /** Codes for choosing a new password without email. */
  recovery: ReturnType<typeof recoveryOver>;
  recoverByCode(entry: RecoveryEntry, caller?: Caller): Promise<RecoveryOutcome | Busy>;
  /** The browsers in which the user is logged in. */
  sessions: ReturnType<typeof sessionsOver>;

  /** The address of the account that a Google account is waiting to join in this browser. */
  findJoiningEmail(caller: Caller): Promise<string | undefined>;
  joinGoogle(password: string, caller: Caller): Promise<googleAccounts.JoinOutcome | Busy>;
  leaveGoogle(
    userId: string,
    caller?: Caller,
  ): Promise<{ kind: 'left'; cookies: string[] } | { kind: 'refused' }>;

  /** The id of the browser that voted without an account; undefined if it never did. */
  findInformalVoter(request: Request): string | undefined;
  /** The browser's identity in an informal poll, with a new id if it has none. */
  knowInformalVoter(request: Request, pollId: string, address: string): informal.InformalVoter;
  /** Milliseconds until another new browser of the network may vote in the poll; 0 when it may. */
  admitInformalVoter(pollId: string, address: string, votersPerNetwork: number): Promise<number>;

  /** The ids under which a member may have voted before with an account that was deleted. */
  formerVotersOf(pollId: string, member: Holder): string[];
  /** The network's new browser withdrew its vote: another may take its slot. */
  releaseInformalVoter(pollId: string, address: string): Promise<void>;

  hasAdministrator(): Promise<boolean>;
  /** For the operator and the environment; replaces the password of an account that has verified the address. */
  createAdministrator(entry: AdministratorEntry): Promise<AdministratorOutcome>;
  /** Whether the token opens the setup page: not after it was used, after 24 hours, or with an administrator. */
  isSetupLink(token: string): Promise<boolean>;
  /** Only for a user with the setup link: a problem can contain the administrator's address. */
  findSetupProblems(entry: AdministratorEntry, caller: Caller): FieldProblems;
  setUpAdministrator(
    entry: AdministratorEntry & { token: string },
    caller?: Caller,
  ): Promise<SignInOutcome | { kind: 'dead' }>;
  /** For the operator: the problem, or undefined on success. */
  resetPassword(entry: { email: string; password: string }): Promise<string | undefined>;
  /** How the site addresses the account's user. */
  findKind(userId: string): Promise<'admin' | 'member'>;
  /** The account of an address, as the activity log names it. Takes as long when there is none. */
  findAccountId(email: string): Promise<string | undefined>;
  findProfile(userId: string): Promise<profiles.Profile | undefined>;
  saveNewsletterOptIn(userId: string, newsletterOptIn: boolean): Promise<void>;
  changePassword(
    userId: string,
    change: profiles.PasswordChange,
    caller?: Caller,
  ): Promise<profiles.PasswordChangeOutcome | Busy>;
  exportProfile(userId: string): Promise<profiles.ProfileExport | undefined>;
  /** Deletes the account and everything stored about the user. */
  deleteAccount(request: Request, userId: string): Promise<string[]>;
};

/** The functions of `Auth` over a desk and a Google login. */
export function authOver(desk: Desk, google: GoogleSignIn): Auth {
  const { db, settings, now } = desk;
  return {
    ...google,
    findViewer: (request) => browserSession.findViewer(desk, request),
    register: (entry, caller = {}) => orBusy(desk, caller, () => register(desk, entry, caller)),
    logIn: (entry, caller = {}) => orBusy(desk, caller, () => logIn(desk, entry, caller)),
    logOut: (request) => signOut(desk, cookieOf(request)),
    async logOutEverywhere(request, userId) {
      await removeSessions(db, userId);
      return signOut(desk, cookieOf(request));
    },
    hasRecentProof: (request) => browserSession.hasRecentProof(desk, request),
    proveAgain: (request, userId, password, caller = {}) =>
      orBusy(desk, caller, () => proveAgain(desk, { request, userId, password }, caller)),

    findVerificationLink: (token, caller) => verification.findVerificationLink(desk, token, caller),
    async followVerificationLink(token, password, caller) {
      const changed = await addressChange.changeAddress(desk, token, caller);
      return changed.kind === 'dead'
        ? orBusy(desk, caller, () => verification.verifyAddress(desk, token, password, caller))
        : changed;
    },
    refuseVerification: (token) => verification.refuseVerification(desk, token),
    resendVerification: (userId, caller = {}, next) =>
      verification.resendVerification(desk, userId, caller, next),
    requestAddressChange: (userId, email, caller = {}) =>
      addressChange.requestAddressChange(desk, userId, email, caller),
    requestReset: (email, caller = {}) => resets.requestReset(desk, email, caller),
    findResetLink: (token) => resets.findResetLink(desk, token),
    resetPasswordByLink: (entry, caller = {}) =>
      orBusy(desk, caller, () => resets.resetPasswordByLink(desk, entry, caller)),

    passkeys: passkeysOver(desk),
    recovery: recoveryOver(desk),
    recoverByCode: (entry, caller = {}) => orBusy(desk, caller, () => recoverByCode(desk, entry, caller)),
    sessions: sessionsOver(desk),

    findJoiningEmail: async (caller) => (await googleAccounts.findJoin(desk, caller))?.user.email,
    joinGoogle: (password, caller) =>
      orBusy(desk, caller, () => googleAccounts.joinGoogle(desk, password, caller)),
    leaveGoogle: (userId, caller = {}) => googleAccounts.leaveGoogle(desk, userId, caller),

    findInformalVoter: (request) => informal.findInformalVoter(desk, cookieOf(request)),
    knowInformalVoter: (request, pollId, address) =>
      informal.knowInformalVoter(desk, pollId, { ...cookieOf(request), address }),
    admitInformalVoter: (pollId, address, votersPerNetwork) =>
      informal.admitInformalVoter(desk, pollId, { address }, votersPerNetwork),

    formerVotersOf: (pollId, member) => formerVotersOf(desk.secret, pollId, member),
    releaseInformalVoter: (pollId, address) => informal.releaseInformalVoter(desk, pollId, { address }),

    hasAdministrator: async () => (await findAdministrator(db, settings)) !== undefined,
    createAdministrator: (entry) => createAdministrator(desk, entry),
    isSetupLink: async (token) =>
      !(await findAdministrator(db, settings)) && (await isSetupLink(db, token, now())),
    findSetupProblems: (entry, caller) => findEntryProblems(desk, entry, caller.names),
    setUpAdministrator: (entry, caller = {}) => orBusy(desk, caller, () => setUp(desk, entry, caller)),
    async resetPassword(entry) {
      const user = await findAccount(desk, entry.email);
      return profiles.resetPassword(desk, user, entry);
    },
    findKind: (userId) => findKind(desk, userId),
    findAccountId: (email) => findAccountId(desk, email),
    findProfile: (userId) => profiles.findProfile(desk, userId),
    saveNewsletterOptIn: (userId, newsletterOptIn) => saveNewsletterOptIn(db, userId, newsletterOptIn),
    changePassword: (userId, change, caller = {}) =>
      orBusy(desk, caller, () => profiles.changePassword(desk, userId, change, caller)),
    exportProfile: (userId) => profiles.exportProfile(desk, userId),
    async deleteAccount(request, userId) {
      await inTransaction(db, (transaction) => removeAccount(transaction, desk, userId));
      return signOut(desk, cookieOf(request));
    },
  };
}

async function orBusy<Outcome>(
  desk: Desk,
  caller: Caller,
  work: () => Promise<Outcome>,
): Promise<Outcome | Busy> {
  try {
    return await withHashingPlace(countedNetworks(desk, caller), work);
  } catch (error) {
    if (error instanceof HashingBusyError) return { kind: 'busy' };
    throw error;
  }
}

/** With the emails waiting for the address, unless another account claims it. */
async function removeAccount(db: WriteDb, { secret, now }: Desk, userId: string): Promise<void> {
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
  desk: Desk,
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
  desk: Desk,
  entry: AdministratorEntry & { token: string },
  caller: Caller,
): Promise<SignInOutcome | { kind: 'dead' }> {
  const outcome = await setUpAdministrator(desk, entry, caller.names);
  if (outcome.kind !== 'created') return outcome;
  const { userId } = outcome;
  return { kind: 'signedIn', cookies: await letIn(desk, { userId }, caller), userId, isNew: true };
}

async function findKind({ db, settings }: Desk, userId: string): Promise<'admin' | 'member'> {
  const user = await findUser(db, userId);
  return user && (await isAdministrator(db, settings, user)) ? 'admin' : 'member';
}

async function findAccountId({ db }: Desk, email: string): Promise<string | undefined> {
  const address = parseEmailAddress(email) ?? '';
  const [holder, [first]] = await Promise.all([findHolder(db, address), listCandidates(db, address)]);
  return holder?.id ?? first?.userId;
}

/** The account that the operator means: the holder's, otherwise the earliest that claims the address. */
async function findAccount({ db }: Desk, email: string) {
  const address = parseEmailAddress(email) ?? '';
  const holder = await findHolder(db, address);
  if (holder) return holder;
  const [first] = await listCandidates(db, address);
  return first && findUser(db, first.userId);
}
