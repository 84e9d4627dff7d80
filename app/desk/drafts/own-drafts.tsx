import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { inMenuOrder } from '#app/desk/hub/menu-order.ts';
import { RowPanel } from '#app/desk/hub/row-panel.tsx';
import { capitalize } from '#app/items/collection/capitalize.ts';
import { isOpenToContributors } from '#app/items/drafts/check-saver.server.ts';
import { type Contribution, listContributions } from '#app/items/drafts/contribution-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { formatShortDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/own-drafts';

const MOST_SHOWN = 200;

/** `/admin/drafts`: what a contributor has written, and what became of it. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, viewer, collections } = readContext(args);
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId;
  const drafts = await listContributions(read, userId, MOST_SHOWN);
  return {
    rows: drafts.map((draft) => rowOf(draft, collections[draft.collection]?.singular ?? '', town)),
    written: inMenuOrder(collections)
      .filter(isOpenToContributors)
      .map(({ name, singular }) => ({ name, label: capitalize(singular) })),
  };
}

const states = {
  draft: { word: 'Draft', tone: 'warning' },
  'handed-in': { word: 'Handed in', tone: 'info' },
  returned: { word: 'Handed back', tone: 'danger' },
} as const;

function rowOf(
  { collection, itemId, title, state, note, changedAt }: Contribution,
  kind: string,
  town: Town,
) {
  return {
    path: `/admin/${collection}/${itemId}`,
    title,
    kind: capitalize(kind),
    state: states[state],
    isWaiting: state === 'handed-in',
    note,
    when: `${formatShortDate(changedAt, town)}, ${formatTime(changedAt, town)}`,
  };
}

export default function OwnDrafts({ loaderData: { rows, written } }: Route.ComponentProps) {
  return (
    <AdminPage
      heading="Your drafts"
      about="An editor reads what you hand in, and publishes it or hands it back with a note."
      status={
        <p className="cluster mt">
          <span>Write:</span>
          {written.map(({ name, label }) => (
            <Link className="button button--small" to={`/admin/${name}/add`} key={name}>
              {label}
            </Link>
          ))}
        </p>
      }
    >
      {rows.length === 0 ? (
        <p>You have no drafts. What was published is on the site.</p>
      ) : (
        <RowPanel id="drafts" label="Drafts">
          {rows.map(({ path, title, kind, state, isWaiting, note, when }) => (
            <li key={path}>
              <div>
                <h3>
                  <Link to={path}>{title || 'Untitled'}</Link>{' '}
                  <span className={`badge is-${state.tone}`}>{state.word}</span>
                </h3>
                <p className="muted">
                  {kind}, last changed {when}
                </p>
                {note === null ? null : <p>Note from an editor: {note}</p>}
              </div>
              <Form method="post" action={`${path}/hand-in`}>
                <button
                  type="submit"
                  className="button button--small"
                  name="do"
                  value={isWaiting ? 'take-back' : 'hand-in'}
                >
                  {isWaiting ? 'Take it back' : 'Hand in'}
                  <span className="vh">: {title || 'Untitled'}</span>
                </button>
              </Form>
            </li>
          ))}
        </RowPanel>
      )}
    </AdminPage>
  );
}
