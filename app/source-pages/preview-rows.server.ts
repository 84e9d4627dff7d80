import type { RouterContextProvider } from 'react-router';
import { readVisit } from '#app/context.ts';
import type { ParsedSource } from '#app/sources/source-item.ts';
import { formatShortDate, formatShortDay, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { SourceValues } from './source-fields.ts';

type Args = { context: Readonly<RouterContextProvider> };

export type PreviewRow = { key: string; title: string; when: string; where: string };

/** The first items of a source as they would be imported. */
export type Preview = { heading: string; kind: 'dates' | 'items'; rows: PreviewRow[] };

const SHOWN = 8;

export async function loadPreview(
  args: Args,
  { feeds }: SourceValues,
  source: ParsedSource,
): Promise<Preview> {
  const { town } = readVisit(args);
  const rows = feeds === 'events' ? datesOf(source, town) : itemsOf(source, town);
  const kind = feeds === 'events' ? 'dates' : 'items';
  const shown = rows.slice(0, SHOWN);
  const which = kind === 'dates' ? 'next' : 'latest';
  const heading =
    rows.length > SHOWN
      ? `The ${which} ${SHOWN} of ${new Intl.NumberFormat(town.locale).format(rows.length)}`
      : rows.length === 0
        ? 'Nothing to import yet'
        : `The ${which} ${rows.length === 1 ? 'one' : rows.length}`;
  return { heading, kind, rows: shown };
}

function datesOf({ occurrences }: ParsedSource, town: Town): PreviewRow[] {
  return occurrences
    .toSorted((one, other) => Date.parse(one.start) - Date.parse(other.start))
    .map(({ sourceId, title, start, allDay, location }) => ({
      key: sourceId,
      title: title || 'Untitled',
      when: whenOf(Date.parse(start), allDay, town),
      where: location ?? '',
    }));
}

function whenOf(start: number, allDay: boolean, town: Town): string {
  return `${formatShortDay(start, town)}, ${allDay ? 'all day' : formatTime(start, town)}`;
}

function itemsOf({ items }: ParsedSource, town: Town): PreviewRow[] {
  return items.map(({ sourceId, title, pubDate, author }) => ({
    key: sourceId,
    title: title ?? 'Untitled',
    when: pubDate ? formatShortDate(Date.parse(pubDate), town) : '',
    where: author ?? '',
  }));
}
