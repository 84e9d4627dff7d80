/** Events as feed items. */
import type { FacetContext, FeedDraft, FeedEventFacts, FeedRequest } from '#app/items/collection/facets.ts';
import { bareFeedItem, joinHtml, markup, wholeText } from '#app/items/lists/feed-draft.server.ts';
import { withLeadPictures } from '#app/items/text/lead-picture.server.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { plainTextOf, shorten } from '#app/platform/html/extract.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { xmlLineOf } from '#app/platform/html/xml-text.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { formatEventDate, machineTimeOf, startOfToday, townDayOf } from '#app/platform/time/town-time.ts';
import { imageTypeOf } from './event.ts';
import { type FeedEvent, listFeedEvents } from './event-listings.server.ts';
import { changesOf, statedTitleOf } from './event-status.ts';
import { describeTime, eventSpanOf } from './event-time.ts';

export async function listEventDrafts(context: FacetContext, request: FeedRequest): Promise<FeedDraft[]> {
  const { read, now, town } = context;
  const from = startOfToday(now, town.timeZone);
  const events = await listFeedEvents(read, { ...request, now, from });
  return (await withLeadPictures(read, events)).map((event) => draftOf(event, context));
}

type PicturedEvent = Omit<FeedEvent, 'picture'> & { picture: PictureSize | null };

function draftOf(event: PicturedEvent, { town, siteUrl }: FacetContext): FeedDraft {
  const original = isOwnLink(event.link, siteUrl) ? undefined : event.link;
  const changes = changesOf(event, town);
  const facts = {
    changes,
    when: `${formatEventDate(event.eventDate, town.timeZone)}, ${describeTime(event, town.timeZone)}`,
    where: event.eventLocation,
  };
  const said = `${changes ? `${changes} ` : ''}${facts.when}, ${facts.where}.`;
  return {
    // A change of status is news when it is announced, however long ago the event was published.
    at: event.status === 'scheduled' ? event.pubDate : Math.max(event.pubDate, event.updatedAt),
    size: textOf(event).length,
    write: (isWhole) => ({
      // Most feed readers list only titles, so the title says what changed.
      ...bareFeedItem('events', event, siteUrl, statedTitleOf(event)),
      sourceUrl: original,
      summary: shorten(`${said} ${plainTextOf(event.description).slice(0, 400)}`),
      html: isWhole
        ? joinHtml(
            factsHtml(facts),
            wholeText('events', { id: event.id, description: textOf(event) }, siteUrl),
            moreHtml(original),
          )
        : undefined,
      enclosure: enclosureOf(event, siteUrl),
      event: factsOf(event, town.timeZone),
    }),
  };
}

/** The text of the event, and of its agenda and minutes. */
function textOf({ description, meeting }: Pick<PicturedEvent, 'description' | 'meeting'>): string {
  const { agendaText, minutesText } = meeting ?? {};
  return [
    description,
    ...(agendaText ? ['<h2>Agenda</h2>', agendaText] : []),
    ...(minutesText ? ['<h2>Minutes</h2>', minutesText] : []),
  ].join('\n');
}

/** `changes` is '' if an event takes place as announced. */
type FactWords = { changes: string; when: string; where: string };

/** What changed, when and where, above the event's text. */
function factsHtml({ changes, when, where }: FactWords): SafeHtml {
  return markup(
    <>
      {changes ? (
        <p>
          <strong>{changes}</strong>
        </p>
      ) : null}
      <p>
        <strong>{when}</strong>
        <br />
        {where}
      </p>
    </>,
  );
}

/** The link below the event's text to its own page elsewhere. */
function moreHtml(url: string | undefined): SafeHtml {
  if (!url) return '' as SafeHtml;
  return markup(
    <p>
      <a href={url}>More about this event</a>
    </p>,
  );
}

function enclosureOf({ enclosureUrl, enclosureType, picture }: PicturedEvent, siteUrl: string) {
  if (picture) return { url: siteUrl + pictureAddress(picture), type: 'image/jpeg' };
  const url = URL.parse(enclosureUrl, siteUrl)?.href;
  // People type it, and an invalid media type would make the feed invalid.
  const type = /^[\w.+-]+\/[\w.+-]+$/.test(enclosureType) ? enclosureType : imageTypeOf(enclosureUrl);
  return url ? { url, type } : undefined;
}

function factsOf(event: PicturedEvent, zone: string): FeedEventFacts {
  const { start, end, allDay } = eventSpanOf(event, zone);
  const write = (instant: number) => (allDay ? townDayOf(instant, zone) : machineTimeOf(instant, zone));
  return {
    start: write(start),
    end: allDay ? write(Math.max((end ?? start) - 1, start)) : end === undefined ? undefined : write(end),
    location: xmlLineOf(event.eventLocation),
    status: event.status,
    previousStart: event.previousDate === null ? undefined : write(event.previousDate),
  };
}
