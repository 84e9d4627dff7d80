import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { townDayOf, townTimeInDays } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import { findEntries } from '#app/sources/inbox/inbox-store.server.ts';
import type { Route } from './+types/inbox-decision';
import { returnTo } from './inbox-return.server.ts';

/** `/admin/inbox/{id}/snooze`: chooses the day on which it returns. The other decisions have no page. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const [entry] = await findEntries(read, [args.params.id]);
  if (args.params.decision !== 'snooze' || !entry) throw redirect('/admin/inbox');
  const tomorrow = townDayOf(townTimeInDays(now, 1, '12:00', town.timeZone), town.timeZone);
  return { title: entry.title, tomorrow };
}

/** Decides about the entry's whole stack. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [hidden('back', 'duplicate'), several('until')]);
  const { id, decision: name } = args.params;
  const { town, now } = writeContext(args);
  // In the list, the selection's choice comes first, then that of the row's button.
  const until = values.until.at(-1) ?? '';
  const read = readDecision(name, { until, duplicate: values.duplicate }, { town, now });
  if (!read.decision) return failedForm(400, { until }, { reason: read.problem });
  return returnTo(values.back, [id], await runDecision(args, [id], read.decision, { whole: true }));
}

export default function InboxDecision({ loaderData, actionData }: Route.ComponentProps) {
  const { title, tomorrow } = loaderData;
  return (
    <AdminPage
      title="Snooze"
      heading={`Snooze “${title}”`}
      parent={{ to: '/admin/inbox', label: 'Inbox' }}
      about="It returns to the inbox at 7:00 AM on this day."
      notices={actionData ? <Alert tone="danger">{actionData.reason}</Alert> : null}
    >
      <Form method="post" className="panel">
        <div className="field">
          <label htmlFor="until">Return on</label>
          <input
            className="input"
            type="date"
            id="until"
            name="until"
            required
            min={tomorrow}
            defaultValue={actionData?.values.until || tomorrow}
          />
        </div>
        <p className="actions">
          <button type="submit" className="button button--primary">
            Snooze
          </button>
          <Link className="button" to="/admin/inbox">
            Cancel
          </Link>
        </p>
      </Form>
    </AdminPage>
  );
}
