import type { Database } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { type Auth, authOver } from './auth-surface.server.ts';
import type { Desk } from './desk.server.ts';
import { openGoogleSignIn } from './google-sign-in.server.ts';

export type { Auth } from './auth-surface.server.ts';

/**
 * Accounts over an open database. `log` receives why something failed that users see as the generic failure message; it
 * contains no secret and no address.
 */
export function openAuth(
  database: Pick<Database, 'write'>,
  settings: Settings,
  secret: string,
  now: () => number,
  log: (problem: string) => void = () => undefined,
): Auth {
  const desk: Desk = { db: database.write, settings, secret, now, log };
  return authOver(desk, openGoogleSignIn(desk));
}
