import { readForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { startOfTomorrow } from '#app/platform/time/town-time.ts';
import type { Occurrence, SourceItem } from '#app/sources/import/source-item.ts';
import { type Horizon, isWanted } from './expand-event.ts';
import type { EventTimes } from './reading.ts';

/** When the event is; a sentence when its start can't be read, undefined when that is not in the horizon. */
export function occurrenceOf(
  item: SourceItem,
  times: EventTimes,
  { horizon, zone, isZoneForced }: { horizon: Horizon; zone: string; isZoneForced: boolean },
): Occurrence | string | undefined {
  const read = (text: string) => readForeignDate(text, zone, { isWall: isZoneForced && !times.isInstant });
  const start = read(times.start);
  if (!start) return 'An event has no date that can be read';
  const end = endOf(start, times.end ? read(times.end) : undefined, zone);
  if (!isWanted(start.instant, end, horizon)) return undefined;
  return {
    sourceId: item.sourceId,
    item: item.sourceId,
    title: item.title ?? '',
    start: isoOf(start.instant),
    end: end === undefined ? null : isoOf(end),
    allDay: start.isDay,
    location: item.location,
    link: item.link,
    status: times.status ?? 'confirmed',
  };
}

/** Exclusive. The last day that a page names is included. */
function endOf(
  start: { instant: number; isDay: boolean },
  end: { instant: number } | undefined,
  zone: string,
): number | undefined {
  const last = end && end.instant > start.instant ? end : undefined;
  if (start.isDay) return startOfTomorrow(last?.instant ?? start.instant, zone);
  return last?.instant;
}
