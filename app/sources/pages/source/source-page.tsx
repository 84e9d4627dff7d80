import { Form, Link, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import type { Route } from './+types/source-page';
import { CheckTable } from './check-table.tsx';
import { DayChart } from './day-chart.tsx';
import { DecisionList } from './decision-list.tsx';
import { loadSource } from './load-source.server.ts';
import { SourceErrorAlert } from './source-error-alert.tsx';
import { SourceNotices } from './source-notices.tsx';

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
