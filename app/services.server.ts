import type { Logger } from 'pino';
import type { Auth } from '#app/auth/auth.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Media } from '#app/media/media.server.ts';
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
  /** The clock: UTC epoch milliseconds. Tests control it. */
  now: () => number;
  /** Why the database can't serve; undefined while it can. For /readyz. */
  findDatabaseProblem: () => Promise<string | undefined>;
};
