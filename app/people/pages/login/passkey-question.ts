import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { askForLogin } from '#app/people/sign-in/passkey-sign-in.server.ts';
import type { Route } from './+types/passkey-question';
import { callerOf } from './caller-of.ts';
import { jsonWithCookies } from './redirect-with-cookies.ts';

/** The login page's WebAuthn options: the same for everybody, except for the challenge. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const question = askForLogin(auth, callerOf(args));
  if (!question) return jsonWithCookies({ problem: 'Passkeys are not available on this site.' }, [], 404);
  return jsonWithCookies({ options: question.options }, question.cookies);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/login');
}
