import type { Database } from '#app/database/connect.server.ts';
import { parseEmailAddress } from '#app/mail/email-address.ts';
import type { Settings } from '#app/settings.server.ts';
import type { Ledger, User } from './account-ledger.ts';
import {
  type AdministratorEntry,
  type AdministratorOutcome,
  createAdministrator,
  findAdministrator,
  isAdministrator,
  setUpAdministrator,
} from './administrator.server.ts';
import type { GoogleSignIn } from './google-sign-in.server.ts';
import { LEAST_ADMIN_PASSWORD_LENGTH, LEAST_PASSWORD_LENGTH } from './password-rules.ts';
import * as profiles from './profile.server.ts';
import { isSetupLink } from './setup-link.server.ts';
import { logIn, register, type SignInOutcome } from './sign-in.server.ts';
import { type Viewer, visitor } from './viewer.ts';

/** Accounts, as the rest of the site sees them. Cookies are Set-Cookie headers to send with the answer. */
export type Auth = GoogleSignIn & {
  /** Who sends the request. Without a session cookie a visitor, and no database is asked. */
  findViewer(request: Request): Promise<Viewer>;
  register(entry: { email: string; password: string; newsletterOptIn: boolean }): Promise<SignInOutcome>;
  logIn(entry: { email: string; password: string }): Promise<SignInOutcome>;
  /** Never throws: what goes wrong is logged (spec section 8). */
  logOut(request: Request): Promise<string[]>;
  logOutEverywhere(request: Request, userId: string): Promise<string[]>;
  hasAdministrator(): Promise<boolean>;
  /** For the operator and the environment; replaces the password of an account that has proved the address. */
  createAdministrator(entry: AdministratorEntry): Promise<AdministratorOutcome>;
  /** Whether the token opens the set-up page: not after it was used, after 24 hours, or with an administrator. */
  isSetupLink(token: string): Promise<boolean>;
  setUpAdministrator(
    entry: AdministratorEntry & { token: string },
  ): Promise<SignInOutcome | { kind: 'dead' }>;
  /** For the operator: what is in the way, or undefined once it is done. */
  resetPassword(entry: { email: string; password: string }): Promise<string | undefined>;
  findProfile(userId: string): Promise<profiles.Profile | undefined>;
  saveNewsletterOptIn(userId: string, newsletterOptIn: boolean): Promise<void>;
  changePassword(userId: string, change: profiles.PasswordChange): Promise<profiles.PasswordChangeOutcome>;
  exportProfile(userId: string): Promise<profiles.ProfileExport | undefined>;
  /** Removes the account and everything kept about the person. */
  deleteAccount(request: Request, userId: string): Promise<string[]>;
};

/** The functions of `Auth` over a ledger of accounts and a way to sign in with Google. */
export function authOver(
  ledger: Ledger,
  google: GoogleSignIn,
  { write }: Database,
  settings: Settings,
  now: () => number,
): Auth {
  return {
    ...google,
    findViewer: (request) => findViewer(ledger, { write }, settings, request),
    register: (entry) => register(ledger, entry),
    logIn: (entry) => logIn(ledger, entry),
    logOut: (request) => ledger.closeSession(request),
    async logOutEverywhere(request, userId) {
      await ledger.removeSessions(userId);
      return ledger.closeSession(request);
    },
    hasAdministrator: async () => (await findAdministrator(ledger, write, settings)) !== undefined,
    createAdministrator: (entry) => createAdministrator(ledger, settings, entry),
    isSetupLink: async (token) =>
      !(await findAdministrator(ledger, write, settings)) && (await isSetupLink(write, token, now())),
    async setUpAdministrator(entry) {
      const outcome = await setUpAdministrator(ledger, settings, { ...entry, now: now() });
      if (outcome.kind !== 'created') return outcome;
      return { kind: 'signedIn', cookies: await ledger.openSession(outcome.userId) };
    },
    async resetPassword(entry) {
      const user = await ledger.findUserByEmail(parseEmailAddress(entry.email) ?? '');
      return profiles.resetPassword(
        ledger,
        user,
        entry,
        await leastPasswordLength({ write }, settings, user),
      );
    },
    findProfile: (userId) => profiles.findProfile(ledger, userId),
    saveNewsletterOptIn: (userId, newsletterOptIn) => ledger.changeUser(userId, { newsletterOptIn }),
    async changePassword(userId, change) {
      const least = await leastPasswordLength({ write }, settings, await ledger.findUserById(userId));
      return profiles.changePassword(ledger, userId, change, least);
    },
    exportProfile: (userId) => profiles.exportProfile(ledger, userId),
    async deleteAccount(request, userId) {
      await ledger.removeUser(userId);
      return ledger.closeSession(request);
    },
  };
}

type Writer = Pick<Database, 'write'>;

async function findViewer(
  ledger: Ledger,
  { write }: Writer,
  settings: Settings,
  request: Request,
): Promise<Viewer> {
  const user = await ledger.findSignedInUser(request);
  if (!user) return visitor;
  const kind = (await isAdministrator(write, settings, user)) ? 'admin' : 'member';
  return { kind, userId: user.id, email: user.email };
}

async function leastPasswordLength(
  { write }: Writer,
  settings: Settings,
  user: User | undefined,
): Promise<number> {
  const isAdmin = user && (await isAdministrator(write, settings, user));
  return isAdmin ? LEAST_ADMIN_PASSWORD_LENGTH : LEAST_PASSWORD_LENGTH;
}
