import { Link } from 'react-router';
import type { ImportRunPage } from '#app/moving/import/pages/load-import.server.ts';
import { NextPage } from '#app/moving/import/pages/next-page.tsx';
import { ProblemsTable } from './problems-table.tsx';

/** All records of one class of problems, page by page. */
export function ProblemListView({ page }: { page: Extract<ImportRunPage, { kind: 'list' }> }) {
  const { id, from, words, count, most, problems, firstHref, nextHref } = page;
  return (
    <div className="stack-lg">
      <header>
        <p>
          <Link to={`/admin/move-in/${id}`}>Back to the import</Link>
        </p>
        <h1>
          {words} <span className="num muted">· {count}</span>
        </h1>
        <p className="muted">
          {from}
          {most ? `. The list has the first ${most}.` : ''}
        </p>
      </header>
      {problems.length > 0 ? (
        <div className="panel flush">
          <ProblemsTable label={words} problems={problems} />
        </div>
      ) : (
        <p className="muted">The list of these records was deleted 7 days after the import.</p>
      )}
      <NextPage first={firstHref} next={nextHref} />
    </div>
  );
}
