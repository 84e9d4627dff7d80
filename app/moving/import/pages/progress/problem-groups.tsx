import { Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { NextPage } from '#app/moving/import/pages/import-frame.tsx';
import type { ImportRunPage } from '#app/moving/import/pages/load-import.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { ProblemGroups as Groups, NamedProblem, ProblemRow } from './load-problems.server.ts';

/** `isInForm`: the lists of all records are buttons of the form around, which keeps its choices. */
type ProblemGroupsProps = { id: string; groups: Groups; isInForm?: boolean };

/** What has to be decided, and what is not imported or only with a change: a row for each class of problems. */
export function ProblemGroups({ id, groups, isInForm = false }: ProblemGroupsProps) {
  const parts = groups.flatMap(({ rows }) => rows.flatMap((row) => row.parts));
  const isDeleted = parts.length > 0 && parts.every(({ names }) => names === '');
  return (
    <>
      {groups.map(({ id: group, heading, rows }, at) => (
        <section className="panel" aria-labelledby={group} key={group}>
          <div className="cluster between">
            <h2 id={group}>
              {heading} <span className="num muted">({rows.length})</span>
            </h2>
            {at === 0 && !isDeleted ? (
              <a
                className="button button--small"
                href={`/admin/move-in/${id}/rejected.csv`}
                download="rejected.csv"
              >
                <Icon name="download" />
                Download the list
              </a>
            ) : null}
          </div>
          <ul className="queue">
            {rows.map((row) => (
              <Row row={row} isInForm={isInForm} key={row.class} />
            ))}
          </ul>
        </section>
      ))}
      {isDeleted ? (
        <p className="muted">The list of these records was deleted 7 days after the import.</p>
      ) : null}
    </>
  );
}

type RowProps = { row: ProblemRow; isInForm: boolean };

function Row({ row: { class: name, words, count, decision, parts }, isInForm }: RowProps) {
  const isRadio = decision?.choices.some(({ value }) => value === 'replace') === true;
  const field = `choice-${name}`;
  const heading = (
    <>
      {words} <span className="num muted">· {count}</span>
    </>
  );
  return (
    <li className="problems">
      {isRadio ? null : <h3>{decision ? <label htmlFor={field}>{heading}</label> : heading}</h3>}
      {decision && !isRadio ? (
        <select className="input" id={field} name={field} defaultValue={decision.chosen}>
          {decision.choices.map(({ value, label }) => (
            <option value={value} key={value}>
              {label}
            </option>
          ))}
        </select>
      ) : null}
      {decision && isRadio ? (
        <fieldset className="field">
          <legend>{heading}</legend>
          {decision.choices.map(({ value, label }) => {
            const [text = '', hint] = label.split('. ');
            return (
              <label className="choice" key={value}>
                <input type="radio" name={field} value={value} defaultChecked={value === decision.chosen} />
                <span>
                  {text}
                  {hint ? <span className="hint">{hint}</span> : null}
                </span>
              </label>
            );
          })}
        </fieldset>
      ) : null}
      {parts.map((part) => (
        <Part label={words} part={part} isInForm={isInForm} key={part.verdict} />
      ))}
    </li>
  );
}

/** The first records, folded, and the way to all of them. */
type PartProps = { label: string; part: ProblemRow['parts'][number]; isInForm: boolean };

function Part({ label, part, isInForm }: PartProps) {
  const { names, reason, isSame, problems, list, listHref, all } = part;
  if (names === '') return null;
  return (
    <div className="problems__part">
      {reason ? <p className="small muted">{reason}.</p> : null}
      <details className="fold">
        <summary>{names}</summary>
        <ProblemsTable label={label} problems={problems} isSame={isSame} />
        {list ? (
          <p className="mt">
            {isInForm ? (
              <button type="submit" name="list" value={list} className="button button--small">
                Show all {all}
              </button>
            ) : (
              <a href={listHref}>Show all {all}</a>
            )}
          </p>
        ) : null}
      </details>
    </div>
  );
}

type ProblemsTableProps = {
  label: string;
  problems: NamedProblem[];
  /** The reason of all of them is said above. */
  isSame?: boolean;
};

/** Records with their place in the file, their title if they have one, and the reason. */
function ProblemsTable({ label, problems, isSame = false }: ProblemsTableProps) {
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

/** All records of one class of problems, page by page. */
export function ProblemListView({ page }: { page: Extract<ImportRunPage, { kind: 'list' }> }) {
  const { id, from, words, count, most, problems, firstHref, nextHref } = page;
  return (
    <AdminPage
      heading={
        <>
          {words} <span className="num muted">· {count}</span>
        </>
      }
      title="Import"
      parent={{ to: `/admin/move-in/${id}`, label: 'Back to the import' }}
      about={`${from}${most ? `. The list has the first ${most}.` : ''}`}
    >
      {problems.length > 0 ? (
        <div className="panel flush">
          <ProblemsTable label={words} problems={problems} />
        </div>
      ) : (
        <p className="muted">The list of these records was deleted 7 days after the import.</p>
      )}
      <NextPage first={firstHref} next={nextHref} />
    </AdminPage>
  );
}
