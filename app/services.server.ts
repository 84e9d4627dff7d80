import type { Logger } from 'pino';
import type { Auth } from '#app/auth/auth.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';

/** What a running site holds for as long as it runs. Opened by `server/open-services.ts`, closed there. */
export type Services = {
  settings: Settings;
  read: ReadDb;
  write: WriteDb;
  auth: Auth;
  log: Logger;
  /** A name for something personal, such as a network, that nobody can compute or undo without the site's secret. */
  keyedHash: (text: string) => string;
  /** The clock: UTC epoch milliseconds. Tests hold it still. */
  now: () => number;
  /** Why the database cannot serve; undefined while it can. For /readyz. */
  findDatabaseProblem: () => Promise<string | undefined>;
};
