import { data, Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import type { Problem } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { restoreRevision } from '#app/items/revisions/revise.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Route } from './+types/revisions';
import { loadRevisions, type NamedVersion, type RevisionsPage } from './load-revisions.server.ts';
import { Differences } from './revision-differences.tsx';

/** `/admin/{collection}/{id}/revisions`: an item's versions, two of them compared, and Restore. */
export async function loader(args: Route.LoaderArgs) {
  const page = await loadRevisions(args, requireCollection(args));
  if (!page) throw data(null, { status: 404 });
  return page;
}

/** Saves the posted `revision` again, and shows the list. */
export async function action(args: Route.ActionArgs) {
  const collection = requireCollection(args);
  const { write, now, siteUrl, town } = writeContext(args);
  const { id } = args.params;
  const { values } = await readForm(args.request, [hidden('revision')]);
  const revision = Number(values.revision);
  const outcome = await restoreRevision(
    write,
    collection,
    { id, revision: Number.isSafeInteger(revision) ? revision : 0 },
    { by: editorOf(args.context.get(requestContextKey)), now, context: { siteUrl, town } },
  );
  const fail = (status: number, problems: Problem[] = []) =>
    failedForm(status, values, {
      itemProblems: problems.map(({ field, message }) => `${field}: ${message}`),
    });
  if (outcome.kind === 'missing') throw data(null, { status: 404 });
  if (outcome.kind === 'refused') return fail(422, outcome.problems);
  if (outcome.kind === 'conflict') return fail(409);
  await recordActivity(args, 'item-restored', `/${collection.name}/${id}`);
  return redirect(`/admin/${collection.name}/${id}/revisions?restored=1`, 303);
}

export default function Revisions({ loaderData: page, actionData }: Route.ComponentProps) {
  const form = `/admin/${page.name}/${page.id}`;
  return (
    <AdminPage
      isForm
      className=""
      heading="Versions"
      parent={{ to: form, label: page.title }}
      about={`${page.total === 1 ? '1 version' : `${page.total} versions`}. Every save is kept for a day, then the last of each day, week and month, for a year.`}
      notices={
        actionData ? (
          <Refusal problems={actionData.itemProblems} />
        ) : page.isRestored ? (
          <Alert tone="success">Restored. The version that it replaced is in the list.</Alert>
        ) : null
      }
    >
      {page.total === 0 ? (
        <p>No version yet. The first save in the form or the API creates one.</p>
      ) : (
        <div className="history">
          <Versions page={page} />
          <div>
            <Comparison page={page} />
            {page.compared ? <Restore page={page} form={form} version={page.compared.from} /> : null}
          </div>
        </div>
      )}
    </AdminPage>
  );
}

function Refusal({ problems }: { problems: string[] }) {
  return (
    <Alert tone="danger">
      <p>{problems.length > 0 ? 'This version can’t be restored as it is.' : messages.saveFailed}</p>
      {problems.length > 0 ? (
        <ul>
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      ) : null}
    </Alert>
  );
}

/** The page with two versions compared. */
function addressOf({ place }: RevisionsPage, choice: Record<string, string>): string {
  return `?${new URLSearchParams({ ...place, ...choice })}`;
}

function Versions({ page }: { page: RevisionsPage }) {
  const { rows, pager } = page;
  return (
    <nav className="panel panel--plain" aria-labelledby="versions">
      <h2 id="versions" className="small">
        Compare current version with
      </h2>
      <ol className="versions">
        {rows.map(({ revision, when, machineTime, who, change, how, isCurrent, isShown }) => {
          const time = <time dateTime={machineTime}>{when}</time>;
          return (
            <li className={isShown ? 'is-shown' : undefined} key={revision}>
              {isCurrent ? (
                <strong>{time}</strong>
              ) : (
                <Link
                  to={addressOf(page, { from: String(revision) })}
                  aria-current={isShown ? 'true' : undefined}
                >
                  {time}
                </Link>
              )}
              {who ? <span className="small muted">{who}</span> : null}
              <span className="versions__change small">{change}</span>
              <span className="versions__how small muted">{isCurrent ? `Current. ${how}` : how}</span>
            </li>
          );
        })}
      </ol>
      <Pager {...pager} />
      {page.total > 2 ? <AnyTwo page={page} /> : null}
    </nav>
  );
}

/** Chooses any two versions, of this page or those that are compared; a plain form. */
function AnyTwo({ page: { rows, compared, place } }: { page: RevisionsPage }) {
  const others = compared ? [compared.to, compared.from] : [];
  const all = new Map([...rows, ...others].map((row) => [row.revision, row]));
  const options = [...all.values()].sort((one, other) => other.revision - one.revision);
  const choose = (name: 'from' | 'to', label: string) => (
    <div className="field">
      <label htmlFor={`compare-${name}`}>{label}</label>
      <select
        className="input"
        id={`compare-${name}`}
        name={name}
        defaultValue={compared?.[name].revision}
        key={compared?.[name].revision}
      >
        {options.map(({ revision, when }) => (
          <option value={revision} key={revision}>
            {revision}: {when}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <details className="fold mt">
      <summary>Compare any two</summary>
      <Form method="get" className="fold__body">
        {Object.entries(place).map(([name, value]) => (
          <input type="hidden" name={name} value={value} key={name} />
        ))}
        {choose('from', 'Earlier version')}
        {choose('to', 'Later version')}
        <button type="submit" className="button mt">
          Compare
        </button>
      </Form>
    </details>
  );
}

function Comparison({ page }: { page: RevisionsPage }) {
  const { compared, fields, unchanged, isWhole } = page;
  if (!compared) return <p>This is the only version.</p>;
  const { from, to } = compared;
  const { isCurrent } = to;
  const pair = {
    from: String(from.revision),
    ...(isCurrent ? {} : { to: String(to.revision) }),
  };
  return (
    <section aria-labelledby="changes">
      <div className="cluster between mb">
        <div>
          <h2 id="changes">
            What changed {isCurrent ? `since ${inText(from)}` : `from ${inText(from)} to ${inText(to)}`}
          </h2>
          <p className="small muted">{summarize(page)}</p>
        </div>
        <nav className="segmented small" aria-label="Show">
          <Link to={addressOf(page, pair)} aria-current={isWhole ? undefined : 'true'}>
            Changes
          </Link>
          <Link to={addressOf(page, { ...pair, view: 'whole' })} aria-current={isWhole ? 'true' : undefined}>
            Full text
          </Link>
        </nav>
      </div>
      {fields.map((field) => (
        <Differences
          field={field}
          old={from.when}
          next={isCurrent ? 'Now' : to.when}
          isWhole={isWhole}
          key={field.name}
        />
      ))}
      {unchanged.length > 0 ? (
        <details className="fold mt">
          <summary>
            {unchanged.length === 1 ? '1 unchanged field' : `${unchanged.length} unchanged fields`}
          </summary>
          <div className="fold__body">
            <p>{unchanged.join(', ')}</p>
          </div>
        </details>
      ) : null}
    </section>
  );
}

function inText({ when }: NamedVersion): string {
  return when.replace('Today', 'today');
}

function summarize({ fields }: RevisionsPage): string {
  if (fields.length === 0) return 'Nothing. Both versions have the same text.';
  const sum = (side: 'added' | 'removed') => fields.reduce((total, field) => total + field[side], 0);
  const count = fields.length === 1 ? '1 field' : `${fields.length} fields`;
  const words = sum('added') === 1 ? '1 word' : `${sum('added')} words`;
  return `${count} changed: ${words} added, ${sum('removed')} removed. The rest is the same.`;
}

type RestoreProps = { page: RevisionsPage; form: string; version: NamedVersion };

function Restore({ page: { singular, canRestore }, form, version }: RestoreProps) {
  const back = (
    <Link className="button" to={form}>
      Back to the {singular}
    </Link>
  );
  if (!canRestore)
    return (
      <section className="panel mt" aria-labelledby="restore">
        <h2 id="restore">Restore {inText(version)}</h2>
        <p>There is nothing to restore: the current version has the same content.</p>
        <div className="actions">{back}</div>
      </section>
    );
  return (
    <Form method="post" action={`${form}/revisions`} className="panel mt" aria-labelledby="restore">
      <h2 id="restore">Restore {inText(version)}</h2>
      <p>
        The text of this version will come back. The current version is saved first, so nothing is lost. The{' '}
        {singular} stays as public as it is now.
      </p>
      <div className="actions">
        <input type="hidden" name="revision" value={version.revision} />
        <button type="submit" className="button button--primary">
          <Icon name="undo" />
          Restore this version
        </button>
        {back}
      </div>
    </Form>
  );
}
