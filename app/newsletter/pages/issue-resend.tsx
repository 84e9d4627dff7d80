import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { resendUnknown } from '#app/newsletter/sending/issue-actions.server.ts';
import { countRecipients } from '#app/newsletter/sending/recipient-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/issue-resend';
import { headingOf, requireIssue } from './require-issue.server.ts';
import { shortenAddress } from './shorten-address.ts';

/** Asks before emails of unknown outcome are sent again: one with `?subscriber=`, otherwise all of them. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, viewer } = readContext(args);
  const issue = await requireIssue(read, args.params.id);
  const subscriber = args.url.searchParams.get('subscriber');
  const address = subscriber === null ? null : await findUnknown(read, issue.id, subscriber);
  if (address === undefined) throw data(null, { status: 404 });
  const { unknown } = await countRecipients(read, issue.id);
  const number = new Intl.NumberFormat(town.locale);
  const all = unknown === 1 ? '1 email' : `${number.format(unknown)} emails`;
  return {
    id: issue.id,
    heading: await headingOf(read, town, issue),
    subscriber,
    count: unknown,
    what:
      address === null
        ? all
        : `the email to ${viewer.kind === 'admin' ? shortenAddress(address) : 'one subscriber'}`,
  };
}

/** The address of a recipient whose email has an unknown outcome; undefined if there is none. */
async function findUnknown(db: ReadDb, issue: string, subscriber: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_recipient')
    .select('address')
    .where('subscriber', '=', subscriber)
    .where('issue', '=', issue)
    .where('state', '=', 'unknown')
    .executeTakeFirst();
  return row?.address;
}

export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id, subject } = await requireIssue(write, args.params.id);
  const { values, names } = await readForm(args.request, [hidden('subscriber')]);
  const isOne = names.includes('subscriber');
  const address = isOne ? await findUnknown(write, id, values.subscriber) : undefined;
  const isGone = isOne && address === undefined;
  if (!isGone && (await resendUnknown(write, { now }, id, address)).kind === 'done')
    await recordActivity(args, 'issue-resent', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}

export default function IssueResend({ loaderData }: Route.ComponentProps) {
  const { id, heading, subscriber, count, what } = loaderData;
  const path = `/admin/newsletter/${id}`;
  return (
    <ConfirmationPage
      title="Send again"
      parent={{ to: path, label: heading }}
      question={`Send ${what} again?`}
      action={`${path}/resend`}
      submit={count === 0 ? null : 'Send again'}
      fields={{ subscriber }}
    >
      {count === 0 ? (
        <p className="mb">There is no email of unknown outcome.</p>
      ) : (
        <Alert tone="warning">
          The first email may have arrived: the mail server took it, but did not confirm it. Those who got it
          will get this issue twice. Emails already sent can’t be recalled.
        </Alert>
      )}
    </ConfirmationPage>
  );
}
