import { data } from 'react-router';
import { readContext } from '#app/people/request/context.ts';
import { findAccountLabel } from '#app/platform/database/account-names.ts';
import type { SourceCheckRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatLongDate, formatShortDate, townDayOf } from '#app/platform/time/town-time.ts';
import { findSource, listChecks, listSourceDays } from '#app/sources/checks/read-sources.server.ts';
import { countDecisions, type DecisionCounts } from '#app/sources/checks/source-history.server.ts';
import {
  describeFormat,
  describeInterval,
  describeTime,
  feedsWords,
  rankWords,
} from '#app/sources/pages/source-words.ts';
import type { Source } from '#app/sources/source.ts';
import type { Town } from '#app/town/town.ts';
import { badgeOf } from './health-badge.server.ts';
import { loadDecisions } from './load-decisions.server.ts';
import { type DayBar, listBars, listWeeks } from './source-days.ts';

type Args = Parameters<typeof readContext>[0];

const DAYS = 30;
const CHECKS = 8;

/** The source with this id; a 404 if there is none. */
export async function requireSource(args: Args, id: string): Promise<Source> {
  const { read, town, now } = readContext(args);
  const source = await findSource(read, id, { now, zone: town.timeZone });
  if (!source) throw data(null, { status: 404 });
  return source;
}

/** What the page of a source shows. */
export async function loadSource(args: Args, id: string) {
  const { read, town, now } = readContext(args);
  const source = await requireSource(args, id);
  const decisions = await loadDecisions(args, id);
  const today = townDayOf(now, town.timeZone);
  const from = townDayOf(now - (DAYS - 1) * DAY_MS, town.timeZone);
  const days = await listSourceDays(read, id, from);
  const counts = await countDecisions(read, id);
  const adder = await findAccountLabel(read, source.createdBy);
  const checks = await listChecks(read, id, CHECKS);
  return {
    id,
    name: source.name,
    badge: badgeOf(source.state),
    status: [
      source.nextCheckAt === null ? null : `Next check: ${describeNext(source.nextCheckAt, now, town)}`,
      `Added ${formatLongDate(source.createdAt, town)}${adder ? ` by ${adder}` : ''}`,
    ].filter((text) => text !== null),
    isPaused: source.state === 'paused',
    trouble: troubleOf(source, counts, town),
    facts: factsOf(source, counts, town),
    bars: listBars(days, from, today),
    firstDay: formatShortDate(now - (DAYS - 1) * DAY_MS, town),
    weeks: listWeeks(days, town),
    decisions,
    checks: checks.map((check) => checkOf(check, now, town)),
    checkCount: new Intl.NumberFormat(town.locale).format(days.reduce((sum, { checks }) => sum + checks, 0)),
  };
}

function describeNext(at: number, now: number, town: Town): string {
  return at <= now ? 'within a minute' : describeTime(at, now, town);
}

/** What is wrong, what became of its items, and the likeliest fix. Null if it is fine. */
function troubleOf(source: Source, { published }: DecisionCounts, town: Town) {
  const { state, message, failingSince, newAddress, stopped } = source;
  if (state === 'working') return null;
  const since = failingSince === null ? '' : ` Failing since ${formatLongDate(failingSince, town)}.`;
  const number = new Intl.NumberFormat(town.locale).format(published);
  const isBroken = state === 'failing' || failingSince !== null;
  return {
    tone: state === 'failing' ? ('danger' as const) : ('warning' as const),
    message: `${message}${since}`,
    stays:
      published > 0 && isBroken
        ? `${number} ${published === 1 ? 'item stays' : 'items stay'} on the site.`
        : '',
    newAddress,
    mayHaveMoved: isBroken && newAddress === null,
    canResume: stopped === 'failing' || stopped === 'gone',
  };
}

type Fact = { label: string; value: string; href?: string };

function factsOf(source: Source, counts: DecisionCounts, town: Town): Fact[] {
  const { address, site, format, feeds, trust, rank, zone, every } = source;
  const number = new Intl.NumberFormat(town.locale);
  const parts = [
    [counts.published, 'published'],
    [counts.waiting, 'in the inbox'],
    [counts.discarded, 'discarded'],
    [counts.expired, 'over before they were reviewed'],
  ].filter(([count]) => Number(count) > 0);
  return [
    { label: 'Address', value: address, href: address },
    ...(site && site !== address ? [{ label: 'Website', value: site, href: site }] : []),
    { label: 'Format', value: describeFormat(format) ?? 'Not read yet' },
    { label: 'Adds', value: feedsWords[feeds] },
    { label: 'Trust', value: trust === 'review' ? 'Review everything first' : 'Publish right away' },
    { label: 'Source type', value: rankWords[rank] },
    { label: 'Time zone', value: zone ?? `As it says, otherwise ${town.timeZone}` },
    { label: 'Checked', value: describeInterval(every) },
    {
      label: `${number.format(counts.all)} ${counts.all === 1 ? 'item' : 'items'}`,
      value:
        parts.map(([count, words]) => `${number.format(Number(count))} ${words}`).join(', ') || 'None yet',
    },
  ];
}

export type ShownCheck = ReturnType<typeof checkOf>;

function checkOf(check: SourceCheckRow, now: number, town: Town) {
  const { at, ms, title, collection, itemId } = check;
  const seconds = new Intl.NumberFormat(town.locale, { maximumFractionDigits: ms < 10_000 ? 1 : 0 });
  return {
    at,
    when: describeTime(at, now, town),
    ...resultOf(check),
    title,
    href:
      !collection || !itemId
        ? null
        : collection === 'notices'
          ? '/admin/notices'
          : `/admin/${collection}/${itemId}`,
    took: `${seconds.format(Math.max(ms, 100) / 1000)} s`,
  };
}

const outcomes: Record<SourceCheckRow['outcome'], { tone: string }> = {
  new: { tone: 'is-success' },
  same: { tone: 'is-quiet' },
  failed: { tone: 'is-danger' },
  later: { tone: 'is-warning' },
};

function resultOf({ outcome, problem, added, changed, missing }: SourceCheckRow) {
  const counts = [
    added > 0 ? `${added} new` : '',
    changed > 0 ? `${changed} changed` : '',
    missing > 0 ? `${missing} missing` : '',
  ].filter(Boolean);
  const happened = counts.join(', ') || 'Nothing new';
  const result = outcome === 'failed' || outcome === 'later' ? null : happened;
  const failure = outcome === 'later' ? 'Asked us to come back later' : 'Failed';
  return { tone: outcomes[outcome].tone, result: result ?? failure, problem };
}

export type { DayBar };
