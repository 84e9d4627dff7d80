import { data, Form, Link, redirect } from 'react-router';
import { textOf } from '#app/accounts/form-field.ts';
import { readVisit, writeVisit } from '#app/context.ts';
import { requestMoveIn, saveMoveInOptions } from '#app/move-in/move-in-store.server.ts';
import { missingFields } from '#app/other-systems/csv-mapping.ts';
import { Alert } from '#app/ui/alert.tsx';
import styles from '#app/ui/styles/move-in.css?url';
import stages from '#app/ui/styles/sources.css?url';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/columns-page';
import { ColumnsForm } from './columns-form.tsx';
import { loadColumns, readKind } from './load-columns.server.ts';
import { findByAddress, requireMoveIn } from './load-move-in.server.ts';
import { MoveInHead } from './move-in-head.tsx';
import { phaseOf } from './move-in-words.ts';
import { TablePreview } from './table-preview.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stages },
  { rel: 'stylesheet', href: styles },
];

/** `/admin/move-in/{id}/mapping`: which column of a table is which field. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readVisit(args);
  const moveIn = await findByAddress(read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  const path = `/admin/move-in/${moveIn.id}`;
  const isOpen = ['waiting', 'ready', 'stopped', 'failed'].includes(phaseOf(moveIn));
  const table = isOpen
    ? await loadColumns(moveIn, readKind(args.url.searchParams.get('collection')))
    : undefined;
  if (!table) throw redirect(path);
  return { path, table, siteTitle: town.title };
}

type Refusal = { problems: Record<string, string>; mapping: Record<string, string> };

/** Saves the columns and requests the dry run. */
export async function action(args: Route.ActionArgs) {
  const { write } = writeVisit(args);
  const moveIn = await requireMoveIn(write, args.params.id);
  const path = `/admin/move-in/${moveIn.id}`;
  const form = await args.request.formData().catch(() => new FormData());
  const table = await loadColumns(moveIn, readKind(textOf(form, 'collection')));
  if (!table) return redirect(path, 303);
  const mapping: Record<string, string> = {};
  for (const { field } of table.fields) {
    const column = textOf(form, `field-${field}`);
    if (table.columns.includes(column)) mapping[field] = column;
  }
  const missing = missingFields(mapping, table.kind);
  if (missing.length > 0) {
    const problems = Object.fromEntries(missing.map((field) => [field, 'Choose a column']));
    return data<Refusal>({ problems, mapping }, 400);
  }
  const options = { ...moveIn.options, collection: table.kind, columns: mapping };
  if (await saveMoveInOptions(write, moveIn.id, options)) await requestMoveIn(write, moveIn.id, 'dry-run');
  return redirect(path, 303);
}

export default function ColumnsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path, table, siteTitle } = loaderData;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Import: columns | ${siteTitle}`} />
      <MoveInHead line={`From ${table.name}. Which column is what?`} step={0} />
      {actionData ? <Alert tone="danger">The dry run was not started. Check the fields below.</Alert> : null}
      <TablePreview head={table.head} rows={table.rows} />
      <Form method="get" action={`${path}/mapping`} className="form">
        <div className="field">
          <label htmlFor="collection">What are the rows?</label>
          <span className="cluster">
            <select
              className="input"
              id="collection"
              name="collection"
              defaultValue={table.kind}
              key={table.kind}
            >
              {table.kinds.map(({ kind, label }) => (
                <option value={kind} key={kind}>
                  {label}
                </option>
              ))}
            </select>
            <button type="submit" className="button">
              Show its fields
            </button>
          </span>
        </div>
      </Form>
      <ColumnsForm
        path={path}
        table={table}
        mapping={actionData?.mapping ?? table.mapping}
        problems={actionData?.problems ?? {}}
        key={table.kind}
      />
      <p>
        <Link to="/admin/move-in">Choose another file</Link>
      </p>
    </div>
  );
}
