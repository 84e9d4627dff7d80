import type { CountFilter } from '#app/desk/list/count-filters.tsx';
import { readContext } from '#app/people/request/context.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatAgo } from '#app/platform/time/relative-time.ts';
import { formatShortDate, startOfToday } from '#app/platform/time/town-time.ts';
import { listSources } from '#app/sources/checks/read-sources.server.ts';
import { countPublished } from '#app/sources/checks/source-history.server.ts';
import { badgeOf, needsAttention } from '#app/sources/pages/source/health-badge.server.ts';
import { healthMeanings, healthNames, type Source } from '#app/sources/source.ts';
import type { Town } from '#app/town/town.ts';
import { feedsWords, trustWords } from './source-words.ts';

const PATH = '/admin/sources';
const WEEK_DAYS = 7;

type Part = 'all' | 'attention' | 'paused';

const parts: Record<Part, { label: string; has: (source: Source) => boolean }> = {
  all: { label: 'All', has: () => true },
  attention: { label: 'Need attention', has: needsAttention },
  paused: { label: 'Paused', has: ({ state }) => state === 'paused' },
};

export type SourceRow = ReturnType<typeof sourceRowOf>;

/** The sources in the part that `show` names, or all of them, with what the page says about them. */
export async function loadSourceList(args: Parameters<typeof readContext>[0], show: string | null) {
  const { read, town, now } = readContext(args);
  const sources = await listSources(read, { now, zone: town.timeZone });
  const part: Part = show === 'attention' || show === 'paused' ? show : 'all';
  const weekAgo = startOfToday(now, town.timeZone) - (WEEK_DAYS - 1) * DAY_MS;
  const published = await countPublished(read, weekAgo);
  const number = new Intl.NumberFormat(town.locale);
  const arrived = sources.reduce((sum, { addedThisWeek }) => sum + addedThisWeek, 0);
  return {
    summary: summaryOf({ sources: sources.length, arrived, published }, number),
    isEmpty: sources.length === 0,
    rows: sources.filter(parts[part].has).map((source) => sourceRowOf(source, town, now, number)),
    filters: filtersOf(sources, part),
    failing: sources.filter(({ state }) => state === 'failing').map((source) => failureOf(source, town)),
    meanings: Object.entries(healthMeanings).map(([health, meaning]) => ({
      name: healthNames[health as keyof typeof healthMeanings],
      meaning,
    })),
  };
}

type Sums = { sources: number; arrived: number; published: number };

function summaryOf({ sources, arrived, published }: Sums, number: Intl.NumberFormat): string {
  const all = sources === 1 ? 'One source' : `${number.format(sources)} sources`;
  const items = `${number.format(arrived)} ${arrived === 1 ? 'item' : 'items'}`;
  const were = `${number.format(published)} ${published === 1 ? 'was' : 'were'} published`;
  return `${all}. ${items} came in this week; ${were}.`;
}

function sourceRowOf(source: Source, town: Town, now: number, number: Intl.NumberFormat) {
  const { id, name, state, feeds, trust, lastCheckAt, addedThisWeek } = source;
  return {
    id,
    name,
    badge: badgeOf(state),
    feeds: feedsWords[feeds],
    trust: trustWords[trust],
    checked: lastCheckAt === null ? 'Not yet' : formatAgo(lastCheckAt, now, town),
    added: number.format(addedThisWeek),
  };
}

function filtersOf(sources: Source[], current: Part): CountFilter[] {
  return Object.entries(parts).map(([part, { label, has }]) => ({
    label,
    href: part === 'all' ? PATH : `${PATH}?show=${part}`,
    count: sources.filter(has).length,
    isCurrent: part === current,
  }));
}

function failureOf({ id, name, message, failingSince }: Source, town: Town) {
  const since = failingSince === null ? '' : ` Failing since ${formatShortDate(failingSince, town)}.`;
  return { id, name, message: `${message}${since}` };
}
