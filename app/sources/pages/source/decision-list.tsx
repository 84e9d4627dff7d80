import { Form, Link } from 'react-router';
import type { loadDecisions } from './load-decisions.server.ts';

type Decisions = Awaited<ReturnType<typeof loadDecisions>>;

/** What was decided about the items of a source, with a way to take merges back. */
export function DecisionList({ id, merged, edited }: Decisions & { id: string }) {
  if (merged.length === 0 && edited.length === 0) return null;
  return (
    <section aria-labelledby="decisions">
      <h2 id="decisions">Your decisions about its items</h2>
      <ul className="agate mt">
        {edited.map(({ href, title, fields, day }) => (
          <li key={href}>
            <Link to={href}>“{title}”</Link>: you edited the {fields}, so updates won’t change{' '}
            {fields.includes(' and ') ? 'them' : 'it'}. <span className="muted">{day}</span>
          </li>
        ))}
        {merged.map((item) => (
          <MergedLine id={id} item={item} key={item.ownId} />
        ))}
      </ul>
    </section>
  );
}

function MergedLine({ id, item }: { id: string; item: Decisions['merged'][number] }) {
  const { ownId, collection, title, other, source, href, how, day } = item;
  return (
    <li>
      <Form method="post" action={`/admin/sources/${id}/split`} className="cluster between">
        <span>
          “{title}” and <Link to={href}>“{other}”</Link>
          {source ? ` of ${source}` : ''}: merged{how}. <span className="muted">{day}</span>
        </span>
        <input type="hidden" name="collection" value={collection} />
        <input type="hidden" name="item" value={ownId} />
        <button type="submit" className="button button--small">
          Not a duplicate
          <span className="vh">: {title}</span>
        </button>
      </Form>
    </li>
  );
}
