import { writeContext } from '#app/people/request/context.ts';
import { recordActivity, recordFailedSignIn } from '#app/people/request/record-activity.server.ts';
import { logInByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import type { Route } from './+types/login';
import { callerOf } from './caller-of.ts';
import { landingPathOf } from './landing-path.ts';
import { nothingTyped } from './login-form.tsx';
import { nextPathOf } from './next-path.ts';
import { NEEDS_SCRIPT, PASSKEY_REFUSED } from './passkey-words.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { respondTooMany } from './too-many-attempts.ts';

/** Logs in with the passkey that the browser sent; a failure reveals nothing about which accounts exist. */
export async function respondToPasskey(args: Route.ActionArgs, credential: string) {
  if (credential === '') return failedForm(400, nothingTyped, { reason: NEEDS_SCRIPT });
  const { auth } = writeContext(args).services;
  const outcome = await logInByPasskey(auth, credential, callerOf(args));
  if (outcome.kind === 'signedIn') {
    await recordActivity(args, 'signed-in', 'with a passkey', outcome.userId);
    return redirectWithCookies(
      await landingPathOf(args, nextPathOf(args.url), outcome.userId),
      outcome.cookies,
    );
  }
  if (outcome.kind === 'slowed') return respondTooMany(args, outcome, nothingTyped);
  await recordFailedSignIn(args, 'with a passkey', '');
  return failedForm(400, nothingTyped, { reason: PASSKEY_REFUSED });
}
