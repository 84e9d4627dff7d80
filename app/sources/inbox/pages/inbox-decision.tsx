import { redirect } from 'react-router';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { townDayOf, townTimeInDays } from '#app/platform/time/town-time.ts';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import { findEntries } from '#app/sources/inbox/inbox-store.server.ts';
import type { Route } from './+types/inbox-decision';
import { DeclinePage, SnoozePage } from './decision-pages.tsx';
import { returnTo } from './inbox-return.server.ts';

/**
 * `/admin/inbox/{id}/snooze` chooses the day on which it returns, `/admin/inbox/{id}/discard` the reason that the sender
 * of a suggestion reads. The other decisions have no page.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const { id, decision } = args.params;
  const [entry] = await findEntries(read, [id]);
  const isDecline = decision === 'discard' && entry?.kind === 'suggestion';
  if (!entry || (decision !== 'snooze' && !isDecline)) throw redirect('/admin/inbox');
  const tomorrow = townDayOf(townTimeInDays(now, 1, '12:00', town.timeZone), town.timeZone);
  return { title: entry.title, tomorrow, isDecline };
}

/** Decides about the entry's whole stack. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [
    hidden('back', 'duplicate', 'reason', 'note', 'block'),
    several('until'),
  ]);
  const { id, decision: name } = args.params;
  const { town, now } = writeContext(args);
  // In the list, the selection's choice comes first, then that of the row's button.
  const until = values.until.at(-1) ?? '';
  const read = readDecision(name, { ...values, until }, { town, now });
  if (!read.decision) return failedForm(400, { until }, { reason: read.problem });
  return returnTo(values.back, [id], await runDecision(args, [id], read.decision, { whole: true }));
}

export default function InboxDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { title, tomorrow, isDecline } = loaderData;
  if (isDecline) return <DeclinePage title={title} />;
  return (
    <SnoozePage
      title={title}
      tomorrow={tomorrow}
      until={actionData?.values.until}
      problem={actionData?.reason}
    />
  );
}
