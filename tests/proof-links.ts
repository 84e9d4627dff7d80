export const june = { email: 'june@example.org', password: 'river in spring' };

export const FRESH = 'snow in November';

export const MINUTE_MS = 60_000;

export const START = Date.parse('2026-11-20T22:00:00Z');

export function cookieOf(response: Response): { Cookie: string } {
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
