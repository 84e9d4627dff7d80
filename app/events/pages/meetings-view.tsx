import type { loadMeetings, PartLink, ShownCard } from '#app/events/meetings/load-meetings.server.ts';
import { daysBetween, type TownClock, type TownDay, townDayOf } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { DayHeading } from './agenda.tsx';
import { calendarPathOf, subscriptionOf } from './calendar-links.tsx';
import { StatedTitle, StatusBadge, StatusLine } from './event-status-marks.tsx';
import { MinutesBadge } from './meeting-sections.tsx';

type Meetings = Awaited<ReturnType<typeof loadMeetings>> & { siteUrl: string };

/** The meetings of all bodies, or of one. */
export function MeetingsView(facts: Meetings) {
  const { body, coming, past, owed, clock, today, pager } = facts;
  const isFirst = pager.page === 1;
  return (
    <main id="main" className="wrap page" data-section="events" tabIndex={-1}>
      <MeetingsHead {...facts} />
      <div className="split">
        <div>
          <header className="page-head">
            {body ? (
              <p className="kicker">
                <a href="/meetings">Meetings</a>
              </p>
            ) : null}
            <h1>{body?.name ?? 'Meetings'}</h1>
            <p>
              Agendas go up at least {owed.hours} hours before a meeting, and draft minutes within {owed.days}{' '}
              {owed.days === '1' ? 'day' : 'days'} after. Everyone may come.
            </p>
          </header>
          <Bodies {...facts} />
          {isFirst ? (
            <section aria-label="Next meetings">
              {coming.length === 0 ? (
                <NoData create="/admin/events/add">No meeting is scheduled.</NoData>
              ) : (
                <Coming cards={coming} today={today} clock={clock} />
              )}
            </section>
          ) : null}
          <section className="mt-lg" aria-labelledby="past">
            <div className="cluster between mb">
              <h2 id="past">Past meetings</h2>
              <Years {...facts} />
            </div>
            {past.length === 0 ? <p>None in {facts.year}.</p> : <Past cards={past} />}
            <Pager {...pager} />
          </section>
        </div>
        <MoreAboutMeetings {...facts} />
      </div>
    </main>
  );
}

/** Search engines list the present year; the others have nothing that its links do not lead to. */
function MeetingsHead({ body, year, years, pager }: Meetings) {
  const name = body ? `Meetings of the ${body.name}` : 'Meetings';
  if (year !== years[0]) return <UnlistedHead title={`${name}, ${year}`} />;
  const about = body
    ? `Agendas and minutes of the ${body.name}`
    : 'Meetings of public bodies, with agendas and minutes';
  return <ListHead name={name} about={about} path={body?.href ?? '/meetings'} page={pager.page} />;
}

function Bodies({ bodies, body }: Meetings) {
  return (
    <nav className="filters" aria-label="Bodies">
      <ul>
        <li>
          <a href="/meetings" aria-current={body ? undefined : 'page'}>
            All bodies
          </a>
        </li>
        {bodies.map(({ name, href, slug }) => (
          <li key={slug}>
            <a href={href} aria-current={slug === body?.slug ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Years({ years, year, body }: Meetings) {
  if (years.length < 2) return null;
  return (
    <nav className="segmented small" aria-label="Years">
      {years.map((one) => (
        <a
          key={one}
          href={`${body?.href ?? '/meetings'}${one === years[0] ? '' : `?year=${one}`}`}
          aria-current={one === year ? 'page' : undefined}
        >
          {one}
        </a>
      ))}
    </nav>
  );
}

function Coming({ cards, today, clock }: { cards: ShownCard[]; today: TownDay; clock: TownClock }) {
  const days = Map.groupBy(cards, (card) => townDayOf(card.eventDate, clock.timeZone));
  return [...days].map(([day, ofDay]) => (
    <section className="day" key={day}>
      <DayHeading at={ofDay[0]?.eventDate ?? 0} distance={daysBetween(today, day)} clock={clock} />
      <ol>
        {ofDay.map((card) => (
          <ComingCard key={card.id} card={card} clock={clock} />
        ))}
      </ol>
    </section>
  ));
}

function ComingCard({ card, clock }: { card: ShownCard; clock: TownClock }) {
  const { id, title, time, eventLocation, agenda, due, isLate } = card;
  return (
    <li className="event">
      <p className="event__when">
        <span>{time}</span>
      </p>
      <div>
        <h3>
          <StatusBadge status={card.status} />
          <a className="plain" href={`/events/${id}`}>
            <StatedTitle {...card} />
          </a>
        </h3>
        <StatusLine event={card} clock={clock} />
        <p className="event__where">
          <Icon name="place" /> {eventLocation}
        </p>
        <p className="small">
          {agenda ? <Part link={agenda} word="Agenda" title={title} /> : <Due due={due} isLate={isLate} />}
        </p>
      </div>
      {card.status === 'cancelled' ? null : (
        <a className="button button--small" href={`/events/${id}.ics`}>
          <Icon name="calendar" />
          Add to calendar<span className="vh">: {title}</span>
        </a>
      )}
    </li>
  );
}

function Past({ cards }: { cards: ShownCard[] }) {
  return (
    <ul className="links">
      {cards.map((card) => {
        const { id, title, day, agenda, minutesLink, minutes, recordingUrl, due, isLate } = card;
        const about = `${title}, ${day}`;
        return (
          <li key={id}>
            <p className="kicker">{day}</p>
            <div>
              <h3>
                <StatusBadge status={card.status} />
                <a className="plain" href={`/events/${id}`}>
                  <StatedTitle {...card} />
                </a>
              </h3>
              <p className="cluster small">
                {agenda ? <Part link={agenda} word="Agenda" title={about} /> : null}
                {minutesLink && minutes ? (
                  <span>
                    <Part link={minutesLink} word="Minutes" title={about} /> <MinutesBadge status={minutes} />
                  </span>
                ) : (
                  <Due due={due} isLate={isLate} />
                )}
                {recordingUrl ? (
                  <ExternalLink href={recordingUrl}>
                    Recording<span className="vh">, {about}</span>
                  </ExternalLink>
                ) : null}
              </p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

function Part({ link: { href, facts }, word, title }: { link: PartLink; word: string; title: string }) {
  return (
    <>
      <a href={href}>
        {word}
        <span className="vh">, {title}</span>
      </a>
      {facts ? <span className="muted"> ({facts})</span> : null}
    </>
  );
}

function Due({ due, isLate }: { due: string; isLate: boolean }) {
  if (due === '') return null;
  return isLate ? <span className="badge is-danger">{due}</span> : <span className="muted">{due}</span>;
}

function MoreAboutMeetings({ body, bodies, siteUrl }: Meetings) {
  const shown = body ? [body] : bodies;
  const feed = body ? `?body=${encodeURIComponent(body.slug)}` : '';
  return (
    <aside className="aside" aria-label="More about meetings">
      <section>
        <h2>Keep up</h2>
        <p className="small">Subscribe once, and new meetings appear in your own calendar.</p>
        {shown.map(({ name, slug }) => (
          <p className="mt" key={slug}>
            <a className="button button--small" href={subscriptionOf(siteUrl, { body: slug })}>
              <Icon name="calendar" />
              {body ? 'Subscribe to meetings' : name}
            </a>
          </p>
        ))}
        <p className="small mt">
          {body ? <a href={calendarPathOf({ body: body.slug })}>Download the calendar</a> : null}
          {body ? ', or follow' : 'Follow'} agendas and minutes in the{' '}
          <a href={`/feeds/meetings.rss${feed}`}>feed</a>.
        </p>
      </section>
    </aside>
  );
}
