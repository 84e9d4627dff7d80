import { data } from 'react-router';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone, noteRefusedSignIn } from '#app/people/request/note-done.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/recovery-page';
import { callerOf } from './caller-of.ts';
import { CredentialField } from './credential-field.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { readForm, textOf } from './form-field.ts';
import { holdBack, isHeldBack } from './hold-back.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader(args: Route.LoaderArgs) {
  return { siteTitle: writeVisit(args).town.title };
}

type Failure = { email: string; code: string; problems: { code?: string; password?: string }; held?: string };

/** Sets a new password with a recovery code. It does not log in. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeVisit(args).services;
  const form = await readForm(args.request);
  const [email, code] = [textOf(form, 'email'), textOf(form, 'code')];
  const outcome = await auth.recoverByCode(
    { email, code, password: textOf(form, 'password') },
    callerOf(args),
  );
  if (outcome.kind === 'done') {
    await noteDone(args, 'recovery-code-used', undefined, outcome.userId);
    throw redirectWithCookies('/login?done=reset', outcome.cookies);
  }
  if (outcome.kind === 'refused' && outcome.problems.code)
    await noteRefusedSignIn(args, 'with a recovery code', email);
  if (!isHeldBack(outcome)) return data<Failure>({ email, code, problems: outcome.problems }, 400);
  const { text, init } = await holdBack(args, outcome);
  return data<Failure>({ email, code, problems: {}, held: text }, init);
}

export default function Recovery({ loaderData: { siteTitle }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame
      title="Use a recovery code"
      siteTitle={siteTitle}
      intro="Use one of the codes you wrote down to choose a new password. Each code works once. This logs out all your devices and keeps your passkeys."
    >
      {actionData ? <FailedAlert held={actionData.held} /> : null}
      <AccountForm action="/login/recovery" submit="Save the password">
        <CredentialField name="email" label="Email" type="email" mayFill="email" value={actionData?.email} />
        <CredentialField
          name="code"
          label="Recovery code"
          type="text"
          mayFill="off"
          value={actionData?.code}
          problem={actionData?.problems.code}
        />
        <CredentialField
          name="password"
          label="New password"
          type="password"
          mayFill="new-password"
          hint="At least 8 characters (12 for the administrator). Longer is better."
          problem={actionData?.problems.password}
        />
      </AccountForm>
      <p>
        <a href="/login">Back to login</a>
      </p>
    </AccountFrame>
  );
}
