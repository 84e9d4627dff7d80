import { Form, redirect } from 'react-router';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { missingOrder, pageMissing } from '#app/moving/redirects/missing-store.server.ts';
import { saveRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { formatAgo } from '#app/platform/time/relative-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/missing-list';
import { suggestTarget } from './find-targets.server.ts';
import { loadTabs } from './load-tabs.server.ts';
import { type FailedRedirect, redirectForm } from './redirect-fields.tsx';

const PATH = '/admin/redirects/missing';
const CHANGES = '/admin/redirects/changes';
const ROWS = 20;

/** `/admin/redirects/missing`: addresses that were requested and not found, with a suggestion for each. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, collections } = readContext(args);
  const { searchParams } = args.url;
  const ignored = searchParams.get('show') === 'ignored';
  const { items, pager } = await loadListPage(
    args.url,
    missingOrder,
    (request) => pageMissing(read, { ignored }, request),
    // The last address of the page has just been redirected.
    () => redirect(ignored ? `${PATH}?show=ignored` : PATH),
    ROWS,
  );
  const { timeZone, locale } = town;
  const number = new Intl.NumberFormat(locale);
  const rows = await Promise.all(
    items.map(async ({ id, requests, lastAt }) => ({
      path: id,
      requests: number.format(requests),
      last: formatAgo(lastAt, now, town),
      suggestion: ignored
        ? ''
        : ((await suggestTarget(read, id, { collections, now, timeZone, locale })) ?? ''),
    })),
  );
  return {
    rows,
    pager,
    ignored,
    tabs: await loadTabs(read, ignored ? 'ignored' : 'missing', locale),
    redirected: searchParams.get('redirected') ?? '',
    hidden: searchParams.get('ignored') ?? '',
  };
}

/** Redirects one of them. */
export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl, routes } = writeContext(args);
  const { values } = await readForm(args.request, redirectForm);
  const { refused } = await saveRedirects(write, [values], {
    now,
    moveIn: null,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused[0]) return failedForm(422, values, { problems: { to: refused[0].problem } });
  await recordActivity(args, 'redirect-added', values.from);
  return redirect(`${PATH}?${new URLSearchParams({ redirected: values.from })}`, 303);
}

export default function MissingList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, pager, ignored, tabs } = loaderData;
  return (
    <AdminListPage
      heading="Addresses that were not found"
      parent={{ to: '/admin/settings', label: 'Settings' }}
      about="Readers, search engines and other sites asked for them in the last 90 days. Nothing is kept about who it was. New ones appear within a minute."
      notices={
        actionData ? (
          <Alert tone="danger">
            {actionData.values.from} was not redirected. {actionData.problems.to}.
          </Alert>
        ) : (
          <Notice {...loaderData} />
        )
      }
      tabs={{ label: 'Old addresses', filters: tabs }}
      empty={ignored ? 'No address is ignored.' : 'Nothing is missing.'}
      rows={rows}
      list={<MissingTable rows={rows} ignored={ignored} failed={actionData} />}
      pager={pager}
    />
  );
}

function Notice({ redirected, hidden }: { redirected: string; hidden: string }) {
  if (redirected)
    return (
      <UndoNotice action={CHANGES} name="from" values={[redirected]} also={{ do: 'withdraw' }}>
        {redirected} is redirected from now on.
      </UndoNotice>
    );
  if (!hidden) return null;
  return (
    <UndoNotice action={CHANGES} name="from" values={[hidden]} also={{ do: 'list' }}>
      {hidden} is ignored from now on.
    </UndoNotice>
  );
}

type Row = { path: string; requests: string; last: string; suggestion: string };
type TableProps = { rows: Row[]; ignored: boolean; failed: FailedRedirect | undefined };

function MissingTable({ rows, ignored, failed }: TableProps) {
  return (
    <section className="panel flush" aria-label="Addresses">
      <DataTable
        label="Addresses that were not found"
        rows={rows}
        keyOf={({ path }) => path}
        columns={[
          { head: 'Address', cell: ({ path }) => path },
          { head: 'Requests', className: 'r', label: true, cell: ({ requests }) => requests },
          { head: 'Last', className: 'nowrap', label: true, cell: ({ last }) => last },
          {
            head: ignored ? 'Actions' : 'Redirect to',
            className: 'wide',
            cell: ({ path, suggestion }) =>
              ignored ? (
                <RowButton path={path} name="list" label="List again" />
              ) : (
                <Choice
                  path={path}
                  suggestion={suggestion}
                  failed={failed?.values.from === path ? failed : undefined}
                />
              ),
          },
        ]}
      />
    </section>
  );
}

type ChoiceProps = { path: string; suggestion: string; failed: FailedRedirect | undefined };

function Choice({ path, suggestion, failed }: ChoiceProps) {
  return (
    <div className="redirect-choice">
      <Form method="post" action={PATH} className="searchbar" noValidate>
        <input type="hidden" name="from" value={path} />
        <input
          className="input"
          name="to"
          aria-label={`Redirect ${path} to`}
          aria-invalid={failed ? true : undefined}
          defaultValue={failed?.values.to ?? suggestion}
          placeholder="/articles"
        />
        <button type="submit" className="button">
          Redirect<span className="vh"> {path}</span>
        </button>
      </Form>
      <RowButton path={path} name="ignore" label="Ignore" />
    </div>
  );
}

function RowButton({ path, name, label }: { path: string; name: string; label: string }) {
  return (
    <Form method="post" action={CHANGES}>
      <input type="hidden" name="from" value={path} />
      <button type="submit" className="button" name="do" value={name}>
        {label}
        <span className="vh"> {path}</span>
      </button>
    </Form>
  );
}
