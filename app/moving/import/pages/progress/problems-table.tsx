import { Link } from 'react-router';
import { PhoneTable } from '#app/desk/list/phone-table.tsx';
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
  const columns = ['Record', ...(isTitled ? ['Title'] : []), ...(isSame ? [] : ['Reason'])];
  return (
    <PhoneTable label={label} columns={columns}>
      {problems.map(({ number, file, record, title, field, problem, href }) => (
        <tr key={number}>
          <td className="record">
            <code className="small">{record || file}</code>
            {record ? <small>{file}</small> : null}
          </td>
          {isTitled ? (
            <th scope="row">{href ? <Link to={href}>{cut(title)}</Link> : cut(title) || <NoTitle />}</th>
          ) : null}
          {isSame ? null : (
            <td className="wide">
              {field && !problem.includes(field) ? `${field}: ` : ''}
              {problem}
            </td>
          )}
        </tr>
      ))}
    </PhoneTable>
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
