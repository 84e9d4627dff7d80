import { Form, Link, redirect, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { several, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { FileForm } from '#app/platform/ui/upload/file-form.tsx';
import type { FileFieldProps } from '#app/platform/ui/upload/upload-field.tsx';
import { readSourceForm } from '#app/sources/api/source-input.server.ts';
import type { SourceInput } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/import-sources';
import { type ListedFeed, readList } from './read-list.server.ts';
import { refusedAddress } from './refused-address.server.ts';
import { feedsWords } from './source-words.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

const listForm = [several('chosen', 'address', 'name', 'feeds')];

type Outcome = {
  reason?: string | undefined;
  feeds?: ListedFeed[];
  notes?: string[];
};

/**
 * `/admin/sources/import`: adds the feeds of a list that another program exported (OPML). First shows what is in the
 * file; then adds what was chosen of it.
 */
export async function action(args: Route.ActionArgs) {
  const { values, names } = await readForm(args.request, listForm);
  if (names.includes('chosen')) return addChosen(args, values);
  const { feeds, refusal, ...list } = await readList(args);
  if (refusal) return failedForm(refusal.status, values, { reason: refusal.sentence });
  return { feeds, notes: 'notes' in list ? list.notes : [] };
}

/** All of them or none. What has become a source in the meantime is left out. */
async function addChosen(args: Route.ActionArgs, sent: ValuesOf<typeof listForm>) {
  const { write, now, viewer } = writeContext(args);
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const feeds = chosenIn(sent);
  const inputs = feeds
    .filter(({ isChosen }) => isChosen)
    .flatMap(({ address, name, feeds }) => {
      const settings = { trust: 'review', rank: 'primary', zone: '', every: '60' };
      const warnings = { areas: '', severity: 'minor' };
      return readSourceForm({ ...settings, ...warnings, address, name, feeds }).input ?? [];
    });
  if (inputs.length === 0) return failedForm(400, sent, { reason: 'Choose at least one.', feeds });
  const refused = await firstRefusal(args, inputs);
  if (refused) return failedForm(422, sent, { reason: refused, feeds });
  const added = await inTransaction(write, async (db) => {
    let count = 0;
    for (const input of inputs) if ((await addSource(db, input, { by, now })).outcome === 'added') count++;
    return count;
  });
  await recordActivity(args, 'source-added', added === 1 ? inputs[0]?.name : `${added} sources of a list`);
  return redirect(`/admin/sources?imported=${added}`, 303);
}

async function firstRefusal(args: Route.ActionArgs, inputs: SourceInput[]): Promise<string | undefined> {
  const { services } = writeContext(args);
  const refusals = await Promise.all(inputs.map(({ address }) => refusedAddress(services, address)));
  const at = refusals.findIndex((refusal) => refusal !== undefined);
  return at < 0 ? undefined : `${inputs[at]?.address}: ${refusals[at]}.`;
}

type SentFeed = ListedFeed & { isChosen: boolean };

function chosenIn({ address: addresses, name, feeds, chosen }: ValuesOf<typeof listForm>): SentFeed[] {
  return addresses.map((address, place) => ({
    address,
    name: name[place] ?? '',
    feeds: feeds[place] ?? '',
    known: null,
    isChosen: chosen.includes(address),
  }));
}

const file: FileFieldProps = {
  label: 'OPML file',
  hint: 'At most 8 MiB and 500 feeds',
  accept: '.opml,.xml,text/xml,text/x-opml,application/xml',
  maxBytes: 8 * 1024 ** 2,
  required: true,
};

export default function ImportSources({ actionData }: Route.ComponentProps) {
  const { reason = '', feeds, notes = [] }: Outcome = actionData ?? {};
  return (
    <AdminPage
      title="Import sources"
      heading="Import a list of sources"
      parent={{ to: '/admin/sources', label: 'Sources' }}
      about="Feed readers and other sites export their feeds as an OPML file. You choose which of them to add."
    >
      {reason ? <Alert tone="danger">{reason}</Alert> : null}
      {feeds ? (
        <FeedListForm feeds={feeds} notes={notes} />
      ) : (
        <FileForm
          action="/admin/sources/import"
          file={{ ...file, problem: reason }}
          submit="Show what is in it"
          busy="Reading…"
          cancel="/admin/sources"
        />
      )}
    </AdminPage>
  );
}

type FeedListFormProps = { feeds: ListedFeed[]; notes: string[] };

/** The feeds of a list, each with a checkbox unless it is a source already. */
function FeedListForm({ feeds, notes }: FeedListFormProps) {
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
