import { Form, Link, useNavigation } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { ListedFeed } from './read-list.server.ts';
import { feedsWords } from './source-words.ts';

type FeedListFormProps = { feeds: ListedFeed[]; notes: string[] };

/** The feeds of a list, each with a checkbox unless it is a source already. */
export function FeedListForm({ feeds, notes }: FeedListFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const known = feeds.filter((feed) => feed.known).length;
  const others = feeds.length - known;
  return (
    <Form method="post" action="/admin/sources/import" className="stack-lg">
      <input type="hidden" name="chosen" value="" />
      <section className="panel flush" aria-labelledby="found">
        <div className="cluster between">
          <h2 id="found">
            {others} to add{known > 0 ? `, ${known} already there` : ''}
          </h2>
          <span className="small muted">Everything they bring waits for your review.</span>
        </div>
        <DataTable
          label="Feeds of the list"
          rows={feeds}
          keyOf={({ address }) => address}
          columns={[
            { head: 'Feed', cell: (feed) => <FeedName {...feed} /> },
            { head: 'Adds', cell: (feed) => (feed.known ? null : <FeedsChoice {...feed} />) },
            {
              head: 'Status',
              cell: ({ known }) =>
                known ? (
                  <Link to={`/admin/sources/${known}`}>Already there</Link>
                ) : (
                  <span className="badge">New</span>
                ),
            },
          ]}
        />
      </section>
      {notes.length > 0 ? (
        <ul className="agate">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      <div className="actions">
        {others > 0 ? (
          <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Adding…' : 'Add the chosen ones'}
          </button>
        ) : null}
        <Link className="button" to="/admin/sources/import" reloadDocument>
          Choose another file
        </Link>
      </div>
    </Form>
  );
}

function FeedName({ address, name, known, isChosen = true }: ListedFeed & { isChosen?: boolean }) {
  const text = (
    <>
      {name}
      <small>{address}</small>
    </>
  );
  if (known) return text;
  return (
    <>
      <label className="check">
        <input type="checkbox" name="chosen" value={address} defaultChecked={isChosen} />
        <span>{text}</span>
      </label>
      <input type="hidden" name="address" value={address} />
      <input type="hidden" name="name" value={name} />
    </>
  );
}

function FeedsChoice({ name, feeds }: ListedFeed) {
  return (
    <select className="input" name="feeds" defaultValue={feeds} aria-label={`What ${name} adds`}>
      {Object.entries(feedsWords).map(([value, label]) => (
        <option value={value} key={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
