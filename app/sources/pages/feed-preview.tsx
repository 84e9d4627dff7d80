import { DataTable } from '#app/desk/list/data-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Preview } from './preview-rows.server.ts';

/** What would be imported, and a button that shows it again for what is chosen in the form. */
export function FeedPreview({ heading, kind, rows, remarks, notes }: Preview & { notes: string[] }) {
  const isDated = kind === 'dates';
  return (
    <>
      <section className="panel flush field" aria-labelledby="preview">
        <div className="cluster between">
          <h2 id="preview">{heading}</h2>
          <button
            type="submit"
            formMethod="get"
            formAction="/admin/sources/add"
            formNoValidate
            className="button button--small"
          >
            Show what is chosen
          </button>
        </div>
        {rows.length > 0 ? (
          <DataTable
            label="As they would be imported"
            rows={rows}
            keyOf={({ key }) => key}
            columns={[
              {
                head: 'Title',
                cell: ({ title, reason }) => (
                  <>
                    {title}
                    {reason ? <small>{reason}</small> : null}
                  </>
                ),
              },
              { head: isDated ? 'When' : 'Published', className: 'nowrap', cell: ({ when }) => when },
              isDated && { head: 'Where', cell: ({ where }) => where },
              {
                head: 'Status',
                cell: ({ badge }) => <span className={`badge ${badge.tone}`.trim()}>{badge.label}</span>,
              },
            ]}
          />
        ) : (
          <p>It has nothing to import at the moment. What it lists later will arrive.</p>
        )}
      </section>
      {remarks.length > 0 ? (
        <div className="alert is-info field">
          <Icon name="info" />
          <div>
            {remarks.map((remark) => (
              <p className="light" key={remark}>
                {remark}
              </p>
            ))}
          </div>
        </div>
      ) : null}
      {notes.length > 0 ? (
        <details className="fold field">
          <summary>
            {notes.length === 1 ? 'A note' : `${notes.length} notes`} about what could be read
          </summary>
          <ul className="fold__body">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
