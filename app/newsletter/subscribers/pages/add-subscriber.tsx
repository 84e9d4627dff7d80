import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { addressProblemOf } from '#app/newsletter/subscribers/request-subscription.server.ts';
import { addSubscriber } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineField } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Field } from '#app/platform/ui/field.tsx';
import type { Route } from './+types/add-subscriber';
import { ConsentFields, consentFields } from './consent-fields.tsx';
import { readConsent } from './read-consent.server.ts';

/** Adds someone who agreed elsewhere. */
const emailField = defineField({ name: 'email', label: 'Email', kind: 'email', required: true });

export async function action(args: Route.ActionArgs) {
  const { write, town, now } = writeContext(args);
  const { values } = await readForm(args.request, [[emailField, ...consentFields]]);
  const { email } = values;
  const { typed, consent, problems } = readConsent(values, { timeZone: town.timeZone, now });
  if (!consent) return failedForm(400, { email, ...typed }, { problems });
  const outcome = await addSubscriber(write, { email, consent }, now);
  const again = (problem: string, status: number) =>
    failedForm(status, { email, ...typed }, { problems: { email: problem } });
  if (outcome.kind === 'invalid') return again(addressProblemOf(email), 400);
  if (outcome.kind === 'known') return again('This address gets the newsletter already', 409);
  if (outcome.kind === 'suppressed')
    return again(
      'This address unsubscribed, or emails to it came back. Only the person can subscribe it again, with the form at /newsletter',
      409,
    );
  await recordActivity(args, 'subscriber-added');
  return redirect(`/admin/newsletter/subscribers/${outcome.id}?saved`, 303);
}

export default function AddSubscriber({ actionData }: Route.ComponentProps) {
  const { values = { email: '', source: '', date: '' }, problems = {} } = actionData ?? {};
  return (
    <AdminPage
      isForm
      heading="Add a subscriber"
      parent={{ to: '/admin/newsletter/subscribers', label: 'Subscribers' }}
      about="Add only people who asked for it. Nothing is sent to them now."
    >
      <Form method="post" action="/admin/newsletter/subscribers/add" noValidate>
        <Field spec={emailField} value={values.email} problem={problems.email} />
        <ConsentFields typed={values} problems={problems} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Add
          </button>
          <Link className="button" to="/admin/newsletter/subscribers">
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}
