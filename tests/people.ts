/** People who sign in, for tests of accounts. */
import { type Auth, openAuth } from '#app/auth/auth.server.ts';
import type { Viewer } from '#app/auth/viewer.ts';
import type { Database } from '#app/database/connect.server.ts';
import { readSettings } from '#app/settings.server.ts';

/** The instant at which accounts are tested: noon in London on November 20, 2026. */
export const NOW = Date.UTC(2026, 10, 20, 12);
export const SECRET = 'f2b1c0a99e1d4c51b2d9d8c06c1dd7a1';

/** Somebody as she registers. */
export const june = { email: 'june@example.org', password: 'river in spring', newsletterOptIn: true };

/** Accounts over the database with these settings. */
export function openTestAuth(database: Database, environment: Record<string, string> = {}): Auth {
  return openAuth(database, readSettings(environment), SECRET, () => NOW);
}

/** The cookies of who was let in. Throws when nobody was. */
export async function signedIn(signing: ReturnType<Auth['setUpAdministrator']>): Promise<string[]> {
  const outcome = await signing;
  if (outcome.kind !== 'signedIn') throw new Error(`not signed in: ${JSON.stringify(outcome)}`);
  return outcome.cookies;
}

/** A request of the browser that holds the cookies. */
export function asking(cookies: string[]): Request {
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  return new Request('http://localhost:3000/', { headers: { Cookie } });
}

/** Throws when nobody is signed in. */
export function userIdOf(viewer: Viewer): string {
  if (viewer.kind === 'visitor') throw new Error('nobody is signed in');
  return viewer.userId;
}
