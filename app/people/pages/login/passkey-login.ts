import { data } from 'react-router';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone, noteRefusedSignIn } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/login';
import { callerOf } from './caller-of.ts';
import { holdBack } from './hold-back.ts';
import { landingPathOf } from './landing-path.ts';
import { nextPathOf } from './next-path.ts';
import { NEEDS_SCRIPT, PASSKEY_REFUSED } from './passkey-words.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';

/** Logs in with the passkey that the browser sent; a failure reveals nothing about which accounts exist. */
export async function logInByPasskey(args: Route.ActionArgs, credential: string) {
  const nothingTyped = { email: '', newsletterOptIn: true, problems: {} };
  if (credential === '') return data({ ...nothingTyped, held: NEEDS_SCRIPT }, 400);
  const { auth } = writeVisit(args).services;
  const outcome = await auth.passkeys.logIn(credential, callerOf(args));
  if (outcome.kind === 'signedIn') {
    await noteDone(args, 'signed-in', 'with a passkey', outcome.userId);
    return redirectWithCookies(
      await landingPathOf(args, nextPathOf(args.url), outcome.userId),
      outcome.cookies,
    );
  }
  if (outcome.kind === 'slowed') {
    const { text, init } = await holdBack(args, outcome);
    return data({ ...nothingTyped, held: text }, init);
  }
  await noteRefusedSignIn(args, 'with a passkey', '');
  return data({ ...nothingTyped, held: PASSKEY_REFUSED }, 400);
}
