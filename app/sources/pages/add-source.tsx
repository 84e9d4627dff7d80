import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { Stages } from '#app/desk/hub/stages.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { describedBy, FieldHints } from '#app/platform/ui/field-notes.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { readSourceForm } from '#app/sources/api/source-input.server.ts';
import { type FailedSource, RefusedSource } from '#app/sources/pages/source/refused-source.tsx';
import { sourceAddressOf } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/add-source';
import { type Found, loadFinding } from './load-finding.server.ts';
import type { Preview } from './preview-rows.server.ts';
import { readTyped } from './sent-address.server.ts';
import { CardChoices, SettingsFields } from './settings-fields.tsx';
import { addressField, type SourceValues, sourceForm } from './source-fields.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/sources/add`: finds the feeds behind an address, and shows what they would bring. */
export async function loader(args: Route.LoaderArgs) {
  const page = await loadFinding(args, args.url.searchParams);
  return page.problem === null ? page : data(page, 422);
}

/** What is not sent, as in the API. */
const usual = { feeds: 'news', trust: 'review', rank: 'primary', every: '60', severity: 'minor' };

/** Adds the source, which is then checked at once. */
export async function action(args: Route.ActionArgs) {
  const { write, now, viewer } = writeContext(args);
  const { values, names } = await readForm(args.request, sourceForm, usual);
  if (!names.includes('name')) values.name = URL.parse(values.address)?.hostname ?? '';
  const { input, problems } = readSourceForm(values);
  const fail = failedForm<SourceValues, FailedSource>;
  if (!input) return fail(400, values, { problems });
  const { address, problem } = await readTyped(args, values.address, input.zone);
  if (problem !== undefined) return fail(422, values, { problems: { address: problem } });
  const by = viewer.kind === 'visitor' ? null : viewer.userId;
  const { outcome, id } = await addSource(
    write,
    { ...input, address: sourceAddressOf(address) ?? input.address },
    { by, now },
  );
  if (outcome === 'taken')
    return fail(409, values, { problems: { address: 'This is a source already.' }, taken: id });
  await recordActivity(args, 'source-added', input.name);
  return redirect(`/admin/sources/${id}?added=1`, 303);
}

export default function AddSource({ loaderData, actionData }: Route.ComponentProps) {
  const { typed, problem, found } = loaderData;
  return (
    <AdminPage
      isForm
      heading="Add a source"
      parent={{ to: '/admin/sources', label: 'Sources' }}
      about="Enter any page with a feed or calendar. We’ll find the rest."
    >
      <Stages labels={['Address', 'What we found', 'Settings']} current={found ? 1 : 0} />
      {actionData ? <RefusedSource {...actionData} /> : null}
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <AddressForm typed={typed} problem={problem} />
      {found ? <FoundForm typed={typed} found={found} actionData={actionData} /> : null}
    </AdminPage>
  );
}

type FoundFormProps = { typed: string; found: Found; actionData: Route.ComponentProps['actionData'] };

function FoundForm({ typed, found, actionData }: FoundFormProps) {
  const { summary, choices, preview, zones, notes } = found;
  const { values = found.values, problems = {} } = actionData ?? {};
  const query = new URLSearchParams({ page: typed, address: values.address });
  return (
    <Form
      method="post"
      className="mt"
      action={`/admin/sources/add?${query}`}
      key={JSON.stringify(found.values)}
    >
      <input type="hidden" name="page" value={typed} />
      <input type="hidden" name="shown" value={found.values.address} />
      <Alert tone="success">{summary}</Alert>
      <CardChoices
        spec={{ name: 'address', label: 'Which one?', kind: 'radio', required: true }}
        choices={choices}
        value={values.address}
        problem={problems.address}
      />
      <FeedPreview {...preview} notes={notes} />
      <SettingsFields values={values} problems={problems} zones={zones} />
      <Buttons />
      <p className="small muted mt">The first items will arrive within a minute.</p>
    </Form>
  );
}

function Buttons() {
  const isBusy = useNavigation().state === 'submitting';
  return (
    <div className="actions">
      <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
        {isBusy ? 'Adding…' : 'Add source'}
      </button>
      <Link className="button" to="/admin/sources">
        Cancel
      </Link>
    </div>
  );
}

/** The address to look at, and the button that looks for its feeds. */
function AddressForm({ typed, problem }: { typed: string; problem: string | null }) {
  const { state, location } = useNavigation();
  const isBusy = state === 'loading' && location.pathname === '/admin/sources/add';
  return (
    <Form method="get" action="/admin/sources/add" className="mt">
      <div className="field">
        <label htmlFor="address-typed">{addressField.label}</label>
        <FieldHints spec={addressField} problem={undefined} />
        <div className="searchbar">
          <input
            className="input"
            id="address-typed"
            name="address"
            type="text"
            inputMode="url"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed}
            required
            aria-describedby={describedBy(addressField, undefined)}
            aria-invalid={problem ? true : undefined}
            key={typed}
          />
          <button type="submit" className="button" aria-disabled={isBusy || undefined}>
            {isBusy ? 'Searching…' : 'Find feed'}
          </button>
        </div>
      </div>
    </Form>
  );
}

/** What would be imported, and a button that shows it again for what is chosen in the form. */
function FeedPreview({ heading, kind, rows, remarks, notes }: Preview & { notes: string[] }) {
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
