import type { GoogleDone } from '#app/people/google/google-journey.ts';
import { finishGoogle, isGoogleSetUp } from '#app/people/google/google-sign-in.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { AuditAction } from '#app/town/activity/audit-entry.ts';
import type { Route } from './+types/google-callback';
import { callerOf } from './caller-of.ts';
import { landingPathOf } from './landing-path.ts';
import { withNext } from './next-path.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';

const actions: Record<GoogleDone['did'][number], AuditAction> = {
  registered: 'registered',
  linked: 'google-linked',
  signedIn: 'signed-in',
  proved: 'proof-given',
};

/** Where Google sends the browser back to. */
export async function loader(args: Route.LoaderArgs) {
  const { auth } = writeContext(args).services;
  const { kind, path, cookies, done } = await finishGoogle(auth, args.request, callerOf(args));
  for (const did of done?.did ?? []) await recordActivity(args, actions[did], 'with Google', done?.userId);
  if (kind === 'failed' && isGoogleSetUp(auth)) await recordActivity(args, 'sign-in-refused', 'with Google');
  if (kind === 'asked') return redirectWithCookies(withNext('/login/google/join', path), cookies);
  return redirectWithCookies(done ? await landingPathOf(args, path, done.userId) : path, cookies);
}
