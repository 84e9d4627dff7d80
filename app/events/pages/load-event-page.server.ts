import { imageOf, pictureOf, type TownEvent } from '#app/events/event.ts';
import { overFrom } from '#app/events/event-time.ts';
import { loadMeeting } from '#app/events/meetings/load-meeting.server.ts';
import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { loadProvenance } from '#app/items/provenance/provenance.server.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';

/** What the page of an event shows. */
export async function loadEventPage(
  event: TownEvent,
  {
    read,
    remember,
    town,
    now,
    siteUrl,
    keepUntil,
  }: Pick<PageContext, 'read' | 'remember' | 'town' | 'now' | 'siteUrl' | 'keepUntil'>,
) {
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const place = { collection: 'events', id: event.id };
  const description = sanitize(event.description);
  const end = overFrom(event, town.timeZone);
  if (end > now) keepUntil(end);
  return {
    event: { ...event, meeting: null, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, { picture: pictureOf(event) }),
    documents: await findItemDocuments(read, event, clock),
    meeting: event.meeting && (await loadMeeting(event, event.meeting, { read, town, now, keepUntil })),
    archived: await findArchivedDay(read, 'events', event.id, clock),
    doubt: await findDoubt(remember, 'events', event.id),
    image: imageOf(event),
    isOwn: isOwnLink(event.link, siteUrl),
    isOver: end <= now,
    siteUrl,
    provenance: await loadProvenance(read, place, { now, clock }),
    clock,
  };
}
