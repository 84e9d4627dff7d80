import { Link, redirect } from 'react-router';
import { type CsvMapping, missingFields } from '#app/moving/formats/tables/csv-mapping.ts';
import { requestImport, saveImportOptions } from '#app/moving/import/import-store.server.ts';
import { ImportFrame } from '#app/moving/import/pages/import-frame.tsx';
import { phaseOf } from '#app/moving/import/pages/import-words.ts';
import { type Columns, loadColumns, readKind } from '#app/moving/import/pages/load-columns.server.ts';
import { findByAddress, requireImportRun } from '#app/moving/import/pages/load-import.server.ts';
import { orLogin } from '#app/moving/import/pages/or-login.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { type FailedForm, failedForm } from '#app/platform/forms/failed-form.ts';
import { type FieldProblems, hidden, keyed } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import stages from '#app/platform/ui/styles/sources.css?url';
import type { Route } from './+types/columns-page';
import { ColumnsForm } from './columns-form.tsx';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stages },
  { rel: 'stylesheet', href: styles },
];

/** `/admin/move-in/{id}/mapping`: what each column of a table becomes. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const moveIn = await findByAddress(read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  const path = `/admin/move-in/${moveIn.id}`;
  const isOpen = ['waiting', 'ready', 'stopped', 'failed'].includes(phaseOf(moveIn));
  const table = isOpen ? await loadColumns(moveIn, town) : undefined;
  if (!table) throw redirect(path);
  return { path, table };
}

const columnsForm = [hidden('collection', 'shown', 'date-order', 'do'), keyed('column')];

/** Saves what the columns become and requests the dry run. A form with another kind comes back with its fields. */
export async function action(args: Route.ActionArgs) {
  const { write, town } = writeContext(args);
  const moveIn = await requireImportRun(write, args.params.id);
  const path = `/admin/move-in/${moveIn.id}`;
  const { values } = await readForm(args.request, columnsForm);
  const kind = readKind(values.collection) ?? 'articles';
  const shown = readKind(values.shown) ?? kind;
  const order = values['date-order'];
  const table = await loadColumns(moveIn, town, { kind, shown, fields: readFields(values.column), order });
  if (!table) return redirect(path, 303);
  if (kind !== shown || values.do === 'kind') return { table };
  const found = columnsProblems(table);
  if (found) return failedForm(400, values, { ...found, table });
  const { 'date-order': _before, ...others } = moveIn.options.choices;
  const isChosen = order !== table.order?.recognized && ['month', 'day'].includes(order);
  const options = {
    ...moveIn.options,
    collection: kind,
    columns: mappingOf(table),
    // The order that the first rows show is no choice: later rows may show another.
    choices: isChosen ? { ...others, 'date-order': order } : others,
  };
  if (await saveImportOptions(write, moveIn.id, options)) await requestImport(write, moveIn.id, 'dry-run');
  return redirect(path, 303);
}

/** By the position of the column. */
function readFields(sent: Record<string, string>): Map<number, string> {
  const columns = Object.entries(sent).filter(([at]) => /^\d{1,6}$/.test(at));
  return new Map(columns.map(([at, field]) => [Number(at), field]));
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orLogin(request, serverLoader);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orLogin(request, serverAction);
}

export default function ColumnsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { path } = loaderData;
  const returned: Partial<FailedForm<unknown>> & { table?: Columns } = actionData ?? {};
  const { table = loaderData.table, reason, problems } = returned;
  return (
    <ImportFrame title="Import: columns" about={`From ${table.name}. What does each column become?`} step={0}>
      {problems ? (
        <Alert tone="danger" key={JSON.stringify([reason, problems])}>
          The dry run was not started. {reason ?? 'Check the columns below.'}
        </Alert>
      ) : null}
      <ColumnsForm path={path} table={table} problems={problems ?? {}} />
      <p>
        <Link to={`/admin/move-in?from=files&instead=${path.slice(path.lastIndexOf('/') + 1)}`}>
          Choose another file
        </Link>
      </p>
    </ImportFrame>
  );
}

/** The column of each field, by its name. */
function mappingOf({ columns }: Columns): CsvMapping {
  return Object.fromEntries(columns.filter(({ field }) => field).map(({ field, name }) => [field, name]));
}

/**
 * What prevents a dry run with these columns: fields that none of them becomes, as a sentence, and, by the name of the
 * column's field, fields that several become. Undefined if nothing does.
 */
function columnsProblems(table: Columns): Pick<FailedForm, 'reason' | 'problems'> | undefined {
  const labelOf = (name: string) => table.fields.find(({ field }) => field === name)?.label ?? name;
  const problems: FieldProblems = {};
  for (const [field, columns] of Map.groupBy(table.columns, (column) => column.field))
    if (field && columns.length > 1)
      for (const { at, name } of columns) {
        const others = columns.filter((other) => other.at !== at).map((other) => `“${other.name}”`);
        problems[`column-${at}`] =
          `“${name}” and ${others.join(', ')} can’t both become “${labelOf(field)}”. Change one of them`;
      }
  const labels = missingFields(mappingOf(table), table.kind).map((field) => `“${labelOf(field)}”`);
  const reason = labels.length > 0 ? `Choose which column becomes ${labels.join(' and which ')}.` : undefined;
  return reason || Object.keys(problems).length > 0 ? { reason, problems } : undefined;
}
