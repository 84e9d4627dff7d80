/** Users for tests of accounts. */
import type { Viewer } from '#app/people/accounts/viewer.ts';
import type { setUpAdministrator } from '#app/people/administrator/administrator.server.ts';
import { type AuthContext, openAuth } from '#app/people/auth-context.server.ts';
import type { Database, ReadDb } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';

/** The time of account tests: noon in London on November 20, 2026. */
export const NOW = Date.UTC(2026, 10, 20, 12);
export const SECRET = 'f2b1c0a99e1d4c51b2d9d8c06c1dd7a1';

/** A user's registration. */
export const june = { email: 'june@example.org', password: 'river in spring', newsletterOptIn: true };

/** Accounts over the database with these settings. */
export function openTestAuth(
  database: Database,
  environment: Record<string, string> = {},
  now: () => number = () => NOW,
): AuthContext {
  return openAuth(database, readSettings(environment), SECRET, now);
}

/** The cookies of a login. Throws when it failed. */
export async function signedIn(signing: ReturnType<typeof setUpAdministrator>): Promise<string[]> {
  const outcome = await signing;
  if (outcome.kind !== 'signedIn') throw new Error(`not logged in: ${JSON.stringify(outcome)}`);
  return outcome.cookies;
}

/** The headers of a browser with the cookies. */
export function cookieHeader(cookies: string[]): string {
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}

/** A request of a browser with the cookies. */
export function asking(cookies: string[]): Request {
  return new Request('http://localhost:3000/', { headers: { Cookie: cookieHeader(cookies) } });
}

/** The emails waiting for an address, oldest first. */
export async function listLetters(
  db: ReadDb,
  to: string,
): Promise<{ kind: string; url: string; text: string }[]> {
  const rows = await db.selectFrom('mail').selectAll().where('recipient', '=', to).execute();
  return rows.map(({ kind, letter }) => {
    const { action, subject, paragraphs } = JSON.parse(letter ?? '{}');
    return { kind, url: action?.url ?? '', text: [subject, ...paragraphs].join(' ') };
  });
}

/** The token of the newest link emailed to an address. Throws when there is none. */
export async function tokenMailedTo(db: ReadDb, to: string): Promise<string> {
  const tokens = (await listLetters(db, to)).map(
    ({ url }) => /\/(?:verify|reset)\/([\w-]{43})$/.exec(url)?.[1],
  );
  const token = tokens.findLast(Boolean);
  if (!token) throw new Error(`no link was mailed to ${to}`);
  return token;
}

/** Throws when nobody is logged in. */
export function userIdOf(viewer: Viewer): string {
  if (viewer.kind === 'visitor') throw new Error('no one is logged in');
  return viewer.userId;
}
