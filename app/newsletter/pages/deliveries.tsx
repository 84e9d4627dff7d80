import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { CountFilters } from '#app/desk/list/count-filters.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import type { DeliveriesPage, DeliveryRow } from './load-deliveries.server.ts';

type DeliveriesProps = { page: DeliveriesPage; notices: ReactNode };

/** What became of each email of an issue: while it is sent, the page follows. */
export function Deliveries({ page, notices }: DeliveriesProps) {
  const { heading, held, ended, recipients, rows, next, isFirst } = page;
  return (
    <AdminPage
      className="stack-lg deliveries"
      heading={heading}
      parent={{ to: '/admin/newsletter', label: 'Newsletter' }}
      status={<Status page={page} />}
      actions={page.isSending ? <PauseButton page={page} /> : null}
      notices={notices}
    >
      {ended === null ? null : (
        <LastingAlert tone="warning">
          <p>
            This issue was not sent. {ended} <Link to="/admin/newsletter">Build a new one</Link>
          </p>
        </LastingAlert>
      )}
      {page.trouble === null ? null : (
        <LastingAlert tone="danger">
          <p>{page.trouble}</p>
        </LastingAlert>
      )}
      {held === null ? null : (
        <LastingAlert tone="warning">
          <p>{held}</p>
        </LastingAlert>
      )}
      {recipients === 0 ? (
        <Refreshing page={page} />
      ) : (
        <>
          <Progress page={page} />
          <div className="alert is-info">
            <Icon name="info" />
            <p className="grow light">
              Each subscriber has one entry in the log, written before the email is sent. If the server stops
              partway, sending picks up where it left off. No one gets the issue twice.
            </p>
          </div>
          <Unknown page={page} />
          <section aria-labelledby="log">
            <h2 id="log" className="mb">
              Delivery log
            </h2>
            <CountFilters label="Filter log" filters={page.filters} />
            {rows.length === 0 ? <p className="mt">None.</p> : <Log rows={rows} />}
            <nav className="pager" aria-label="Pages">
              {isFirst ? null : <Link to={currentFilter(page)}>First page</Link>}
              {next === null ? null : (
                <Link className="button" rel="next" to={next}>
                  Next
                  <Icon name="next" />
                </Link>
              )}
            </nav>
          </section>
          <p className="small muted">Addresses are shortened here. We don’t track opens or clicks.</p>
        </>
      )}
    </AdminPage>
  );
}

function currentFilter({ filters, id }: DeliveriesPage): string {
  return filters.find(({ isCurrent }) => isCurrent)?.href ?? `/admin/newsletter/${id}`;
}

function Status({ page: { subject, badge, progress, webEdition } }: { page: DeliveriesPage }) {
  return (
    <>
      <p>{subject}</p>
      <p className="statusline">
        <span className={`badge ${badge.tone}`}>{badge.label}</span>
        <span>{progress}</span>
        {webEdition === null ? null : <a href={webEdition}>Web edition</a>}
        {webEdition === null ? null : <a href={`${webEdition}/paper`}>Paper edition</a>}
      </p>
    </>
  );
}

function PauseButton({ page: { id, held } }: { page: DeliveriesPage }) {
  return (
    <Form method="post" action={`/admin/newsletter/${id}`}>
      {held === null ? (
        <button type="submit" className="button button--danger" name="do" value="stop">
          <Icon name="pause" />
          Stop sending
        </button>
      ) : (
        <button type="submit" className="button button--primary" name="do" value="resume">
          Resume sending
        </button>
      )}
    </Form>
  );
}

function Progress({ page }: { page: DeliveriesPage }) {
  const { summary, recipients, settled, tallies } = page;
  return (
    <section className="panel" aria-labelledby="progress">
      <h2 id="progress">{summary}</h2>
      <progress className="mt" max={recipients} value={settled} aria-label="Emails processed">
        {Math.floor((100 * settled) / recipients)} %
      </progress>
      <Refreshing page={page} />
      <dl className="tallies mt">
        {tallies.map(({ label, count, tone }) => (
          <div className={tone || undefined} key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Refreshing({ page: { id, refreshSeconds: seconds } }: { page: DeliveriesPage }) {
  if (!seconds) return null;
  return (
    <AutoRefresh address={`/admin/newsletter/${id}`} seconds={seconds}>
      You can close it; sending continues.
    </AutoRefresh>
  );
}

function Unknown({ page: { id, unknown } }: { page: DeliveriesPage }) {
  if (unknown.count === 0) return null;
  return (
    <section className="panel" aria-labelledby="unknown">
      <h2 id="unknown">What “Unknown” means</h2>
      <p className="mt">
        The email was handed over, and the connection was lost before the mail server confirmed it. It may
        have arrived. It is never sent again automatically, because that person could get it twice.
      </p>
      <p className="mt">
        <Link className="button button--small" to={`/admin/newsletter/${id}/resend`}>
          {unknown.count === 1 ? 'Send it again…' : `Send all ${unknown.words} again…`}
        </Link>
      </p>
    </section>
  );
}

function Log({ rows }: { rows: DeliveryRow[] }) {
  return (
    <div className="panel flush mt">
      <DataTable
        label="Emails of this issue"
        rows={rows}
        keyOf={({ key }) => key}
        columns={[
          {
            head: 'Subscriber',
            cell: ({ href, address }) => (
              <Link className="plain" to={href}>
                {address}
              </Link>
            ),
          },
          {
            head: 'State',
            cell: ({ badge }) => <span className={`badge ${badge.tone}`}>{badge.label}</span>,
          },
          { head: 'Time', className: 'nowrap', cell: ({ when }) => when },
          { head: 'Server response', className: 'wide', cell: (row) => <ResponseCell {...row} /> },
        ]}
      />
    </div>
  );
}

function ResponseCell({ response, resend, address }: DeliveryRow) {
  return (
    <>
      {response}{' '}
      {resend === null ? null : (
        <Link to={resend}>
          Send again…<span className="vh"> to {address}</span>
        </Link>
      )}
    </>
  );
}
