import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { isOpen } from '#app/newsletter/issues/issue.ts';
import { countSamplesIn } from '#app/newsletter/pages/composer/shown-parts.server.ts';
import { forecast } from '#app/newsletter/sending/forecast.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Route } from './+types/issue-send';
import { SampleWarning } from './issue-warnings.tsx';
import { leftWords } from './load-deliveries.server.ts';
import { headingOf, requireIssue } from './require-issue.server.ts';

/** Asks once before an issue is sent. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, collections } = readContext(args);
  const issue = await requireIssue(read, args.params.id);
  if (!isOpen(issue)) throw redirect(`/admin/newsletter/${issue.id}`);
  const { willGet } = await forecast(read, { town, now }, issue);
  const { perMinute } = await findNewsletterPlan(read);
  const number = new Intl.NumberFormat(town.locale);
  const heading = await headingOf(read, town, issue);
  return {
    id: issue.id,
    heading,
    subject: issue.subject,
    samples: await countSamplesIn(read, { town, now, collections }, issue),
    isForNoOne: willGet === 0,
    to: `${number.format(willGet)} ${willGet === 1 ? 'subscriber' : 'subscribers'}`,
    duration: leftWords(willGet / perMinute),
  };
}

const refusals = {
  empty: 'There’s nothing in this issue yet, so it was not sent.',
  late: 'It was not sent: its time has passed.',
};

/** A second press changes nothing: it leads to the same page. */
export async function action(args: Route.ActionArgs) {
  const { write, town, now } = writeContext(args);
  const { id, subject } = await requireIssue(write, args.params.id);
  const { kind } = await startSending(write, { town, now }, id);
  if (kind === 'empty' || kind === 'late') return failedForm(409, {}, { reason: refusals[kind] });
  if (kind === 'done') await recordActivity(args, 'issue-sent', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}

export default function IssueSend({ loaderData, actionData }: Route.ComponentProps) {
  const { id, heading, subject, samples, isForNoOne, to, duration } = loaderData;
  return (
    <ConfirmationPage
      title="Send an issue"
      parent={{ to: `/admin/newsletter/${id}`, label: heading }}
      question={`Send this issue to ${to} now?`}
      action={`/admin/newsletter/${id}/send`}
      submit="Send now"
      isDangerous={false}
      notices={actionData ? <Alert tone="danger">{actionData.reason}</Alert> : null}
    >
      <SampleWarning count={samples} />
      {isForNoOne ? (
        <LastingAlert tone="warning">
          <p>No one would get it, but it would count as sent: what is in it would not be in a later issue.</p>
        </LastingAlert>
      ) : null}
      <p className="mb">
        “{subject}” will start sending right away. It takes {duration}. You can stop partway, but emails
        already sent can’t be recalled.
      </p>
    </ConfirmationPage>
  );
}
