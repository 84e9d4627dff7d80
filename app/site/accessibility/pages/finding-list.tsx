import { Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { type CountFilter, CountFilters } from '#app/desk/list/count-filters.tsx';
import {
  countFindings,
  findingOrder,
  findLastCheck,
  listFindings,
} from '#app/items/accessibility/finding-store.server.ts';
import { CHECK_ACCESSIBILITY } from '#app/items/accessibility/record-findings.server.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import {
  type FindingCode,
  type FindingGroup,
  findingKinds,
  isFindingCode,
} from '#app/platform/accessibility/finding-kinds.ts';
import type { FindingRow } from '#app/platform/database/tables/operation-tables.ts';
import { isTaskRequested, requestTask } from '#app/platform/database/task-request.server.ts';
import { formatAgo } from '#app/platform/time/relative-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Route } from './+types/finding-list';

/** Of each kind, on the page of all. */
const FIRST_ROWS = 5;
const ROWS = 25;

/** `/admin/accessibility`: what readers with a disability would meet; with `?kind=` all of one kind. */
export async function loader(args: Route.LoaderArgs) {
  const { write, now, town, collections } = writeContext(args);
  const { searchParams } = args.url;
  const counts = await countFindings(write);
  const check = await findLastCheck(write, Object.keys(collections));
  const asked = searchParams.get('kind') ?? '';
  const kind = isFindingCode(asked) ? asked : undefined;
  const group = kind ? undefined : groups.find(({ name }) => name === searchParams.get('show'))?.name;
  const shown = counts.filter(({ code }) =>
    kind ? code === kind : group === undefined || findingKinds[code].group === group,
  );
  const list = kind
    ? await loadListPage(
        args.url,
        findingOrder,
        (request) => listFindings(write, kind, request),
        undefined,
        ROWS,
      )
    : undefined;
  const sections = [];
  for (const { code, count } of shown) {
    const found = list ?? (await listFindings(write, code, { limit: FIRST_ROWS }));
    const { title, why, isSerious } = findingKinds[code];
    sections.push({
      code,
      count,
      title,
      why,
      isSerious,
      rows: found.items.map((row) => rowOf(row, collections)),
    });
  }
  const number = new Intl.NumberFormat(town.locale);
  const ofGroup = (name: FindingGroup) =>
    sum(counts.filter(({ code }) => findingKinds[code].group === name).map(({ count }) => count));
  const total = sum(counts.map(({ count }) => count));
  const filters: CountFilter[] = [
    { label: 'All', href: PATH, count: number.format(total), isCurrent: !kind && !group },
    ...groups.map(({ name, label }) => ({
      label,
      href: `${PATH}?show=${name}`,
      count: number.format(ofGroup(name)),
      isCurrent: group === name,
    })),
  ];
  return {
    sections,
    filters,
    kind: kind ? findingKinds[kind].title : null,
    pager: list?.pager ?? null,
    total,
    about: check
      ? `${total === 1 ? '1 finding' : `${number.format(total)} findings`} in ${number.format(check.items)} public items and ${number.format(check.documents)} documents. Last checked ${lowercase(formatAgo(check.checkedAt, now, town))}.`
      : 'The site is being checked for the first time. Load this page again in a minute.',
    isWaiting: await isTaskRequested(write, CHECK_ACCESSIBILITY),
  };
}

/** Checks everything again, soon. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  await requestTask(write, CHECK_ACCESSIBILITY, now);
  return redirect(PATH, 303);
}

const PATH = '/admin/accessibility';

const groups: { name: FindingGroup; label: string }[] = [
  { name: 'documents', label: 'Documents' },
  { name: 'pictures', label: 'Pictures' },
  { name: 'texts', label: 'Text' },
];

type Row = { id: string; title: string; facts: string; href: string };

function rowOf(
  { id, collection, itemId, title, place, code, message }: FindingRow,
  collections: Collections,
): Row {
  const noun = collections[collection]?.singular ?? 'document';
  const isOfDocument = code.startsWith('document-');
  return {
    id,
    title,
    facts: isOfDocument
      ? `${place}. ${message}`
      : `${noun.charAt(0).toUpperCase()}${noun.slice(1)}, “${place}”`,
    href: `/admin/${collection}/${itemId}`,
  };
}

function sum(counts: number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function lowercase(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export default function FindingList({ loaderData }: Route.ComponentProps) {
  const { sections, filters, kind, pager, about, total, isWaiting } = loaderData;
  return (
    <AdminPage
      heading={kind ?? 'Accessibility'}
      parent={kind ? { to: PATH, label: 'Accessibility' } : undefined}
      about={about}
      actions={
        <Form method="post" action={PATH}>
          <button type="submit" className="button">
            <Icon name="history" />
            Check now
          </button>
        </Form>
      }
      notices={
        isWaiting ? (
          <div className="alert is-info" role="status">
            <Icon name="info" />
            <div>Everything is being checked. Load this page again in a minute.</div>
          </div>
        ) : null
      }
    >
      <div className="alert alert--row">
        <Icon name="info" />
        <p>
          The statement says the same to readers.{' '}
          <span className="light">
            It’s at <a href="/accessibility">/accessibility</a> and in the footer. What changed last is listed
            first.
          </span>
        </p>
      </div>
      {kind ? null : <CountFilters label="Filter findings" filters={filters} />}
      {sections.length === 0 ? (
        <NoData>{total === 0 ? 'Nothing was found.' : 'Nothing was found here.'}</NoData>
      ) : null}
      {sections.map((section) => (
        <Section key={section.code} {...section} isWhole={kind !== null} />
      ))}
      {pager ? <Pager {...pager} /> : null}
    </AdminPage>
  );
}

type SectionProps = {
  code: FindingCode;
  title: string;
  why: string;
  count: number;
  isSerious: boolean;
  rows: Row[];
  isWhole: boolean;
};

/** The findings of a kind, with why they matter; with more than are shown, a link to all. */
function Section({ code, title, why, count, isSerious, rows, isWhole }: SectionProps) {
  return (
    <section className="panel" aria-labelledby={code}>
      <div className="cluster between">
        <h2 id={code}>{isWhole ? 'Findings' : title}</h2>
        <span className={`badge is-${isSerious ? 'danger' : 'warning'}`}>
          {count === 1 ? '1 finding' : `${count} findings`}
        </span>
      </div>
      <p className="small muted">{why}</p>
      <ul className="due mt">
        {rows.map((row) => (
          <li key={row.id} className="cluster between">
            <div>
              <strong>{row.title}</strong>
              <span className="small muted">{row.facts}</span>
            </div>
            <Link className="button button--small" to={row.href}>
              Open form<span className="vh">: {row.title}</span>
            </Link>
          </li>
        ))}
      </ul>
      {!isWhole && count > rows.length ? (
        <p className="mt">
          <Link to={`${PATH}?kind=${code}`}>
            Show all {count}
            <span className="vh">: {title}</span>
          </Link>
        </p>
      ) : null}
    </section>
  );
}
