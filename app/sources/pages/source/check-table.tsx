import { Link } from 'react-router';
import { PhoneTable } from '#app/desk/list/phone-table.tsx';
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
        <PhoneTable label="The last checks" columns={['When', 'Result', 'Items', 'Time']} numbers={['Time']}>
          {checks.map((check) => (
            <CheckLine check={check} key={check.at} />
          ))}
        </PhoneTable>
      )}
    </section>
  );
}

function CheckLine({ check }: { check: ShownCheck }) {
  const { when, tone, result, problem, title, href, took } = check;
  return (
    <tr>
      <th scope="row">{when}</th>
      <td>
        <span className={`badge ${tone}`}>{result}</span>
      </td>
      <td className="wide">
        {problem ? <span className="small muted">{problem} </span> : null}
        {title && href ? <Link to={href}>{title}</Link> : title}
      </td>
      <td className="r" data-label="Time">
        {took}
      </td>
    </tr>
  );
}
