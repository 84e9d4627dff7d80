import type { WriteDb } from '#app/database/handles.ts';

/** Somebody who may sign in. `createdAt` is UTC epoch milliseconds; `email` is spelled as `parseEmailAddress` does. */
export type User = {
  id: string;
  email: string;
  /** Somebody proved to hold the address. Only then can the account be the administrator's. */
  emailVerified: boolean;
  newsletterOptIn: boolean;
  createdAt: number;
};

/** A way to sign in: `password`, or the address of an OpenID issuer. Instants are UTC epoch milliseconds. */
export type SignInMethod = { method: string; createdAt: number };

export type OpenSession = { createdAt: number; expiresAt: number };

/** The rows about accounts, in words of our own: what keeps them is known to one file only. */
export type AccountRows = {
  findUserById(id: string): Promise<User | undefined>;
  findUserByEmail(email: string): Promise<User | undefined>;
  addUser(user: Pick<User, 'email' | 'emailVerified' | 'newsletterOptIn'>): Promise<User>;
  changeUser(id: string, change: Partial<Pick<User, 'emailVerified' | 'newsletterOptIn'>>): Promise<void>;
  /** Removes the user with all sessions and ways to sign in. */
  removeUser(id: string): Promise<void>;
  /** Undefined when the user has no password, as after signing in with Google only. */
  findPasswordHash(userId: string): Promise<string | undefined>;
  savePasswordHash(userId: string, hash: string): Promise<void>;
  listSignInMethods(userId: string): Promise<SignInMethod[]>;
  listSessions(userId: string): Promise<OpenSession[]>;
  removeSessions(userId: string): Promise<void>;
};

export type Ledger = AccountRows & {
  /** Runs `work` in one transaction. `db` is its handle; nothing else may touch the database meanwhile. */
  transact<Result>(work: (rows: AccountRows, db: WriteDb) => Promise<Result>): Promise<Result>;
  /** Signs the user in: the Set-Cookie headers to send. */
  openSession(userId: string): Promise<string[]>;
  /** Ends the request's session: the Set-Cookie headers to send. */
  closeSession(request: Request): Promise<string[]>;
  /** The user whose living session the request carries. A request without session cookie asks no database. */
  findSignedInUser(request: Request): Promise<User | undefined>;
};
