import { Form, Link, useNavigation } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { ImportFrame, Outcome, SampleTownNote } from '#app/moving/import/pages/import-frame.tsx';
import type { ImportRunPage } from '#app/moving/import/pages/load-import.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { ProblemGroups } from './problem-groups.tsx';

type Report = Extract<ImportRunPage, { kind: 'report' }>;

/** What a dry run found, what has to be decided, what is not imported and why, and the button that imports. */
export function ReportView({ page }: { page: Report }) {
  const { id, from, took } = page;
  return (
    <ImportFrame about={`${from}. Nothing has changed yet.`} step={1}>
      <Outcome incomplete={page.incomplete}>
        The dry run finished in {took}. <span className="light">{page.outcome}</span>
      </Outcome>
      {page.sampleTown ? (
        <div className="alert is-info" role="note">
          <Icon name="info" />
          <p>
            <SampleTownNote words={page.sampleTown} />
          </p>
        </div>
      ) : null}
      <Kinds page={page} />
      <Form method="post" action={`/admin/move-in/${id}`} className="stack-lg">
        <input type="hidden" name="version" value={page.version} />
        {page.feedKinds ? <FeedKinds kinds={page.feedKinds} /> : null}
        <ProblemGroups id={id} groups={page.groups} isInForm />
        <GoodToKnow facts={page.facts} />
        <ImportPanel page={page} />
      </Form>
    </ImportFrame>
  );
}

function FeedKinds({ kinds }: { kinds: NonNullable<Report['feedKinds']> }) {
  return (
    <fieldset className="panel panel--plain field">
      <legend>What are the items of the feed?</legend>
      <div className="cluster">
        {kinds.map(({ kind, label, isChosen }) => (
          <label className="check" key={kind}>
            <input type="radio" name="feed-items" value={kind} defaultChecked={isChosen} />
            {label}
          </label>
        ))}
        <button type="submit" className="button button--small" name="do" value="dry-run">
          Change, and repeat the dry run
        </button>
      </div>
    </fieldset>
  );
}

function GoodToKnow({ facts }: Pick<Report, 'facts'>) {
  if (facts.length === 0) return null;
  return (
    <section aria-labelledby="good">
      <h2 id="good">Good to know</h2>
      <ul className="agate mt">
        {facts.map(({ about, words }) => (
          <li key={about}>
            <strong>{about}:</strong> {words}
          </li>
        ))}
      </ul>
    </section>
  );
}
function Kinds({ page: { kinds, isAnySkipped } }: { page: Report }) {
  if (kinds.length === 0) return <p>The files contain no records that can be imported.</p>;
  return (
    <section className="panel flush" aria-labelledby="found">
      <div className="cluster between">
        <h2 id="found">What we found</h2>
      </div>
      <DataTable
        label="Counts by type"
        className="data data--narrow"
        rows={kinds}
        keyOf={({ kind }) => kind}
        columns={[
          { head: 'Type', cell: ({ label }) => label },
          { head: 'Found', className: 'r', cell: ({ found }) => found },
          { head: 'Ready', className: 'r', cell: ({ ready }) => ready },
          isAnySkipped && { head: 'Skipped', className: 'r', cell: ({ skipped }) => skipped },
          {
            head: 'Rejected',
            className: 'r',
            cell: ({ refused, isRefused }) =>
              isRefused ? <span className="badge is-warning">{refused}</span> : refused,
          },
        ]}
      />
    </section>
  );
}

/** The button that imports with the choices above; of incomplete files, it is the second choice. */
function ImportPanel({ page }: { page: Report }) {
  const { id, ready, readyWords, pictures } = page;
  const isBusy = useNavigation().state === 'submitting';
  const { isAnyReady } = page;
  const isAny = isAnyReady || page.groups.some((group) => group.id === 'decide');
  const isIncomplete = page.incomplete.length > 0;
  const records = `${readyWords} ${ready === 1 ? 'record' : 'records'}${isIncomplete ? ' anyway' : ''}`;
  const startOver = (
    <Link className={isIncomplete ? 'button button--primary' : 'button'} to={`/admin/move-in?instead=${id}`}>
      Start over with other files
    </Link>
  );
  return (
    <section className="panel" aria-labelledby="import">
      <h2 id="import">Import</h2>
      {isAnyReady ? null : (
        <p className="mt">
          There is nothing new to import
          {isAny ? ', unless you choose otherwise above.' : '. Everything in these files is here already.'}
        </p>
      )}
      {isAny && pictures !== null ? <PicturesField value={pictures} /> : null}
      <div className="actions">
        {isIncomplete ? startOver : null}
        {isAny ? (
          <button
            type="submit"
            name="do"
            value="import"
            className={isIncomplete || !isAnyReady ? 'button' : 'button button--primary'}
            aria-disabled={isBusy || undefined}
          >
            {isBusy ? 'Starting…' : ready > 0 ? `Import ${records}` : 'Import with these choices'}
          </button>
        ) : null}
        {isIncomplete ? null : startOver}
        {page.hasTable ? (
          <Link className="button" to={`/admin/move-in/${id}/mapping`}>
            Change the columns
          </Link>
        ) : null}
      </div>
      <p className="small muted mt">
        The site stays up. You can run it again later without creating duplicates.
      </p>
    </section>
  );
}

function PicturesField({ value }: { value: string }) {
  return (
    <div className="field mt">
      <label htmlFor="pictures">Pictures of the old site</label>
      <select className="input" id="pictures" name="pictures" defaultValue={value}>
        <option value="fetch">Copy them to this site</option>
        <option value="keep">Leave them on the old site, which has to stay online</option>
      </select>
    </div>
  );
}
