import { data } from 'react-router';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { requestReset } from '#app/people/passwords/password-reset.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/forgot-page';
import { callerOf } from './caller-of.ts';
import { CredentialFields } from './credential-field.tsx';
import { FailedAlert } from './failed-alert.tsx';
import { respondTooMany } from './too-many-attempts.ts';

export const handle: RouteHandle = { hydrate: true };

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function loader(args: Route.LoaderArgs) {
  const { town, services } = writeContext(args);
  return { siteTitle: town.title, mailNote: storedMailNote(services.settings) };
}

const form = defineForm([[{ name: 'email', label: 'Email', kind: 'email', required: true, fill: 'email' }]]);

type Answer = { email: string; sent: boolean; problem?: string; held?: string };

/** Responds the same whether or not there is such an account. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { email } = (await readForm(args.request, form)).values;
  const outcome = await requestReset(auth, email, callerOf(args));
  if (outcome.kind === 'sent') {
    await recordActivity(args, 'reset-asked');
    return data<Answer>({ email, sent: true });
  }
  if (outcome.kind === 'refused') return data<Answer>({ email, sent: false, problem: outcome.problem }, 400);
  const { text, init } = await respondTooMany(args, outcome);
  return data<Answer>({ email, sent: false, held: text }, init);
}

export default function Forgot({ loaderData: { siteTitle, mailNote }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Forgot your password" siteTitle={siteTitle}>
      {actionData?.sent ? (
        <SentNote email={actionData.email} mailNote={mailNote} />
      ) : (
        <>
          {actionData ? <FailedAlert held={actionData.held} /> : null}
          <p>We’ll email you a link to choose a new password. It works once, for 30 minutes.</p>
          <AccountForm action="/forgot" submit="Send the link">
            <CredentialFields form={form} values={actionData} problems={{ email: actionData?.problem }} />
          </AccountForm>
        </>
      )}
      <p>
        <a href="/login">Back to login</a>
      </p>
    </AccountFrame>
  );
}

function SentNote({ email, mailNote }: { email: string; mailNote: string }) {
  if (mailNote)
    return <Alert tone="warning">{`If ${email} has an account here, it needs a link. ${mailNote}`}</Alert>;
  return (
    <Alert tone="success">
      If {email} has an account here, we’ve sent an email with a link. Check your spam folder too.
    </Alert>
  );
}
