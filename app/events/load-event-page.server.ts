import type { PageContext } from '#app/collection/facets.ts';
import { findLeadPicture } from '#app/content/lead-picture.server.ts';
import { isOwnLink } from '#app/content/own-link.ts';
import { withTextPictures } from '#app/content/text-pictures.server.tsx';
import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import { loadProvenance } from '#app/sources/provenance.server.ts';
import { imageOf, pictureOf, type TownEvent } from './event.ts';
import { overFrom } from './event-time.ts';

/** What the page of an event shows. */
export async function loadEventPage(
  event: TownEvent,
  {
    read,
    town,
    now,
    siteUrl,
    keepUntil,
  }: Pick<PageContext, 'read' | 'town' | 'now' | 'siteUrl' | 'keepUntil'>,
) {
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const place = { collection: 'events', id: event.id };
  const description = sanitize(event.description);
  const end = overFrom(event, town.timeZone);
  if (end > now) keepUntil(end);
  return {
    event: { ...event, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, { picture: pictureOf(event) }),
    image: imageOf(event),
    isOwn: isOwnLink(event.link, siteUrl),
    isOver: end <= now,
    siteUrl,
    provenance: await loadProvenance(read, place, { now, clock }),
    clock,
  };
}
