import { asker } from './one-request.ts';
import { ADMIN } from './our-site.ts';

/** The cookie of the town's administrator. Throws when the site does not let them in. */
export async function signIn(site: { url: string }): Promise<string> {
  const body = new URLSearchParams(ADMIN).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: site.url };
  const answer = await asker(site)('/login', { method: 'POST', headers, body });
  const cookies = answer.headers['set-cookie'] ?? [];
  if (cookies.length === 0) throw new Error(`The administrator could not sign in: ${answer.status}`);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
