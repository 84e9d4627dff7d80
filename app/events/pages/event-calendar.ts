import { data } from 'react-router';
import {
  calendarFileNameOf,
  calendarResponse,
  formatCalendar,
} from '#app/events/event-calendar-file.server.ts';
import { findEvent } from '#app/events/event-store.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/event-calendar';

export const handle: RouteHandle = { section: 'events' };

/**
 * The event for the reader's own calendar. A middleware sends it because this is a page: an unknown id reaches the
 * loader and gets the site's 404 page, not just a status.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params: { id }, context }, next) => {
    const { read, town, now, siteUrl } = readContext({ context });
    const event = isItemId(id) ? await findEvent(read, id) : undefined;
    if (!event) return next();
    const calendar = formatCalendar([event], { clock: town, siteUrl, now });
    return calendarResponse(calendar, `attachment; filename="${calendarFileNameOf(event)}"`);
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function EventCalendar() {
  return null;
}
