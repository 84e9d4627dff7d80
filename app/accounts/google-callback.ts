import { writeVisit } from '#app/context.ts';
import type { Route } from './+types/google-callback';
import { redirectWithCookies } from './redirect-with-cookies.ts';

/** Where Google sends the browser back to. */
export async function loader(args: Route.LoaderArgs) {
  const { path, cookies } = await writeVisit(args).services.auth.finishGoogle(args.request);
  return redirectWithCookies(path, cookies);
}
