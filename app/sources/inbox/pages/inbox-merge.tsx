import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { readDecision } from '#app/sources/inbox/decision.ts';
import { runDecision } from '#app/sources/inbox/decisions.server.ts';
import { findEntries } from '#app/sources/inbox/inbox-store.server.ts';
import { type Candidate, listCandidates } from '#app/sources/inbox/merge-candidates.server.ts';
import type { Route } from './+types/inbox-merge';
import { returnTo } from './inbox-return.server.ts';

/** `/admin/inbox/{id}/merge`: chooses the item that it is merged into. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, collections } = readContext(args);
  const [entry] = await findEntries(read, [args.params.id]);
  const isNew = entry?.kind === 'new' || (entry?.kind === 'suggestion' && entry.changes === null);
  if (!isNew || !(entry.collection in collections)) throw redirect('/admin/inbox');
  const q = args.url.searchParams.get('q')?.trim() ?? '';
  const candidates = await listCandidates(read, entry, { q, collections, zone: town.timeZone });
  return { title: entry.title, collection: entry.collection, q, candidates };
}

/** Merges the entry's whole stack. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [hidden('into', 'back')]);
  const { town, now } = writeContext(args);
  const { id } = args.params;
  const read = readDecision('merge', values, { town, now });
  if (!read.decision) return failedForm(400, values, { reason: read.problem });
  const decided = await runDecision(args, [id], read.decision, { whole: true });
  const [outcome] = decided.outcomes;
  if (outcome?.status === 'refused') return failedForm(409, values, { reason: outcome.problem });
  return returnTo(values.back, [id], decided);
}

export default function InboxMerge({ loaderData, actionData }: Route.ComponentProps) {
  const { title, collection, q, candidates } = loaderData;
  return (
    <AdminPage
      title="Merge"
      heading={`Merge “${title}”`}
      parent={{ to: '/admin/inbox', label: 'Inbox' }}
      about="Its source becomes another source of the item that you choose. Items with these two titles are merged from now on. You can undo this."
      notices={actionData ? <Alert tone="danger">{actionData.reason}</Alert> : null}
    >
      <Form method="get" className="searchbar">
        <input
          className="input"
          type="search"
          name="q"
          aria-label="Search by title"
          defaultValue={q}
          key={q}
        />
        <button type="submit" className="button">
          Search
        </button>
      </Form>
      {candidates.length === 0 ? <NoData>Search for a word of its title.</NoData> : null}
      <Candidates candidates={candidates} collection={collection} />
    </AdminPage>
  );
}

function Candidates({ candidates, collection }: { candidates: Candidate[]; collection: string }) {
  if (candidates.length === 0) return null;
  return (
    <Form method="post" className="panel">
      <ul className="queue">
        {candidates.map(({ id, title, isWaiting }) => (
          <li key={id}>
            <div>
              <h2 className="small">
                {isWaiting ? title : <Link to={`/${collection}/${id}`}>{title}</Link>}
              </h2>
              <p className="small muted">{isWaiting ? 'Waiting for review' : 'On the site'}</p>
            </div>
            <button type="submit" className="button button--small" name="into" value={id}>
              Merge<span className="vh"> into {title}</span>
            </button>
          </li>
        ))}
      </ul>
    </Form>
  );
}
