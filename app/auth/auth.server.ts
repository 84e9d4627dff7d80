import type { Database } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { type Auth, authOver } from './auth-surface.server.ts';
import type { Desk } from './desk.server.ts';
import { openGoogleSignIn } from './google-sign-in.server.ts';

export type { Auth } from './auth-surface.server.ts';

/**
 * Accounts over an open database. `log` is given why something failed that people see as the one failure sentence; it
 * holds no secret and no address.
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
