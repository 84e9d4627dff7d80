import { type AuthContext, type Caller, openAuth } from '#app/people/auth-context.server.ts';
import type { GoogleJourney } from '#app/people/google/google-journey.ts';
import type { GoogleOutcome } from '#app/people/google/google-sign-in.server.ts';
import { finishGoogle, startGoogle } from '#app/people/google/google-sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { asking, SECRET } from './people.ts';
import { openTestGoogle, type Person, type TestGoogle } from './test-google.ts';

export const SITE = 'http://localhost:3000';

export const FAILED = '/login?google=failed';

export const journey = { next: '/events?page=2&error=none', failed: FAILED };

export const people: Record<string, Person> = {
  june: { email: 'June@example.org', email_verified: true },
  unproven: { email: 'june@example.org', email_verified: false },
  editor: { email: 'editor@example.org', email_verified: true },
  gmail: { email: 'June.Brook@gmail.com', email_verified: true },
  school: { email: 'june@school.example', email_verified: true, hd: 'school.example' },
};

export async function openGoogle(
  options: { addressOnlyOnRequest?: boolean; port?: number } = {},
): Promise<TestGoogle> {
  const google = await openTestGoogle({ people: { ...people }, ...options });
  await google.serve(SITE);
  return google;
}

export function openTestAuth(database: Database, google: TestGoogle): AuthContext {
  const settings = readSettings({ ...google.environment, BELFRY_ADMIN_EMAIL: 'editor@example.org' });
  return openAuth(database, settings, SECRET, Date.now);
}

export async function signInWithGoogle(auth: AuthContext, name: string): Promise<GoogleOutcome> {
  const { address, cookies } = await answerOf(auth, name);
  return finish(auth, address, cookies);
}

/** Goes to the issuer like a browser, chooses a person, and stops before the response reaches the site. */
export async function answerOf(
  auth: AuthContext,
  name: string,
  going: GoogleJourney = journey,
): Promise<{ address: string; cookies: string[] }> {
  const start = await startGoogle(auth, going);
  if (start.kind === 'failed') throw new Error('no start');
  const jar = new Map<string, string>();
  let address = start.url;
  while (!address.startsWith(SITE)) {
    const Cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { Cookie } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    const location = response.headers.get('Location');
    address = location ? new URL(location, address).href : `${address}?as=${name}`;
    await response.body?.cancel();
  }
  return { address, cookies: start.cookies };
}

export function finish(
  auth: AuthContext,
  address: string,
  cookies: string[],
  caller?: Caller,
): Promise<GoogleOutcome> {
  const { headers } = asking(cookies);
  const request = new Request(new URL(address, SITE), { headers });
  return finishGoogle(auth, request, caller ?? { cookie: headers.get('Cookie') ?? '' });
}
