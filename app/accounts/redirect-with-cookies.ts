import { redirect } from 'react-router';

/** Sends the browser on by GET and sets the cookies that a function of `Auth` asked for. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { status: 303, headers: cookieHeaders(cookies) });
}

export function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers();
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}
