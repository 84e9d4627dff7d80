import { Form, Link, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import type { Route } from './+types/source-page';
import { DayChart } from './day-chart.tsx';
import type { loadDecisions } from './load-decisions.server.ts';
import { loadSource, type ShownCheck } from './load-source.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/sources/{id}`: how a source is doing, and what can be done about it. */
export async function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams;
  const source = await loadSource(args, args.params.id);
  const notice: Record<string, string> = Object.fromEntries(
    ['added', 'saved', 'checking', 'checked', 'new', 'changed', 'missing', 'taken', 'split'].flatMap(
      (name) => (asked.has(name) ? [[name, asked.get(name) ?? '']] : []),
    ),
  );
  // The reason is not in the address: a link must not make this page say anything.
  const problem = asked.has('failed') ? source.checks[0]?.problem : null;
  return {
    ...source,
    notice: problem ? { ...notice, problem } : notice,
    // Its first check is seconds away.
    refreshSeconds: asked.has('added') && source.checks.length === 0 && !source.isPaused ? 5 : undefined,
  };
}

type Data = Route.ComponentProps['loaderData'];

export default function SourcePage({ loaderData }: Route.ComponentProps) {
  const { id, name, trouble, bars, firstDay, weeks, checks, checkCount, decisions, notice, badge, status } =
    loaderData;
  return (
    <AdminPage
      heading={name}
      parent={{ to: '/admin/sources', label: 'Sources' }}
      status={
        <p className="statusline">
          <span className={`badge ${badge.tone}`}>{badge.label}</span>
          {status.map((text) => (
            <span key={text}>{text}</span>
          ))}
        </p>
      }
      actions={<SourceActions {...loaderData} />}
      notices={<SourceNotices notice={notice} />}
    >
      {loaderData.refreshSeconds ? (
        <AutoRefresh address={`/admin/sources/${id}?added=1`} seconds={loaderData.refreshSeconds}>
          You can close it.
        </AutoRefresh>
      ) : null}
      {trouble ? <SourceErrorAlert id={id} trouble={trouble} /> : null}
      <div className="pair">
        <DayChart bars={bars} firstDay={firstDay} weeks={weeks} />
        <Details {...loaderData} />
      </div>
      <CheckTable checks={checks} count={checkCount} />
      <DecisionList id={id} {...decisions} />
    </AdminPage>
  );
}

function SourceActions({ id, isPaused }: Data) {
  const path = `/admin/sources/${id}`;
  const { formAction } = useNavigation();
  const isChecking = formAction === `${path}/check`;
  return (
    <div className="rowlinks">
      <Form method="post" action={`${path}/check`}>
        <button type="submit" className="button" aria-disabled={isChecking || undefined}>
          {isChecking ? 'Checking…' : 'Check now'}
        </button>
      </Form>
      <Form method="post" action={`${path}/${isPaused ? 'resumption' : 'pause'}`}>
        <button type="submit" className="button">
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </Form>
    </div>
  );
}

function Details({ id, facts }: Data) {
  return (
    <section className="panel" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <dl className="facts mt">
        {facts.map(({ label, value, href }) => [
          <dt key={`${label} name`}>{label}</dt>,
          <dd key={label}>{href ? <ExternalLink href={href}>{value}</ExternalLink> : value}</dd>,
        ])}
      </dl>
      <p className="rowlinks mt">
        <Link className="button button--small" to={`/admin/sources/${id}/change`}>
          Change
        </Link>
        <Link className="button button--small button--danger" to={`/admin/sources/${id}/removal`}>
          Remove
        </Link>
      </p>
    </section>
  );
}

/** The last checks of a source, of `count` in the last 30 days. */
function CheckTable({ checks, count }: { checks: ShownCheck[]; count: string }) {
  return (
    <section className="panel flush" aria-labelledby="checks">
      <div className="cluster between">
        <h2 id="checks">Checks</h2>
        <span className="small muted">
          {checks.length === 0 ? 'None yet' : `The last ${checks.length} of ${count} in 30 days`}
        </span>
      </div>
      {checks.length === 0 ? null : (
        <DataTable
          label="The last checks"
          rows={checks}
          keyOf={({ at }) => at}
          columns={[
            { head: 'When', cell: ({ when }) => when },
            { head: 'Result', cell: ({ tone, result }) => <span className={`badge ${tone}`}>{result}</span> },
            { head: 'Items', className: 'wide', cell: (check) => <ItemsCell {...check} /> },
            { head: 'Time', className: 'r', label: true, cell: ({ took }) => took },
          ]}
        />
      )}
    </section>
  );
}

function ItemsCell({ problem, title, href }: ShownCheck) {
  return (
    <>
      {problem ? <span className="small muted">{problem} </span> : null}
      {title && href ? <Link to={href}>{title}</Link> : title}
    </>
  );
}

/** The result of the last action, as the address of the page of a source says it. */
function SourceNotices({ notice }: { notice: Record<string, string> }) {
  const { added, saved, checking, checked, problem, taken, split } = notice;
  if (problem) return <Alert tone="danger">The check failed. {problem}</Alert>;
  if (taken)
    return (
      <Alert tone="danger">
        {messages.saveFailed} <Link to={`/admin/sources/${taken}`}>Another source</Link> has the new address
        already. Remove one of them.
      </Alert>
    );
  if (split)
    return (
      <Alert tone="success">
        They are separate again, and won’t be merged anymore.{' '}
        {split === 'waiting' ? <Link to="/admin/inbox">Review it in the inbox</Link> : null}
      </Alert>
    );
  if (added)
    return (
      <Alert tone="success">
        {messages.saved} The first items will be in the <Link to="/admin/inbox">inbox</Link> within a minute.
      </Alert>
    );
  if (checking)
    return <Alert tone="success">It is being checked. Reload this page in a minute to see the result.</Alert>;
  if (checked) return <Alert tone="success">Checked. {describe(notice)}</Alert>;
  return saved ? <Alert tone="success">{messages.saved}</Alert> : null;
}

function describe(notice: Record<string, string>): string {
  const counts = (['new', 'changed', 'missing'] as const)
    .filter((name) => Number(notice[name]) > 0)
    .map((name) => `${Number(notice[name])} ${name}`);
  return counts.length > 0 ? `${counts.join(', ')}.` : 'Nothing new.';
}

type MailFault = NonNullable<Awaited<ReturnType<typeof loadSource>>['trouble']>;

/** What is wrong with a source, and the likeliest fix as a button. */
function SourceErrorAlert({ id, trouble }: { id: string; trouble: MailFault }) {
  const { tone, message, stays, newAddress, mayHaveMoved, canResume } = trouble;
  const path = `/admin/sources/${id}`;
  return (
    <LastingAlert tone={tone}>
      <p>
        {message}
        {stays || newAddress ? (
          <span className="light">
            <br />
            {stays} {newAddress ? `Its new address seems to be ${newAddress}` : ''}
          </span>
        ) : null}
      </p>
      {newAddress ? (
        <Form method="post" action={`${path}/resumption`}>
          <button type="submit" className="button">
            Use the new address
          </button>
        </Form>
      ) : null}
      {canResume && !newAddress ? (
        <Form method="post" action={`${path}/resumption`}>
          <button type="submit" className="button">
            Start checking again
          </button>
        </Form>
      ) : null}
      {mayHaveMoved ? (
        <Link className="button" to={`${path}/address`}>
          Look for a new address
        </Link>
      ) : null}
    </LastingAlert>
  );
}

type Decisions = Awaited<ReturnType<typeof loadDecisions>>;

/** What was decided about the items of a source, with a way to take merges back. */
function DecisionList({ id, merged, edited }: Decisions & { id: string }) {
  if (merged.length === 0 && edited.length === 0) return null;
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">Your decisions about its items</h2>
      <ul className="agate mt">
        {edited.map(({ href, title, fields, day }) => (
          <li key={href}>
            <Link to={href}>“{title}”</Link>: you edited the {fields}, so updates won’t change{' '}
            {fields.includes(' and ') ? 'them' : 'it'}. <span className="muted">{day}</span>
          </li>
        ))}
        {merged.map((item) => (
          <MergedLine id={id} item={item} key={item.ownId} />
        ))}
      </ul>
    </section>
  );
}

function MergedLine({ id, item }: { id: string; item: Decisions['merged'][number] }) {
  const { ownId, collection, title, other, source, href, how, day } = item;
  return (
    <li>
      <Form method="post" action={`/admin/sources/${id}/split`} className="cluster between">
        <span>
          “{title}” and <Link to={href}>“{other}”</Link>
          {source ? ` of ${source}` : ''}: merged{how}. <span className="muted">{day}</span>
        </span>
        <input type="hidden" name="collection" value={collection} />
        <input type="hidden" name="item" value={ownId} />
        <button type="submit" className="button button--small">
          Not a duplicate
          <span className="vh">: {title}</span>
        </button>
      </Form>
    </li>
  );
}
