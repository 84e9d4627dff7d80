import { Link } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { NamedProblem } from '#app/moving/import/pages/name-kept.server.ts';

type ProblemsTableProps = {
  label: string;
  problems: NamedProblem[];
  /** The reason of all of them is said above. */
  isSame?: boolean;
};

/** Records with their place in the file, their title if they have one, and the reason. */
export function ProblemsTable({ label, problems, isSame = false }: ProblemsTableProps) {
  const isTitled = problems.some(({ title }) => title !== '');
  return (
    <DataTable
      label={label}
      rows={problems}
      keyOf={({ number }) => number}
      columns={[
        {
          head: 'Record',
          className: 'record',
          isHeading: false,
          cell: ({ record, file }) => (
            <>
              <code className="small">{record || file}</code>
              {record ? <small>{file}</small> : null}
            </>
          ),
        },
        isTitled && {
          head: 'Title',
          isHeading: true,
          cell: ({ title, href }) => (href ? <Link to={href}>{cut(title)}</Link> : cut(title) || <NoTitle />),
        },
        !isSame && {
          head: 'Reason',
          className: 'wide',
          cell: ({ field, problem }) =>
            field && !problem.includes(field) ? `${field}: ${problem}` : problem,
        },
      ]}
    />
  );
}

const TITLE_CHARACTERS = 80;

function cut(title: string): string {
  return title.length > TITLE_CHARACTERS ? `${title.slice(0, TITLE_CHARACTERS - 1)}…` : title;
}

function NoTitle() {
  return (
    <>
      –<span className="vh">No title</span>
    </>
  );
}
