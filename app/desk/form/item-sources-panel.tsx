import { Form, Link } from 'react-router';
import type { ItemSources } from './item-sources.server.ts';

type PanelProps = { name: string; id: string; sources: ItemSources | null };

/** Where an item comes from, what its editors changed, and what its sources say now. Works without JavaScript. */
export function ItemSourcesPanel({ name, id, sources }: PanelProps) {
  if (!sources) return null;
  const { credits, note, isRefused, changes } = sources;
  return (
    <section className="panel mb" aria-labelledby="item-sources">
      <h2 id="item-sources">From sources</h2>
      {isRefused ? (
        <p className="alert is-warning" role="alert">
          Nothing was changed: the item or its source has changed, or the item can’t have that value.
        </p>
      ) : null}
      <ul className="agate">
        {credits.map(({ source, name: title, link }) => (
          <li key={source}>
            <Link to={`/admin/sources/${source}`}>{title}</Link>
            {link ? ' · ' : null}
            {link ? (
              <a href={link} target="_blank" rel="noopener noreferrer">
                Its page there<span className="vh"> (opens in a new tab)</span>
              </a>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="small muted">{note}</p>
      {changes.map(({ field, label, question }) => (
        <Form method="post" action={`/admin/${name}/${id}/source`} className="mt" key={field}>
          <input type="hidden" name="field" value={field} />
          <p>{question}</p>
          <p className="cluster">
            {[
              ['source', 'Use the source’s'],
              ['mine', 'Keep mine'],
            ].map(([choice, text]) => (
              <button
                key={choice}
                type="submit"
                className="button button--small"
                name="choice"
                value={choice}
              >
                {text}
                <span className="vh">: {label}</span>
              </button>
            ))}
          </p>
        </Form>
      ))}
    </section>
  );
}
