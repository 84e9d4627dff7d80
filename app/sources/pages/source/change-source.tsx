import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { listTimeZones } from '#app/platform/time/town-time.ts';
import { Field } from '#app/platform/ui/field.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { readSourceForm } from '#app/sources/api/source-input.server.ts';
import { valuesOf } from '#app/sources/api/source-values.ts';
import { readTyped } from '#app/sources/pages/sent-address.server.ts';
import { SettingsFields } from '#app/sources/pages/settings-fields.tsx';
import { addressField, type SourceValues, sourceForm } from '#app/sources/pages/source-fields.ts';
import { type Source, sourceAddressOf } from '#app/sources/source.ts';
import { changeSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/change-source';
import { requireSource } from './load-source.server.ts';
import { type FailedSource, RefusedSource } from './refused-source.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/sources/{id}/change`: the form of a source. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = readContext(args);
  const source = await requireSource(args, args.params.id);
  return {
    id: source.id,
    name: source.name,
    version: source.version,
    values: valuesOf(source),
    zones: { town: town.timeZone, all: listTimeZones(), hint: undefined },
  };
}

/** Saves the source unless someone else changed it in the meantime. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const source = await requireSource(args, args.params.id);
  const { id } = source;
  const form = await readForm(args.request, sourceForm, valuesOf(source));
  const { values } = form;
  const fail = failedForm<SourceValues, FailedSource>;
  const { input, problems } = readSourceForm(values);
  if (!input) return fail(400, values, { problems });
  if (input.address !== source.address) {
    const { address, problem } = await readTyped(args, values.address, input.zone);
    if (problem !== undefined) return fail(422, values, { problems: { address: problem } });
    input.address = sourceAddressOf(address) ?? input.address;
  }
  const version = form.names.includes('version') ? Number(form.version) : source.version;
  const changed = await changeSource(write, { id, version }, input, now);
  if (changed.outcome === 'missing') throw data(null, { status: 404 });
  if (changed.outcome === 'taken')
    return fail(409, values, {
      problems: { address: 'Another source has this address.' },
      taken: changed.id,
    });
  if (changed.outcome === 'conflict')
    return fail(409, values, {
      version: String(changed.current),
      reason: `Someone else changed this source in the meantime. Now it is: ${summaryOf(source)}. Save again to replace that.`,
    });
  await recordActivity(args, 'source-changed', input.name);
  return redirect(`/admin/sources/${id}?saved=1`, 303);
}

function summaryOf(source: Source): string {
  const { address, name, feeds, trust, rank, zone, every } = source;
  return [name, address, feeds, trust, rank, zone ?? 'no time zone', `every ${every} minutes`].join(', ');
}

export default function ChangeSource({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, version, zones } = loaderData;
  const { values = loaderData.values, problems = {} } = actionData ?? {};
  const isBusy = useNavigation().state === 'submitting';
  return (
    <AdminPage
      isForm
      title="Change a source"
      heading={`Change “${name}”`}
      parent={{ to: `/admin/sources/${id}`, label: name }}
    >
      {actionData ? <RefusedSource {...actionData} /> : null}
      <Form method="post" action={`/admin/sources/${id}/change`}>
        <input type="hidden" name="version" value={actionData?.version ?? version} key={version} />
        <Field
          spec={{ ...addressField, hint: 'With another address it is read again at once.' }}
          value={values.address}
          problem={problems.address}
        />
        <SettingsFields values={values} problems={problems} zones={zones} />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
            Save
          </button>
          <Link className="button" to={`/admin/sources/${id}`}>
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}
