import type { CountFilter } from '#app/desk/list/count-filters.tsx';
import { capitalize } from '#app/items/collection/capitalize.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { countTrash, listTrash, type TrashEntry, trashOrder } from '#app/items/trash/trash-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import {
  daysBetween,
  formatShortDate,
  formatTime,
  machineTimeOf,
  townDayOf,
} from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** How soon an entry is deleted: a warning in the last three days, danger on the last day. */
export type TimeLeft = { tone: 'quiet' | 'warning' | 'danger'; words: string };

export type TrashRow = {
  id: string;
  title: string;
  /** 'Article', or 'Poll. Its 64 votes come back too'. */
  kind: string;
  deletedAt: string;
  machineTime: string;
  deletedBy: string | null;
  left: TimeLeft;
};

type Args = Parameters<typeof readContext>[0] & { url: URL };

/** A page of the trash, of all collections or of `?show={collection}`, last deleted first. */
export async function loadTrash(args: Args) {
  const { read, town, now, collections } = readContext(args);
  const url = new URL(args.url);
  const show = url.searchParams.get('show') ?? '';
  const shown = Object.hasOwn(collections, show) ? show : undefined;
  const counts = await countTrash(read, now);
  const { items, pager } = await loadListPage(url, trashOrder, (request) =>
    listTrash(read, request, { now, collection: shown }),
  );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const number = new Intl.NumberFormat(town.locale);
  const filterOf = (name: string, label: string, count: number): CountFilter => ({
    label,
    href: name ? `/admin/trash?show=${name}` : '/admin/trash',
    count: number.format(count),
    isCurrent: name === (shown ?? ''),
  });
  const filters = Object.values(collections).flatMap(({ name, heading }) =>
    counts.has(name) ? [filterOf(name, heading, counts.get(name) ?? 0)] : [],
  );
  const trashRowOf = (entry: TrashEntry): TrashRow => ({
    id: entry.id,
    title: entry.title.trim() || 'Untitled',
    kind: kindOf(entry, collections[entry.collection], number),
    deletedAt: sayWhen(entry.removedAt, now, town),
    machineTime: machineTimeOf(entry.removedAt, town.timeZone),
    deletedBy: entry.removedBy,
    left: timeLeft(entry.expiresAt, now, town.timeZone),
  });
  return {
    rows: items.map(trashRowOf),
    total,
    items: total === 1 ? '1 item' : `${number.format(total)} items`,
    filters: [filterOf('', 'All', total), ...filters],
    pager,
  };
}

export type TrashPage = Awaited<ReturnType<typeof loadTrash>>;

type Kind = { singular: string; belongings?: { words: readonly [string, string] } };

function kindOf({ belongings }: TrashEntry, kind: Kind | undefined, number: Intl.NumberFormat): string {
  const name = capitalize(kind?.singular ?? 'item');
  if (!kind?.belongings || belongings === 0) return name;
  const [one, several] = kind.belongings.words;
  return belongings === 1
    ? `${name}. Its ${one} comes back too`
    : `${name}. Its ${number.format(belongings)} ${several} come back too`;
}

/** The time if it is today, otherwise the date. */
function sayWhen(at: number, now: number, town: Town): string {
  const isToday = townDayOf(at, town.timeZone) === townDayOf(now, town.timeZone);
  return isToday ? formatTime(at, town) : formatShortDate(at, town);
}

/** Counted in the town's days. */
export function timeLeft(expiresAt: number, now: number, zone: string): TimeLeft {
  const days = daysBetween(townDayOf(now, zone), townDayOf(expiresAt, zone));
  if (days <= 0) return { tone: 'danger', words: 'Today' };
  if (days === 1) return { tone: 'danger', words: 'Tomorrow' };
  return { tone: days <= 3 ? 'warning' : 'quiet', words: `${days} days` };
}
