import type { Event, Graph, Place, VirtualLocation } from 'schema-dts';
import { permalinkOf, sharePictureOf } from '#app/items/content/permalink.ts';
import {
  addressTextOf,
  breadcrumbsOf,
  graphOf,
  pageOfCredit,
  sourceOrganization,
} from '#app/items/lists/json-ld.ts';
import type { Credit } from '#app/items/text/credit.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { machineTimeOf, townDayOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { type EventStatus, imageOf, type TownEvent } from './event.ts';
import { eventSpanOf } from './event-time.ts';

export type EventFacts = {
  event: Omit<TownEvent, 'description'>;
  picture: PictureSize | null;
  deck: string;
  credits: Credit[];
  zone: string;
};

/**
 * An event as https://schema.org/Event. Its dates have the town's offset, or are days if it is all-day. Its source
 * counts as the organizer, and the pages of all its sources are about it; offers are unknown.
 */
export function eventJsonLd(
  { event, picture: lead, deck, credits, zone }: EventFacts,
  site: SiteFacts,
): Graph {
  const path = permalinkOf('events', event);
  const image = lead ? pictureAddress(lead) : imageOf(event);
  const picture = site.url + sharePictureOf('events', event);
  return graphOf(
    {
      '@type': 'Event',
      name: event.title,
      ...(deck ? { description: deck } : {}),
      url: site.url + path,
      ...datesOf(event, zone),
      eventStatus: statusOf(event),
      ...locationOf(event.eventLocation, site, path),
      organizer: sourceOrganization(siteNameOf(event.link), new URL(event.link).origin, site),
      image: image ? [new URL(image, site.url).href, picture] : [picture],
      inLanguage: languageOfTexts(site.locale),
      ...(credits.length > 0 ? { subjectOf: credits.map((credit) => pageOfCredit(credit)) } : {}),
    },
    breadcrumbsOf(site, ['Events', '/events'], [event.title, path]),
  );
}

const statuses = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
  moved: 'https://schema.org/EventRescheduled',
} as const satisfies Record<EventStatus, string>;

/** Moved to another place, it keeps its time: only a new date counts as rescheduled, with the previous one. */
function statusOf({ status, previousDate }: EventFacts['event']) {
  return statuses[status === 'moved' && previousDate === null ? 'scheduled' : status];
}

type Dates = { startDate: string; endDate?: string; previousStartDate?: string };

/** A day without time; the last day of an all-day event is inclusive, because `end` is the midnight after. */
function datesOf(event: EventFacts['event'], zone: string): Dates {
  const { start, end, allDay } = eventSpanOf(event, zone);
  const { previousDate } = event;
  const format = (instant: number) => (allDay ? townDayOf(instant, zone) : machineTimeOf(instant, zone));
  return {
    startDate: format(start),
    ...(end === undefined ? {} : { endDate: format(allDay ? end - 1 : end) }),
    ...(previousDate === null ? {} : { previousStartDate: format(previousDate) }),
  };
}

/** An event without a place has its page as location: a link to join is only for those who read it there. */
function locationOf(
  text: string,
  site: SiteFacts,
  path: string,
): { location: Place | VirtualLocation; eventAttendanceMode: Exclude<Event, string>['eventAttendanceMode'] } {
  if (/^https?:|^(online|virtual|zoom)\b/i.test(text)) {
    return {
      location: { '@type': 'VirtualLocation', url: site.url + path },
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
    };
  }
  return {
    location: { '@type': 'Place', name: text, address: addressTextOf(text, site) },
    eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
  };
}
