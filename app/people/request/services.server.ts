import type { Logger } from 'pino';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import type { Database, ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { ReadOnly } from '#app/town/read-only.ts';

/** What a running site holds. Opened and closed by `server/open-services.ts`. */
export type Services = {
  settings: Settings;
  read: ReadDb;
  write: WriteDb;
  auth: AuthContext;
  media: Media;
  /** The newsletter's subscriptions of accounts. */
  subscriptions: AccountSubscriptions;
  log: Logger;
  /**
   * A pseudonym for something personal, such as a network, that no one can compute or reverse without the site's
   * secret.
   */
  keyedHash: (text: string) => string;
  /** Addresses that were requested and not found since they were saved last (app/moving/redirects), by their path. */
  missing: Map<string, { requests: number; lastAt: number }>;
  /** The clock: UTC epoch milliseconds. Tests control it. */
  now: () => number;
  /** Why nothing can be changed, if that does not depend on the town's settings. */
  readOnly?: ReadOnly | undefined;
  /** Runs a command of the command-line tool in a separate process, until the signal fires. Rejects when it fails. */
  runTool: (args: string[], signal: AbortSignal) => Promise<void>;
  /** Copies of the town at other moments. */
  otherDays?: OtherDays | undefined;
  /** Why the database can't serve; undefined while it can. For /readyz. */
  findDatabaseProblem: () => Promise<string | undefined>;
};

/** What an account page, its export and the API need of the newsletter, which is a layer above accounts. */
export type AccountSubscriptions = {
  /** Checks or clears the box of an account, and brings the list of subscribers in line in the same transaction. */
  saveChoice: (db: WriteDb, userId: string, optIn: boolean, now: number) => Promise<void>;
  /** For the account's export; null without one. */
  find: (db: ReadDb, userId: string) => Promise<OwnSubscription | null>;
};

/** Instants are ISO 8601, UTC. */
export type OwnSubscription = {
  address: string | null;
  state: string;
  frequency: string;
  topics: string[];
  consent: { source: string; at: string };
  since: string;
};

/** Moments are UTC epoch milliseconds. */
export type OtherDays = {
  /** The town at the moment, on a copy that is read-only: when it is prepared. Rejects when it can't be. */
  open: (moment: number) => Promise<DayDatabase>;
  /** The same, or undefined when it isn't prepared within a second, or can't be: `find` says how far it is, or why. */
  openSoon: (moment: number) => Promise<DayDatabase | undefined>;
  /** Undefined when nobody has opened it lately. */
  find: (moment: number) => { progress: DayProgress; database?: DayDatabase; error?: Error } | undefined;
};

type DayDatabase = Pick<Database, 'read' | 'write'>;

/** How many rows or items of the step are done, and of how many; `total` is 0 while that is not known. */
export type DayProgress = {
  step: 'waiting' | 'copying' | 'indexing' | 'changing';
  done: number;
  total: number;
};

export type OnDayProgress = (progress: DayProgress) => void;
