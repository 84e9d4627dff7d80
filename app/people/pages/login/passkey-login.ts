import { data } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity, recordFailedSignIn } from '#app/people/request/record-activity.server.ts';
import { logInByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import type { Route } from './+types/login';
import { callerOf } from './caller-of.ts';
import { landingPathOf } from './landing-path.ts';
import { nextPathOf } from './next-path.ts';
import { NEEDS_SCRIPT, PASSKEY_REFUSED } from './passkey-words.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { respondTooMany } from './too-many-attempts.ts';

/** Logs in with the passkey that the browser sent; a failure reveals nothing about which accounts exist. */
export async function respondToPasskey(args: Route.ActionArgs, credential: string) {
  const nothingTyped = { email: '', newsletterOptIn: true, problems: {} };
  if (credential === '') return data({ ...nothingTyped, held: NEEDS_SCRIPT }, 400);
  const { auth } = writeContext(args).services;
  const outcome = await logInByPasskey(auth, credential, callerOf(args));
  if (outcome.kind === 'signedIn') {
    await recordActivity(args, 'signed-in', 'with a passkey', outcome.userId);
    return redirectWithCookies(
      await landingPathOf(args, nextPathOf(args.url), outcome.userId),
      outcome.cookies,
    );
  }
  if (outcome.kind === 'slowed') {
    const { text, init } = await respondTooMany(args, outcome);
    return data({ ...nothingTyped, held: text }, init);
  }
  await recordFailedSignIn(args, 'with a passkey', '');
  return data({ ...nothingTyped, held: PASSKEY_REFUSED }, 400);
}
