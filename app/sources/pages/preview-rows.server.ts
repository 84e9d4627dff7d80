import type { RouterContextProvider } from 'react-router';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { formatShortDate, formatShortDay } from '#app/platform/time/town-time.ts';
import {
  type ImportPreview,
  type PreviewedItem,
  type PreviewedSource,
  type PreviewStatus,
  previewImport,
} from '#app/sources/import/preview-import.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import type { SourceInput } from '#app/sources/source.ts';
import type { Town } from '#app/town/town.ts';

type Args = { context: Readonly<RouterContextProvider> };

export type PreviewRow = {
  key: string;
  title: string;
  when: string;
  where: string;
  badge: { tone: string; label: string };
  /** Which item it would be merged into, or why it is left out. */
  reason: string;
};

/** The first items of a source as they would be imported, and what happens to all of them. */
export type Preview = { heading: string; kind: 'dates' | 'items'; rows: PreviewRow[]; remarks: string[] };

const SHOWN = 8;

/** What an import of the source would do. Writes nothing. */
export function previewOf(args: Args, draft: PreviewedSource, source: ParsedSource): Promise<ImportPreview> {
  const { read, town, siteUrl, collections } = readContext(args);
  const { now } = args.context.get(requestContextKey).services;
  return previewImport({ read, collections, town, siteUrl, now }, draft, source);
}

/** The same as the page shows it: what is over is left out. */
export async function loadPreview(
  args: Args,
  draft: PreviewedSource,
  source: ParsedSource,
): Promise<Preview> {
  const { town } = readContext(args);
  const { items, counts } = await previewOf(args, draft, source);
  const isOfEvents = draft.feeds === 'events';
  const listed = items.filter(({ status }) => status !== 'past');
  return {
    heading: headingOf(listed.length, isOfEvents, town),
    kind: isOfEvents ? 'dates' : 'items',
    rows: listed.slice(0, SHOWN).map((item) => previewRowOf(item, isOfEvents, town)),
    remarks: [...source.losses.map((loss) => `${loss}.`), ...remarksOf(counts, listed.length, draft)],
  };
}

function headingOf(count: number, isOfEvents: boolean, town: Town): string {
  if (count === 0) return 'Nothing to import yet';
  const which = isOfEvents ? 'next' : 'latest';
  if (count > SHOWN) return `The ${which} ${SHOWN} of ${new Intl.NumberFormat(town.locale).format(count)}`;
  return `The ${which} ${count === 1 ? 'one' : count}`;
}

const badges: Record<PreviewStatus, PreviewRow['badge']> = {
  new: { tone: '', label: 'New' },
  duplicate: { tone: 'is-quiet', label: 'Duplicate' },
  known: { tone: 'is-quiet', label: 'Known' },
  past: { tone: 'is-quiet', label: 'Over' },
  refused: { tone: 'is-warning', label: 'Left out' },
};

function previewRowOf(item: PreviewedItem, isOfEvents: boolean, town: Town): PreviewRow {
  const { key, title, at, time, where, status, into, problem } = item;
  const day = at === null ? '' : isOfEvents ? formatShortDay(at, town) : formatShortDate(at, town);
  return {
    key,
    title: title || 'Untitled',
    when: [day, time].filter(Boolean).join(', '),
    where: where ?? '',
    badge: badges[status],
    reason: problem ?? (into ? `Merged with “${into.title}”` : ''),
  };
}

function remarksOf(
  { duplicate, refused, known }: ImportPreview['counts'],
  all: number,
  { feeds, rank }: Pick<SourceInput, 'feeds' | 'rank'>,
): string[] {
  const things = feeds === 'events' ? 'events' : 'items';
  const details = rank === 'primary' ? ', and this source’s details win over those of aggregators' : '';
  return [
    duplicate > 0
      ? `${duplicate} of the ${all} ${duplicate === 1 ? 'matches something' : `match ${things}`} we already have. ${duplicate === 1 ? 'It' : 'They'} will be merged${details}.`
      : '',
    known > 0 ? `${known} of the ${all} came from this address before and won’t be added again.` : '',
    refused > 0 ? `${refused} of the ${all} can’t be imported and will be left out.` : '',
  ].filter(Boolean);
}
