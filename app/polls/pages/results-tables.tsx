import type { ResultRow, ResultsFacts, ResultTable } from '#app/polls/results.ts';

/** Results as tables of text; the bars show the same visually. */
export function ResultsTables({ tables, hasSeveralChoices }: ResultsFacts) {
  return (
    <section id="results" className="stack-lg" aria-label="Results">
      {tables.map((table) => (
        <ResultsTable key={table.caption} {...table} />
      ))}
      {hasSeveralChoices ? (
        <p className="small muted">
          People could choose several answers, so each share is a percentage of voters.
        </p>
      ) : null}
    </section>
  );
}

function ResultsTable({ caption, rows }: ResultTable) {
  return (
    <table className="results">
      <caption>{caption}</caption>
      <thead className="vh">
        <tr>
          <th scope="col">Answer</th>
          <th scope="col">Votes</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      {rows.map((row) => (
        <Answer key={row.id} {...row} />
      ))}
    </table>
  );
}

function Answer({ text, votes, share, width, isTop, isOwn }: ResultRow) {
  return (
    <tbody className={isTop ? 'top' : undefined}>
      <tr>
        <th scope="row">
          {text}
          {isOwn ? (
            <>
              {' '}
              <small>Your vote</small>
            </>
          ) : null}
        </th>
        <td className="muted">{votes}</td>
        <td>
          <strong>{share}</strong>
        </td>
      </tr>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: no row of a table takes the focus */}
      <tr className="bar" aria-hidden="true">
        <td colSpan={3}>
          <svg preserveAspectRatio="none" aria-hidden="true">
            <rect width={width} height="100%" />
          </svg>
        </td>
      </tr>
    </tbody>
  );
}
