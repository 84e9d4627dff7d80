import { writeVisit } from '#app/context.ts';
import type { Route } from './+types/google-callback';
import { callerOf } from './caller-of.ts';
import { withNext } from './next-path.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';

/** Where Google sends the browser back to. */
export async function loader(args: Route.LoaderArgs) {
  const { auth } = writeVisit(args).services;
  const { kind, path, cookies } = await auth.finishGoogle(args.request, callerOf(args));
  return redirectWithCookies(kind === 'asked' ? withNext('/login/google/join', path) : path, cookies);
}
