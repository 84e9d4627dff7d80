import { data, Form, Link, redirect, useNavigation } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { readSourceForm } from '#app/sources/api/source-input.server.ts';
import { valuesOf } from '#app/sources/api/source-values.ts';
import type { FoundFeed } from '#app/sources/formats/find-feed.server.ts';
import { describeFound } from '#app/sources/pages/load-finding.server.ts';
import { findBehind, readTyped } from '#app/sources/pages/sent-address.server.ts';
import { CardChoices } from '#app/sources/pages/settings-fields.tsx';
import { addressField, type CardChoice } from '#app/sources/pages/source-fields.ts';
import type { Source } from '#app/sources/source.ts';
import { changeSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/source-address';
import { requireSource } from './load-source.server.ts';
import { type FailedSource, RefusedSource } from './refused-source.tsx';

/**
 * `/admin/sources/{id}/address`: looks at the website of a source that no longer works for the address of its feed now.
 */
export async function loader(args: Route.LoaderArgs) {
  const { town } = readContext(args);
  const source = await requireSource(args, args.params.id);
  const found = await findElsewhere(args, source);
  return {
    ...{ id: source.id, name: source.name, address: source.address, version: source.version },
    choices: found.map(
      (feed): CardChoice => ({
        value: feed.address,
        label: feed.address,
        hint: [feed.source.title, describeFound(feed.source, town)].filter(Boolean).join(': '),
      }),
    ),
  };
}

/** What the website of the source leads to now, without its present address. */
async function findElsewhere(args: Route.LoaderArgs, { address, site, zone }: Source): Promise<FoundFeed[]> {
  const { found } = await findBehind(args, site ?? new URL('/', address).href, zone);
  return found.filter((feed) => feed.address !== address);
}

/** Uses another address; everything else about the source stays. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const source = await requireSource(args, args.params.id);
  const { values } = await readForm(args.request, [hidden('address', 'found')]);
  const address = values.address.trim() || values.found;
  const fail = failedForm<{ address: string }, FailedSource>;
  const typed = await readTyped(args, address, source.zone);
  if (typed.problem !== undefined) return fail(422, { address }, { reason: typed.problem });
  const { input, problems } = readSourceForm({ ...valuesOf(source), address: typed.address });
  if (!input) return fail(400, { address }, { reason: problems.address });
  const changed = await changeSource(write, { id: source.id }, input, now);
  if (changed.outcome === 'taken')
    return fail(409, { address }, { reason: 'Another source has this address.', taken: changed.id });
  if (changed.outcome === 'missing') throw data(null, { status: 404 });
  await recordActivity(args, 'source-changed', source.name);
  return redirect(`/admin/sources/${source.id}?added=1`, 303);
}

export default function SourceAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { id, name, address, choices } = loaderData;
  const isBusy = useNavigation().state === 'submitting';
  const [first] = choices;
  return (
    <AdminPage
      isForm
      title="New address"
      heading={`A new address for “${name}”`}
      parent={{ to: `/admin/sources/${id}`, label: name }}
      about={`Now: ${address}`}
    >
      {actionData ? <RefusedSource {...actionData} /> : null}
      <Form method="post" action={`/admin/sources/${id}/address`}>
        {first ? (
          <CardChoices
            spec={{ name: 'found', label: 'Its website now links to', kind: 'radio', required: true }}
            choices={choices}
            value={first.value}
            problem={undefined}
          />
        ) : (
          <p className="field">
            We found no other feed on its website. If you know the new address, enter it here.
          </p>
        )}
        <Field
          spec={{
            ...addressField,
            label: first ? 'Another address' : 'Address',
            required: !first,
            hint: 'The address of the feed or calendar',
          }}
          value={actionData?.values.address ?? ''}
          problem={actionData?.reason}
        />
        <div className="actions">
          <button type="submit" className="button button--primary" aria-disabled={isBusy || undefined}>
            Use the new address
          </button>
          <Link className="button" to={`/admin/sources/${id}`}>
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}
