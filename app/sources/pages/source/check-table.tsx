import { Link } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { ShownCheck } from './load-source.server.ts';

/** The last checks of a source, of `count` in the last 30 days. */
export function CheckTable({ checks, count }: { checks: ShownCheck[]; count: string }) {
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
