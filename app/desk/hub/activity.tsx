import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { findTitles, readSubject } from '#app/items/content/item-subject.server.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { messages } from '#app/platform/messages.ts';
import { formatShortDate, formatTime, machineTimeOf } from '#app/platform/time/town-time.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { type AuditAction, actionWords, describeActor } from '#app/town/activity/audit-entry.ts';
import {
  ADDRESS_KEPT_MS,
  type AuditEntry,
  auditOrder,
  listAuditEntries,
} from '#app/town/activity/audit-log.server.ts';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/activity';

/** Who did what, when and from where, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, collections, viewer } = readContext(args);
  const { items, pager } = await loadListPage(new URL(args.url), auditOrder, (request) =>
    listAuditEntries(read, request),
  );
  const paths = items.flatMap(({ subject }) => readSubject(subject ?? '').path ?? []);
  const titles = await findTitles(read, collections, paths);
  // Network addresses of readers are for the administrator alone.
  const isAdmin = viewer.kind === 'admin';
  return { rows: items.map((entry) => activityRowOf(entry, { town, now, titles, isAdmin })), pager };
}

type Row = {
  id: string;
  machineTime: string;
  when: string;
  who: string;
  what: string;
  title: string;
  /** The item's address, as long as it exists. */
  path: string | null;
  times: string;
  where: string;
};

type Listed = Awaited<ReturnType<typeof listAuditEntries>>['items'][number];

type RowContext = { town: Town; now: number; titles: Map<string, string>; isAdmin: boolean };

function activityRowOf(entry: Listed, { town, now, titles, isAdmin }: RowContext): Row {
  const { id, at, actor, actorId, actorName, action, subject, count } = entry;
  return {
    id,
    machineTime: machineTimeOf(at, town.timeZone),
    when: `${formatShortDate(at, town)}, ${formatTime(at, town)}`,
    who: describeActor({ kind: actor, ...(actorId === null ? {} : { id: actorId }) }, actorName),
    what: actionWords[action as AuditAction] ?? action,
    ...itemOf(subject ?? '', titles),
    times: count > 1 ? `${new Intl.NumberFormat(town.locale).format(count)} times within an hour` : '',
    where: isAdmin ? whereOf(entry, now) : '',
  };
}

/** An item is shown by the title it had; if that was not recorded, by its current one. */
function itemOf(subject: string, titles: Map<string, string>): Pick<Row, 'title' | 'path'> {
  const { path, title } = readSubject(subject);
  if (path === null) return { title, path };
  const present = titles.get(path);
  const shown = title || present;
  return { title: shown ? `“${shown}”` : path, path: present === undefined ? null : path };
}

/** The network, as long as it is stored; a counted entry may be from several. */
function whereOf({ at, address, count }: AuditEntry, now: number): string {
  if (address) return address;
  return count > 1 && at > now - ADDRESS_KEPT_MS ? 'several networks' : '';
}

export default function Activity({ loaderData: { rows, pager } }: Route.ComponentProps) {
  return (
    <AdminListPage
      heading="Activity"
      about="Entries are kept for 400 days, and their network addresses for 30. Repeated actions within an hour are counted in one entry."
      empty={messages.empty}
      rows={rows}
      list={<ActivityList rows={rows} />}
      pager={pager}
    />
  );
}

function ActivityList({ rows }: { rows: Row[] }) {
  const { isReadOnly } = useSite();
  return (
    <section className="panel" aria-labelledby="entries">
      <h2 id="entries" className="vh">
        Entries
      </h2>
      <ul className="queue">
        {rows.map(({ id, machineTime, when, who, what, title, path, times, where }) => (
          <li key={id}>
            <div>
              <h3>
                {what} {path && !isReadOnly ? <a href={path}>{title}</a> : title}
              </h3>
              <p className="muted">
                {who}, <time dateTime={machineTime}>{when}</time>
                {times ? `, ${times}` : ''}
                {where ? `, from ${where}` : ''}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
