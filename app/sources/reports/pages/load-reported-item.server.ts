import { data } from 'react-router';
import { describeTime } from '#app/events/event-time.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import type { Topic } from '#app/items/reported/report-topics.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDayParts } from '#app/platform/time/town-time.ts';
import { fieldsAsked } from '#app/sources/reports/report-edit.server.ts';
import { findReportable, type ReportedItem } from '#app/sources/reports/report-store.server.ts';
import type { Town } from '#app/town/town.ts';

type Args = Parameters<typeof readContext>[0] & { params: { collection: string; id: string } };

/** An item as the pages about a report show it. `listed` is what it says now about each topic. */
export type ShownItem = {
  collection: string;
  id: string;
  singular: string;
  title: string;
  href: string;
  /** The day of an event, for a tear-off page of a calendar. */
  tear: { month: string; day: string } | null;
  about: string;
  listed: { [T in Topic]?: string };
};

/** The public item of the address, with its collection. Throws a 404 if there is none. */
export async function requireReportable(args: Args, db: ReadDb) {
  const { town, siteUrl } = readContext(args);
  const collection = requireCollection(args);
  const { id } = args.params;
  const item = isItemId(id) ? await findReportable(db, collection, id) : undefined;
  if (!item) throw data(null, { status: 404 });
  return { collection, item, shown: shownItem(collection, item, { town, siteUrl }) };
}

function shownItem(
  { name, singular }: { name: string; singular: string },
  { id, title, input }: ReportedItem,
  { town, siteUrl }: { town: Town; siteUrl: string },
): ShownItem {
  const { slug } = input as { slug?: string | null };
  const event = name === 'events' ? describeEvent(input, town) : null;
  const place = textOf(input, 'place', name);
  const hours = name === 'businesses' ? textOf(input, 'time', name) : null;
  const link = textOf(input, 'link', name);
  return {
    ...{ collection: name, id, singular, title },
    href: permalinkOf(name, { id, title, ...(slug ? { slug } : {}) }),
    tear: event?.tear ?? null,
    about: [event?.when, place].filter(Boolean).join(', '),
    listed: {
      ...(event || hours ? { time: event?.when ?? hours ?? '' } : {}),
      ...(place ? { place } : {}),
      ...(link && !isOwnLink(link, siteUrl) ? { link: link.replace(/^https?:\/\/(www\.)?|\/$/g, '') } : {}),
    },
  };
}

/** What the item has in the field that a topic is about. */
function textOf(input: Record<string, unknown>, topic: Topic, collection: string): string | null {
  const [asked] = fieldsAsked(collection, topic);
  const value = asked && input[asked[1]];
  return typeof value === 'string' && value !== '' ? value : null;
}

function describeEvent(input: Record<string, unknown>, town: Town) {
  const at = Date.parse(String(input.eventDate));
  const { month, day, weekday, monthDay } = formatDayParts(at, town);
  const endDate = input.endDate ? Date.parse(String(input.endDate)) : null;
  const dates = { eventDate: at, eventTime: String(input.eventTime), endDate, allDay: input.allDay === true };
  return { tear: { month, day }, when: `${weekday}, ${monthDay}, ${describeTime(dates, town.timeZone)}` };
}
