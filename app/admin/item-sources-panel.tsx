import { Form, Link } from 'react-router';
import { Alert } from '#app/ui/alert.tsx';
import { ExternalLink } from '#app/ui/external-link.tsx';
import type { ItemSources } from './item-sources.server.ts';

const list = new Intl.ListFormat('en-US');

/** Where an item comes from, what its editors changed, and what its sources say now. Works without JavaScript. */
export function ItemSourcesPanel({
  name,
  id,
  sources,
}: {
  name: string;
  id: string;
  sources: ItemSources | null;
}) {
  if (!sources) return null;
  const { credits, confirmed, isUnconfirmed, edited, changes } = sources;
  return (
    <section className="panel mb" aria-labelledby="item-sources">
      <h2 id="item-sources">From sources</h2>
      {sources.isRefused ? (
        <Alert tone="warning">
          Nothing was changed: the item or its source has changed meanwhile, or the item can’t have that
          value.
        </Alert>
      ) : null}
      <ul className="agate">
        {credits.map(({ source, name: title, link }) => (
          <li key={source}>
            <Link to={`/admin/sources/${source}`}>{title}</Link>
            {link ? (
              <>
                {' · '}
                <ExternalLink href={link}>Its page there</ExternalLink>
              </>
            ) : null}
          </li>
        ))}
      </ul>
      <p className="small muted">
        {isUnconfirmed ? 'No longer listed. ' : null}
        {confirmed ? `Last confirmed ${confirmed}. ` : null}
        {edited.length > 0
          ? `You edited the ${list.format(edited)}, so updates won’t change ${edited.length > 1 ? 'them' : 'it'}.`
          : null}
      </p>
      {changes.map((change) => (
        <Form method="post" action={`/admin/${name}/${id}/source`} className="mt" key={change.field}>
          <input type="hidden" name="field" value={change.field} />
          <p>
            {isUnconfirmed && change.field === 'status' ? (
              'Its sources no longer list this event. It may be cancelled.'
            ) : (
              <>
                <b>{change.label}</b>: the source now says “{change.text}”
              </>
            )}
          </p>
          <p className="cluster">
            <button type="submit" className="button button--small" name="choice" value="source">
              Use the source’s<span className="vh">: {change.label}</span>
            </button>
            <button type="submit" className="button button--small" name="choice" value="mine">
              Keep mine<span className="vh">: {change.label}</span>
            </button>
          </p>
        </Form>
      ))}
    </section>
  );
}
