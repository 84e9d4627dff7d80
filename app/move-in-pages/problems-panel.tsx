import { CountFilters } from '#app/admin/count-filters.tsx';
import { PhoneTable } from '#app/admin/phone-table.tsx';
import { roles } from '#app/admin/table-roles.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { ProblemsPage } from './load-report.server.ts';
import { NextPage } from './next-page.tsx';

const headings = { refused: 'Rejected, and why', doubtful: 'Check these' };

type ProblemsPanelProps = { id: string; page: ProblemsPage; title?: string };

/** The records that are not imported, or not as they were, with their place in the file and the reason. */
export function ProblemsPanel({ id, page, title }: ProblemsPanelProps) {
  const { verdict, problems, filters, isFirst, firstHref, nextHref } = page;
  if (problems.length === 0 && isFirst)
    return page.isDeleted ? (
      <p className="muted" id="rejected">
        The list of these records was deleted 7 days after the import.
      </p>
    ) : null;
  const heading = title ?? headings[verdict];
  return (
    <section aria-labelledby="rejected">
      <CountFilters label="Records to check" filters={filters} />
      <div className="panel flush">
        <div className="cluster between">
          <h2 id="rejected">{heading}</h2>
          <a
            className="button button--small"
            href={`/admin/move-in/${id}/rejected.csv`}
            download="rejected.csv"
          >
            <Icon name="download" />
            Download the list
          </a>
        </div>
        <PhoneTable label="Records and reasons" columns={['Record', 'Title', 'Reason']}>
          {problems.map(({ number, file, record, title, field, problem }) => (
            <tr {...roles.row} key={number}>
              <td {...roles.cell} className="record">
                <code className="small">{record || file}</code>
                {record ? <small>{file}</small> : null}
              </td>
              <th scope="row" {...roles.rowHeader}>
                {title || (
                  <>
                    –<span className="vh">No title</span>
                  </>
                )}
              </th>
              <td {...roles.cell} className="wide">
                {field && !problem.includes(field) ? `${field}: ` : ''}
                {problem}
              </td>
            </tr>
          ))}
        </PhoneTable>
      </div>
      <NextPage first={isFirst ? null : firstHref} next={nextHref} />
    </section>
  );
}
