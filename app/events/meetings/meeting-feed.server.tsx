/** The feed of meetings: their agendas and minutes, each as an item of its own. */
import type { FacetContext, FeedDraft, FeedFacet, FeedRequest } from '#app/items/collection/facets.ts';
import { bareFeedItem, joinHtml, markup, tagOf, wholeText } from '#app/items/lists/feed-draft.server.ts';
import { listPostings } from '#app/items/proof/publication-record.server.ts';
import { plainTextOf, shorten } from '#app/platform/html/extract.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import { listDocumentsById } from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { findBody } from '#app/town/bodies.ts';
import type { TownEvent } from '../event.ts';
import { findEvent } from '../event-store.server.ts';
import { meetingPartsOf } from './meeting-lines.server.ts';
import { listChangedMeetings } from './meeting-store.server.ts';

/** `source` is the slug of a body: only its meetings. */
export const meetingFeed = {
  name: 'meetings',
  heading: 'Meetings',
  facets: {
    feed: {
      contents: 'Agendas and minutes of meetings',
      list: async (context, request) => {
        const drafts: FeedDraft[] = [];
        for (const id of await listIds(context, request)) {
          const event = await findEvent(context.read, id);
          for (const part of ['agenda', 'minutes'] as const)
            if (event) drafts.push(...(await draftsOf(event, part, context)));
        }
        return drafts.sort((one, other) => other.at - one.at).slice(0, request.limit);
      },
    } satisfies FeedFacet as FeedFacet,
  },
};

async function listIds({ read, town }: FacetContext, { limit, source }: FeedRequest): Promise<string[]> {
  const body = source === undefined ? undefined : findBody(town, source);
  if (source !== undefined && !body) return [];
  return listChangedMeetings(read, { body: body?.name, limit });
}

async function draftsOf(
  event: TownEvent,
  part: 'agenda' | 'minutes',
  { read, town, siteUrl }: FacetContext,
): Promise<FeedDraft[]> {
  const { meeting } = event;
  const text = meetingPartsOf(meeting)[part];
  const postings = await listPostings(read, { name: 'events' }, event, { part, text });
  const at = postings[0];
  if (!meeting || at === undefined) return [];
  const html = meeting[`${part}Text`] ?? '';
  const [document] = await listDocumentsById(
    read,
    [meeting[part]].filter((id) => id !== null),
  );
  const word =
    part === 'agenda' ? 'Agenda' : meeting.minutesStatus === 'approved' ? 'Minutes' : 'Draft minutes';
  const title = `${word}: ${event.title}`;
  const when = `${meeting.body}, ${formatLongDate(event.eventDate, town)}, ${event.eventTime}.`;
  const updated = postings.at(-1) ?? at;
  return [
    {
      at,
      size: html.length,
      write: (isWhole) => ({
        ...bareFeedItem('events', { ...event, pubDate: at, updatedAt: updated }, siteUrl, title),
        id: tagOf(siteUrl, `events/${event.id}/${part}`),
        url: `${siteUrl}/events/${event.id}#${part}`,
        summary: shorten(`${when} ${plainTextOf(html).slice(0, 400)}`),
        html: isWhole
          ? joinHtml(
              markup(<p>{when}</p>),
              document
                ? markup(
                    <p>
                      <a href={siteUrl + documentPath(document)}>{document.title}</a> (
                      {documentFacts(document)})
                    </p>,
                  )
                : ('' as SafeHtml),
              wholeText('events', { id: event.id, description: html }, siteUrl),
            )
          : undefined,
      }),
    },
  ];
}
