import { eventsPathOf } from '#app/events/event-filter.ts';
import type { EventFacts as LinkedFacts } from '#app/events/event-json-ld.ts';
import { findStatusWords, statedTitleOf } from '#app/events/event-status.ts';
import { findEvent } from '#app/events/event-store.server.ts';
import { describeTime, lastDayOf } from '#app/events/event-time.ts';
import { describeRecurrence } from '#app/events/repeat-words.ts';
import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import { permalinkOf, requireLinked, sharePictureOf } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { CheckedBadge, DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { ReportLink } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { siteNameOf } from '#app/items/text/own-link.ts';
import { CreditList } from '#app/items/text/provenance-line.tsx';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatDayParts, formatEventDate, formatTime, machineTimeOf } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { ItemId } from '#app/platform/ui/item-id-line.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import type { Route } from './+types/event-page';
import { TearOff } from './agenda.tsx';
import { CalendarOfLocation, WebCalendarLinks } from './calendar-links.tsx';
import { StatedTitle, StatusNotice, UnconfirmedNotice } from './event-status-marks.tsx';
import { loadEventPage } from './load-event-page.server.ts';
import { MeetingLinks, MeetingSections } from './meeting-sections.tsx';

export const handle: RouteHandle = { section: 'events', page: EventPage };

export default EventPage;

/** An event, also a past one. An unknown id is a 404 (product contract section 2). */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  return loadEventPage(await requireLinked('events', findEvent, context.read, args.params), context);
}

function EventPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { event, picture, image, meeting } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="events" tabIndex={-1}>
      <EventMeta {...loaderData} />
      <article className="split event-page">
        <header className="page-head">
          <p className="kicker">
            {meeting ? <a href="/meetings">Meetings</a> : <a href="/events">Events</a>}
          </p>
          <EventHeading {...event} />
          <ArchivedNotice day={loaderData.archived} />
          <StatusNotice event={event} clock={loaderData.clock} />
          <UnconfirmedNotice {...loaderData} />
          <DoubtNotice doubt={loaderData.doubt} />
        </header>
        <aside className="side" aria-label={meeting ? 'Meeting details' : 'Event details'}>
          <EventPanel {...loaderData} />
        </aside>
        <div className="stack-lg">
          {picture ? (
            <LeadPicture picture={picture} />
          ) : image ? (
            <img
              src={image}
              alt=""
              width="1200"
              height="800"
              fetchPriority="high"
              decoding="async"
              referrerPolicy="no-referrer"
            />
          ) : null}
          <Prose html={event.description} isBelowPicture={Boolean(picture || image)} />
          {meeting ? <MeetingSections id={event.id} meeting={meeting} isOver={loaderData.isOver} /> : null}
          <DocumentLinks documents={loaderData.documents} />
          <ItemId id={event.id} />
        </div>
      </article>
    </main>
  );
}

function EventHeading(event: Facts['event']) {
  const word = findStatusWords(event)?.word;
  return (
    <h1>
      {word ? <span className="vh">{word}: </span> : null}
      <StatedTitle {...event} />
    </h1>
  );
}

type Facts = Route.ComponentProps['loaderData'];

/** In a shared link, the date and the place come first. */
function EventMeta({ event, picture, documents, deck, provenance: { credits }, clock }: Facts) {
  const { weekday, monthDay } = formatDayParts(event.eventDate, clock);
  const time = describeTime(event, clock.timeZone);
  const when = `${weekday}, ${monthDay}, ${time}, ${event.eventLocation}.`;
  return (
    <>
      <PageHead
        title={statedTitleOf(event)}
        description={`${when} ${deck}`}
        path={permalinkOf('events', event)}
        picture={sharePictureOf('events', event)}
      />
      <ItemJsonLd
        collection="events"
        facts={{ event, picture, deck, credits, zone: clock.timeZone } satisfies LinkedFacts}
        documents={documents}
      />
    </>
  );
}

function EventPanel(facts: Facts) {
  const { event, meeting, isOver, isOwn, siteUrl, clock } = facts;
  const { weekday, monthDay } = formatDayParts(event.eventDate, clock);
  return (
    <div className="panel stack">
      <div className="cluster">
        <TearOff at={event.eventDate} clock={clock} />
        <h2>
          {weekday}, {monthDay}
        </h2>
      </div>
      {isOver ? (
        <p>
          <span className="badge is-quiet">This {meeting ? 'meeting' : 'event'} is over</span>
        </p>
      ) : null}
      <EventFacts {...facts} />
      {meeting ? <MeetingLinks meeting={meeting} isOver={isOver || event.status === 'cancelled'} /> : null}
      {event.status === 'cancelled' ? null : (
        <>
          <a
            className={isOver ? 'button button--wide' : 'button button--primary button--wide'}
            href={`/events/${event.id}.ics`}
          >
            <Icon name="calendar" />
            Add to calendar
          </a>
          <WebCalendarLinks
            event={event}
            pageUrl={`${siteUrl}/events/${event.id}`}
            timeZone={clock.timeZone}
          />
        </>
      )}
      {isOwn ? null : (
        <ExternalLink className="button button--wide" href={event.link}>
          Event website
        </ExternalLink>
      )}
      <CalendarOfLocation siteUrl={siteUrl} place={event.eventLocation} />
      <ReportLink collection="events" id={event.id} archived={facts.archived} />
    </div>
  );
}

function EventFacts({ event, clock, ...more }: Facts) {
  return (
    <dl className="facts">
      <dt>When</dt>
      <dd>
        <time dateTime={machineTimeOf(event.eventDate, clock.timeZone)}>
          {formatEventDate(event.eventDate, clock.timeZone)}, {describeTime(event, clock.timeZone)}
        </time>{' '}
        <CheckedBadge doubt={more.doubt} />
      </dd>
      <EventEnd event={event} clock={clock} />
      <Repeats event={event} clock={clock} />
      <dt>Where</dt>
      <dd>{event.eventLocation}</dd>
      {more.meeting ? (
        <>
          <dt>Body</dt>
          <dd>
            <a href={more.meeting.body.href}>{more.meeting.body.name}</a>
          </dd>
        </>
      ) : null}
      {event.category ? (
        <>
          <dt>Category</dt>
          <dd>
            <a href={eventsPathOf({ category: event.category })}>{event.category}</a>
          </dd>
        </>
      ) : null}
      <EventSource event={event} {...more} />
    </dl>
  );
}

/** An event written here without a website has none. */
function EventSource({ event, provenance, isOwn }: Pick<Facts, 'event' | 'provenance' | 'isOwn'>) {
  const { credits, confirmed } = provenance;
  if (isOwn && credits.length === 0) return null;
  return (
    <>
      <dt>{credits.length > 1 ? 'Sources' : 'Source'}</dt>
      <dd>
        {credits.length > 0 ? (
          <CreditList credits={credits} />
        ) : (
          <ExternalLink href={event.link}>{siteNameOf(event.link)}</ExternalLink>
        )}
        {confirmed ? (
          <>
            <br />
            <span className="small muted">Last confirmed {confirmed}</span>
          </>
        ) : null}
      </dd>
    </>
  );
}

/** How it repeats, with a link to all dates. */
function Repeats({ event: { recurrence, seriesId }, clock }: Pick<Facts, 'event' | 'clock'>) {
  if (!recurrence || !seriesId) return null;
  return (
    <>
      <dt>Repeats</dt>
      <dd>
        {describeRecurrence(recurrence, clock)}
        <br />
        <a href={`/events/series/${seriesId}`}>All dates</a>
      </dd>
    </>
  );
}

/** The last day of a multi-day event, with the hour if it has one. */
function EventEnd({ event, clock }: Pick<Facts, 'event' | 'clock'>) {
  const { endDate, allDay } = event;
  const last = lastDayOf(event, clock.timeZone);
  if (endDate === null || !last) return null;
  return (
    <>
      <dt>Until</dt>
      <dd>
        {allDay ? (
          <time dateTime={last}>{formatEventDate(endDate - 1, clock.timeZone)}</time>
        ) : (
          <time dateTime={machineTimeOf(endDate, clock.timeZone)}>
            {formatEventDate(endDate, clock.timeZone)}, {formatTime(endDate, clock)}
          </time>
        )}
      </dd>
    </>
  );
}
