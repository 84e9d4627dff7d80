import { Form, Link, redirect, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { buildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Mark } from '#app/platform/ui/icon.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import styles from '#app/platform/ui/styles/newsletter-admin.css?url';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { resumeSchedules } from '#app/town/schedule-pause.server.ts';
import type { Route } from './+types/newsletter';
import { ObstacleAlerts } from './issue-warnings.tsx';
import { loadNewsletter, type NewsletterPage, type OpenRow, type PastRow } from './load-newsletter.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/newsletter`: what is next, the issues so far, the subscribers and the schedule. */
export function loader(args: Route.LoaderArgs) {
  return loadNewsletter(args);
}

/** Builds an issue for everyone, or without those who get it daily; with `do=resume`, schedules no longer wait. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [hidden('do')]);
  return values.do === 'resume' ? resume(args) : build(args);
}

/** Resumes the schedules that were paused when a backup was restored: those of the newsletter, and all others. */
async function resume(args: Route.ActionArgs) {
  await resumeSchedules(writeContext(args).write);
  await recordActivity(args, 'schedules-resumed');
  return redirect('/admin/newsletter', 303);
}

async function build(args: Route.ActionArgs) {
  const { write, town, now, viewer } = writeContext(args);
  const { daily } = await findNewsletterPlan(write);
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const audience = daily.on ? 'weekly' : 'everyone';
  const { issue } = await buildIssue(write, { town, now }, { by, audience });
  await recordActivity(args, 'issue-built', issue.subject);
  return redirect(`/admin/newsletter/${issue.id}`, 303);
}

export default function Newsletter({ loaderData: page }: Route.ComponentProps) {
  const { name, open, past, isFirst } = page;
  return (
    <AdminPage
      heading="Newsletter"
      about={name}
      actions={<BuildButton />}
      notices={page.removed ? <Alert tone="success">The draft was deleted.</Alert> : null}
    >
      <Problems page={page} />
      <section className="panel" aria-labelledby="next">
        <h2 id="next">Next</h2>
        {open.length === 0 ? (
          <p className="mt">
            Nothing is waiting. Build an issue from what was published since the last one, and look at it
            before anyone gets it.
          </p>
        ) : (
          <ul className="queue">
            {open.map((row) => (
              <OpenIssue row={row} key={row.id} />
            ))}
          </ul>
        )}
      </section>
      <div className="pair">
        <Subscribers page={page} />
        <Schedule page={page} />
      </div>
      <section>
        <h2 id="issues" className="mb">
          Issues so far
        </h2>
        {past.length === 0 ? <NoIssues isFirst={isFirst} /> : <PastTable rows={past} />}
        {page.next === null ? null : (
          <nav className="pager" aria-label="Pages">
            <Link className="button" to={page.next} rel="next">
              Older issues
            </Link>
          </nav>
        )}
      </section>
    </AdminPage>
  );
}

function BuildButton() {
  const isBusy = useNavigation().formAction === '/admin/newsletter';
  return (
    <Form method="post" action="/admin/newsletter">
      <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Building…' : 'Build an issue'}
      </button>
    </Form>
  );
}

function Problems({ page: { obstacles, pausedSince } }: { page: NewsletterPage }) {
  return (
    <>
      {pausedSince === null ? null : (
        <LastingAlert tone="warning">
          <p>
            A backup was restored on {pausedSince}, so scheduled issues wait. Check the dates below, then
            resume. An issue that is more than six hours late is not sent.
          </p>
          <Form method="post" action="/admin/newsletter">
            <button type="submit" className="button" name="do" value="resume">
              Resume
            </button>
          </Form>
        </LastingAlert>
      )}
      <ObstacleAlerts obstacles={obstacles} />
    </>
  );
}

function OpenIssue({ row: { id, subject, version, badge, when, unapproved } }: { row: OpenRow }) {
  return (
    <li>
      <div>
        <p className="meta">
          <span className={`badge ${badge.tone}`}>{badge.label}</span>
          <span>{when}</span>
        </p>
        <h3>
          <Link className="plain" to={`/admin/newsletter/${id}`}>
            {subject}
          </Link>
        </h3>
        {unapproved === null ? null : <p className="small">{unapproved}</p>}
      </div>
      <div className="rowlinks">
        {unapproved === null ? null : (
          <Form method="post" action={`/admin/newsletter/${id}`}>
            <input type="hidden" name="version" value={version} />
            <button type="submit" className="button button--small button--primary" name="do" value="approve">
              Approve<span className="vh">: {subject}</span>
            </button>
          </Form>
        )}
        <Link className="button button--small" to={`/admin/newsletter/${id}`}>
          Review<span className="vh">: {subject}</span>
        </Link>
      </div>
    </li>
  );
}

function Subscribers({ page: { subscribers } }: { page: NewsletterPage }) {
  const { isAdmin } = useSite();
  return (
    <section className="panel" aria-labelledby="subscribers">
      <h2 id="subscribers">Subscribers</h2>
      <p className="big mt">{subscribers.count}</p>
      {subscribers.rest ? <p className="small muted">{subscribers.rest}</p> : null}
      {isAdmin ? (
        <p className="mt">
          <Link className="button button--small" to="/admin/newsletter/subscribers">
            See subscribers
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function Schedule({ page: { schedule } }: { page: NewsletterPage }) {
  const { isAdmin } = useSite();
  const { times, review } = schedule;
  return (
    <section className="panel" aria-labelledby="schedule">
      <h2 id="schedule">Schedule</h2>
      {times.length === 0 ? (
        <p className="mt">There is no schedule: an issue is sent only when you send or schedule it.</p>
      ) : (
        <>
          <p className="mt">
            <strong>{times.join('. ')}</strong>
          </p>
          <p className="small muted">{review}</p>
        </>
      )}
      {isAdmin ? (
        <p className="mt">
          <Link className="button button--small" to="/admin/newsletter/settings">
            Newsletter settings
          </Link>
        </p>
      ) : null}
    </section>
  );
}

function NoIssues({ isFirst }: { isFirst: boolean }) {
  if (!isFirst) return <p>No older issues.</p>;
  return (
    <div className="empty">
      <Mark />
      <h3>No issues yet</h3>
      <p>What you send is listed here, with how many people got it.</p>
    </div>
  );
}

function PastTable({ rows }: { rows: PastRow[] }) {
  return (
    <div className="panel flush">
      <DataTable
        label="Issues so far"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Issue',
            cell: ({ id, number, subject }) => (
              <Link className="plain" to={`/admin/newsletter/${id}`}>
                {number === null ? '' : `${number}: `}
                {subject}
              </Link>
            ),
          },
          {
            head: 'State',
            cell: ({ badge }) => <span className={`badge ${badge.tone}`}>{badge.label}</span>,
          },
          { head: 'Date', className: 'nowrap', cell: ({ when }) => when },
          { head: 'Delivered', className: 'r', label: true, cell: ({ delivered }) => delivered },
          { head: 'Of', className: 'r', label: true, cell: ({ recipients }) => recipients },
          { head: 'Not delivered', cell: ({ trouble }) => trouble },
        ]}
      />
    </div>
  );
}
