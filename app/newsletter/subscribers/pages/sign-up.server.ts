import { data, type RouterContextProvider } from 'react-router';
import { requestSubscription } from '#app/newsletter/subscribers/request-subscription.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { respondTooMany } from '#app/people/pages/login/too-many-attempts.ts';
import { writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { TRAP } from '#app/town/newsletter/sign-up-form.tsx';

type Args = { request: Request; context: Readonly<RouterContextProvider>; pattern: string };

/** What became of the form: the page "Check your email" (`isStored`: the site can't send emails, and stores them as files), or the form again with what was typed. */
export type SignUp =
  | { kind: 'sent'; address: string; isStored: boolean }
  | { kind: 'again'; email: string; problem: string };

const PRIVATE = { 'Cache-Control': 'private, no-store' };

/** Responds the same whether or not the address is known. */
export async function signUp(args: Args) {
  const requestContext = writeContext(args);
  const { values } = await readForm(args.request, [hidden('email', TRAP)]);
  const { email } = values;
  const isStored = requestContext.services.settings.smtpUrl === undefined;
  // A program filled in what nobody sees: it learns nothing, and nothing is sent.
  if (values[TRAP] !== '')
    return data<SignUp>({ kind: 'sent', address: email, isStored }, { headers: PRIVATE });
  const outcome = await requestSubscription(requestContext, email, callerOf(args));
  if (outcome.kind === 'sent') return data<SignUp>({ ...outcome, isStored }, { headers: PRIVATE });
  if (outcome.kind === 'refused')
    return data<SignUp>(
      { kind: 'again', email, problem: outcome.problem },
      { status: 400, headers: PRIVATE },
    );
  const { text, init } = await respondTooMany(args, outcome);
  return data<SignUp>({ kind: 'again', email, problem: text }, init);
}
