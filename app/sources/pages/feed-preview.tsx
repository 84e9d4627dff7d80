import { PhoneTable } from '#app/desk/list/phone-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { Preview, PreviewRow } from './preview-rows.server.ts';

/** What would be imported, and a button that shows it again for what is chosen in the form. */
export function FeedPreview({ heading, kind, rows, remarks, notes }: Preview & { notes: string[] }) {
  const columns = kind === 'dates' ? ['Title', 'When', 'Where', 'Status'] : ['Title', 'Published', 'Status'];
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
          <PhoneTable label="As they would be imported" columns={columns}>
            {rows.map((row) => (
              <PreviewLine row={row} kind={kind} key={row.key} />
            ))}
          </PhoneTable>
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

function PreviewLine({ row, kind }: { row: PreviewRow; kind: Preview['kind'] }) {
  const { title, when, where, badge, reason } = row;
  return (
    <tr>
      <th scope="row">
        {title}
        {reason ? <small>{reason}</small> : null}
      </th>
      <td className="nowrap">{when}</td>
      {kind === 'dates' ? <td>{where}</td> : null}
      <td>
        <span className={`badge ${badge.tone}`.trim()}>{badge.label}</span>
      </td>
    </tr>
  );
}
