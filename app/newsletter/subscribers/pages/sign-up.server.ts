import { data, type RouterContextProvider } from 'react-router';
import { requestSubscription } from '#app/newsletter/subscribers/request-subscription.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { findRetry } from '#app/people/pages/login/too-many-attempts.ts';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { TRAP } from '#app/town/newsletter/sign-up-form.tsx';

type Args = { request: Request; context: Readonly<RouterContextProvider>; pattern: string };

const PRIVATE = { 'Cache-Control': 'private, no-store' };

/**
 * Responds the same whether or not the address is known. `isStored`: the site can't send emails, and stores them as
 * files.
 */
export async function signUp(args: Args) {
  const requestContext = writeContext(args);
  const { values } = await readForm(args.request, [hidden('email', 'only', TRAP)]);
  const { email } = values;
  const only = values.only === 'urgent' ? 'urgent' : undefined;
  const isStored = requestContext.services.settings.smtpUrl === undefined;
  // A program filled in what nobody sees: it learns nothing, and nothing is sent.
  if (values[TRAP] !== '') return data({ address: email, isStored }, { headers: PRIVATE });
  const outcome = await requestSubscription(requestContext, email, callerOf(args), only);
  if (outcome.kind === 'sent') return data({ address: outcome.address, isStored }, { headers: PRIVATE });
  const again = (init: ResponseInit, problem: string) =>
    failedForm(init, { email, only: values.only }, { problems: { email: problem } });
  if (outcome.kind === 'refused') return again({ status: 400, headers: PRIVATE }, outcome.problem);
  const { text, init } = await findRetry(args, outcome);
  return again(init, text);
}
