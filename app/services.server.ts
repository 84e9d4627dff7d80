import type { Logger } from 'pino';
import type { Auth } from '#app/auth/auth.server.ts';
import type { Database, ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Media } from '#app/media/media.server.ts';
import type { ReadOnly } from '#app/read-only.ts';
import type { Settings } from '#app/settings.server.ts';

/** What a running site holds. Opened and closed by `server/open-services.ts`. */
export type Services = {
  settings: Settings;
  read: ReadDb;
  write: WriteDb;
  auth: Auth;
  media: Media;
  log: Logger;
  /**
   * A pseudonym for something personal, such as a network, that no one can compute or reverse without the site's
   * secret.
   */
  keyedHash: (text: string) => string;
  /** Addresses that were requested and not found since they were saved last (app/redirects), by their path. */
  missing: Map<string, { requests: number; lastAt: number }>;
  /** The clock: UTC epoch milliseconds. Tests control it. */
  now: () => number;
  /** Why nothing can be changed, if that does not depend on the town's settings. */
  readOnly?: ReadOnly | undefined;
  /** Runs a command of the command-line tool in a separate process, until the signal fires. Rejects when it fails. */
  runTool: (args: string[], signal: AbortSignal) => Promise<void>;
  /** Opens the town as it is at another moment (UTC epoch milliseconds), on a copy that is read-only. */
  otherDays?: { open: (moment: number) => Promise<Pick<Database, 'read' | 'write'>> } | undefined;
  /** Why the database can't serve; undefined while it can. For /readyz. */
  findDatabaseProblem: () => Promise<string | undefined>;
};
