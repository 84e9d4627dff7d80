import { Form, Link } from 'react-router';
import { actAndReturn } from '#app/desk/hub/act-and-return.server.ts';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ConfirmationForm } from '#app/desk/hub/confirmation-page.tsx';
import { LOAD_SAMPLE_TOWN, sampleTownPath as path } from '#app/items/sample-town/sample-town-request.ts';
import {
  countSampleItems,
  findRemoval,
  removeSampleTown,
  UNDO_MS,
} from '#app/items/sample-town/sample-town-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { isTaskRequested } from '#app/platform/database/task-request.server.ts';
import { messages } from '#app/platform/messages.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/sample-town';

/** The state of the sample town, and what can be done about it: remove it, undo that for a day, load it again. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, collections } = readContext(args);
  const query = args.url.searchParams;
  const removal = await findRemoval(read, now);
  const number = new Intl.NumberFormat(town.locale);
  const items = await countSampleItems(read, collections);
  const until = removal ? removal.removedAt + UNDO_MS : 0;
  return {
    items: items === 0 ? null : number.format(items),
    removal: removal
      ? {
          items: number.format(removal.items),
          until: `${formatLongDate(until, town)}, ${formatTime(until, town)}`,
        }
      : null,
    isLoading: await isTaskRequested(read, LOAD_SAMPLE_TOWN),
    saved: query.get('saved') === '1',
    failed: query.get('failed') === '1',
  };
}

/** Removes the unedited items of the sample town. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now, collections } = writeContext(args);
  await requireRecentProof(services.auth, args.request, path);
  return actAndReturn(args, path, 'the sample town could not be removed', async () => {
    await removeSampleTown(write, collections, now);
    await recordActivity(args, 'sample-town-removed');
  });
}

export default function SampleTown({ loaderData }: Route.ComponentProps) {
  const { items, removal, isLoading, saved, failed } = loaderData;
  return (
    <AdminPage
      className="form stack-lg"
      heading="Sample town"
      notices={
        <>
          {failed ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
          {saved && !failed ? <Alert tone="success">{savedWords(items, removal?.items)}</Alert> : null}
        </>
      }
    >
      {items ? <RemovalQuestion items={items} /> : null}
      {removal && !items ? <Undo {...removal} /> : null}
      {isLoading ? <p role="status">Loading the sample town. It will appear within a minute.</p> : null}
      {items || isLoading ? null : <LoadAgain />}
      <p>
        <Link to="/admin/settings">Settings</Link>
      </p>
    </AdminPage>
  );
}

/** After a removal or its undo. `present` and `removed` are numbers of items, as text. */
function savedWords(present: string | null, removed: string | undefined): string {
  if (present) return `${messages.saved} ${present} items are back.`;
  return removed ? `${messages.saved} ${removed} items were removed.` : messages.saved;
}

function RemovalQuestion({ items }: { items: string }) {
  return (
    <section className="panel" aria-labelledby="removal">
      <h2 id="removal">Remove the {items} items of the sample town?</h2>
      <p>
        They will disappear from the site immediately, along with the votes in its polls and its links in the
        footer. Items you added or edited stay. You can undo this for one day.
      </p>
      <ConfirmationForm
        action={path}
        submit={`Remove ${items} items`}
        cancel="/admin/settings"
        hasFocus={false}
      />
    </section>
  );
}

function Undo({ items, until }: { items: string; until: string }) {
  return (
    <section className="panel" aria-labelledby="undo">
      <h2 id="undo">{items} items were removed</h2>
      <p>You can restore them, including their votes, until {until}.</p>
      <Form method="post" action={`${path}/undo`} className="actions">
        <button type="submit" className="button button--primary">
          Undo
        </button>
      </Form>
    </section>
  );
}

function LoadAgain() {
  return (
    <section className="panel" aria-labelledby="load">
      <h2 id="load">Load the sample town</h2>
      <p>Articles, news, events, polls, and businesses of a fictional town, with dates around today.</p>
      <Form method="post" action={`${path}/loading`} className="actions">
        <button type="submit" className="button">
          Load the sample town
        </button>
      </Form>
    </section>
  );
}
