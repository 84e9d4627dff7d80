import { data } from 'react-router';
import { AccountForm } from '#app/people/pages/account-form.tsx';
import { AccountFrame } from '#app/people/pages/account-frame.tsx';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { requestReset } from '#app/people/passwords/password-reset.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
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

/** Responds the same whether or not there is such an account. */
export async function action(args: Route.ActionArgs) {
  const { auth } = writeContext(args).services;
  const { values } = await readForm(args.request, form);
  const outcome = await requestReset(auth, values.email, callerOf(args));
  if (outcome.kind === 'sent') {
    await recordActivity(args, 'reset-asked');
    return data({ sentTo: values.email });
  }
  if (outcome.kind === 'refused') return failedForm(400, values, { problems: { email: outcome.problem } });
  return respondTooMany(args, outcome, values);
}

export default function Forgot({ loaderData: { siteTitle, mailNote }, actionData }: Route.ComponentProps) {
  return (
    <AccountFrame title="Forgot your password" siteTitle={siteTitle}>
      {actionData && 'sentTo' in actionData ? (
        <SentNote email={actionData.sentTo} mailNote={mailNote} />
      ) : (
        <>
          {actionData ? <FailedAlert reason={actionData.reason} /> : null}
          <p>We’ll email you a link to choose a new password. It works once, for 30 minutes.</p>
          <AccountForm action="/forgot" submit="Send the link">
            <CredentialFields form={form} failed={actionData} />
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
