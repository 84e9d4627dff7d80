import { data, Form, Link, redirect } from 'react-router';
import { listProblems } from '#app/content/parse-item.server.ts';
import { noteRefusal, writeVisit } from '#app/context.ts';
import { findStanding } from '#app/database/postgres-standing.server.ts';
import { formValuesOf } from '#app/forms/form-values.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { findExcess, sanitize } from '#app/html/sanitize.server.ts';
import { messages } from '#app/messages.ts';
import { noteDone } from '#app/note-done.server.ts';
import { listTimeZones } from '#app/time/town-time.ts';
import { findHubStanding } from '#app/town/hub-standing.server.ts';
import { townSchema } from '#app/town/town.ts';
import { townForm, townFormWith } from '#app/town/town-form.ts';
import { withoutFallbacks } from '#app/town/town-names.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { versionOfTown } from '#app/town/town-version.server.ts';
import { Alert } from '#app/ui/alert.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/settings';
import { DatabasePanel } from './database-panel.tsx';
import { FailedSave } from './failed-save.tsx';
import { FieldRows } from './field-rows.tsx';
import { FormVersion } from './form-version.tsx';
import { HubPanel } from './hub-panel.tsx';
import { keepTyped } from './keep-typed.ts';
import { ProblemList } from './problem-list.tsx';
import { ProofNote } from './proof-note.tsx';
import { countSampleItems } from './sample-town-store.server.ts';
import type { FormFailure } from './save-content.server.ts';
import { theirFieldsOf } from './their-fields.server.ts';
import { Theirs } from './theirs.tsx';

export async function loader(args: Route.LoaderArgs) {
  const { town, read, write } = writeVisit(args);
  const query = args.url.searchParams;
  return {
    values: formValuesOf(townForm, withoutFallbacks(town), town.timeZone),
    version: versionOfTown(town),
    saved: query.get('saved') === '1',
    failed: query.get('failed') === '1',
    sampleItems: await countSampleItems(read),
    standing: await findStanding(write).catch(() => undefined),
    hub: town.webSubHub ? await findHubStanding(read) : undefined,
    clock: { timeZone: town.timeZone, locale: town.locale },
    timeZones: listTimeZones(),
    siteTitle: town.title,
  };
}

type Failure = FormFailure & { unproved?: boolean };

/**
 * Saves what the town decides about itself; the next page shows it. Another contact address needs a proof (R-17).
 * Otherwise the form comes back with what was typed: 409 when the settings were changed after it was opened.
 */
export async function action(args: Route.ActionArgs) {
  const { write, services, town } = writeVisit(args);
  const { values, version, unknown } = await readForm(args.request, townForm);
  const failure: Failure = { values, version, problems: {}, theirs: null };
  if (unknown.length > 0) return data(failure, 400);
  const parsed = townSchema.safeParse(values);
  if (!parsed.success) {
    for (const { field, message } of listProblems(parsed.error)) failure.problems[field] ??= message;
    return data(failure, 400);
  }
  const { aboutText, contactText, privacyText } = parsed.data;
  for (const [field, html] of Object.entries({ aboutText, contactText, privacyText })) {
    const excess = findExcess(html);
    if (excess) failure.problems[field] = excess;
  }
  if (Object.keys(failure.problems).length > 0) return data(failure, 400);
  const settings = {
    ...parsed.data,
    aboutText: sanitize(aboutText),
    contactText: sanitize(contactText),
    privacyText: sanitize(privacyText),
  };
  const current = versionOfTown(town);
  // The same as what is there: it was sent twice, by an impatient click or by going back.
  if (version !== current && versionOfTown({ ...town, ...settings }) !== current) {
    const theirs = theirFieldsOf(townForm, town, town.timeZone);
    return data<Failure>({ ...failure, version: current, theirs }, 409);
  }
  const isAddressNew = parsed.data.contactEmail !== town.contactEmail;
  if (isAddressNew && !(await services.auth.hasRecentProof(args.request))) {
    failure.problems.contactEmail = 'To change this address, first show that it is you';
    return data({ ...failure, unproved: true }, 403);
  }
  try {
    await saveTown(write, settings);
    await noteDone(args, 'settings-changed');
  } catch (error) {
    services.log.error({ err: error }, 'the settings could not be saved');
    const { status = 503, sentence } = noteRefusal(args, error) ?? {};
    return data({ ...failure, reason: sentence }, status);
  }
  return redirect('/admin/settings?saved=1', 303);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, townForm);
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { values, version } = actionData ?? loaderData;
  const isUnproved = actionData !== undefined && 'unproved' in actionData && actionData.unproved;
  return (
    <div className="form stack-lg">
      <UnlistedHead title={`Settings | ${loaderData.siteTitle}`} />
      {actionData || loaderData.failed ? <Unsaved failure={actionData} /> : null}
      {loaderData.saved && !actionData ? <Alert tone="success">{messages.saved}</Alert> : null}
      <h1>Settings</h1>
      {isUnproved ? <ProofNote next="/admin/settings" /> : null}
      <Form method="post" noValidate key={loaderData.version}>
        <FormVersion version={version} isUnsaved={actionData !== undefined} />
        <FieldRows
          spec={townFormWith(loaderData.timeZones)}
          values={values}
          problems={actionData?.problems ?? {}}
          below={(field) => <Theirs spec={field} failure={actionData} />}
        />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
        </div>
      </Form>
      <section className="panel" aria-labelledby="api-tokens">
        <h2 id="api-tokens">API tokens</h2>
        <p className="mb">With a token a program can write without a password, or read the site's metrics.</p>
        <Link className="button" to="/admin/settings/tokens">
          API tokens
        </Link>
      </section>
      <section className="panel" aria-labelledby="backups">
        <h2 id="backups">Backups</h2>
        <p className="mb">When backups are made, how many are kept, and where a second copy goes.</p>
        <Link className="button" to="/admin/settings/backups">
          Backups
        </Link>
      </section>
      {loaderData.hub ? <HubPanel standing={loaderData.hub} clock={loaderData.clock} /> : null}
      {loaderData.standing ? <DatabasePanel standing={loaderData.standing} /> : null}
      <SampleTown count={loaderData.sampleItems} />
    </div>
  );
}

function Unsaved({ failure }: { failure: Failure | undefined }) {
  if (!failure?.theirs) {
    return (
      <FailedSave reason={failure?.reason} isLoggedOut={failure?.isLoggedOut}>
        <ProblemList spec={townForm} problems={failure?.problems ?? {}} />
      </FailedSave>
    );
  }
  return (
    <Alert tone="warning">
      Someone else changed the settings while you were editing. Yours are below; theirs are shown under each
      field that differs. If you save, yours replace theirs.
    </Alert>
  );
}

function SampleTown({ count }: { count: number }) {
  return (
    <section className="panel" aria-labelledby="sample-town">
      <h2 id="sample-town">Sample town</h2>
      <p className="mb">
        {count > 0
          ? `${count} items of the sample town are on this site.`
          : 'None of the sample town is on this site.'}
      </p>
      <Link className={count > 0 ? 'button button--danger' : 'button'} to="/admin/settings/sample-town">
        {count > 0 ? 'Remove the sample town' : 'Sample town'}
      </Link>
    </section>
  );
}
