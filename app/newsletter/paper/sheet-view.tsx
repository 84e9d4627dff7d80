import { focusClassOf } from '#app/platform/media/shown-picture.ts';
import { qrCodeOf } from './qr-path.ts';
import {
  CODE_TEXT,
  CODE_TITLE,
  FREE,
  type Sheet,
  type SheetPicture,
  type SheetStory,
  SUBTITLE,
} from './sheet.ts';

/** The sheet: black on white in both themes, the same on the screen as on paper. */
export function SheetView({ sheet }: { sheet: Sheet }) {
  const { size, name, date, stories, events, poll } = sheet;
  return (
    <article className="sheet" data-size={size} aria-label="Paper edition sheet">
      <header className="sheet__head">
        <p className="name">{name}</p>
        <p>
          <span>{date}</span>
          <span>{SUBTITLE}</span>
          <span>{FREE}</span>
        </p>
      </header>
      <div className={stories.length > 0 && events ? 'sheet__body' : 'sheet__body sheet__body--one'}>
        {stories.length > 0 ? (
          <div>
            {stories.map((story, at) => (
              <Story key={story.title} story={story} at={at} share={sheet.pictureShare} />
            ))}
          </div>
        ) : null}
        {events ? <Events events={events} /> : null}
      </div>
      <footer className={poll ? 'sheet__foot' : 'sheet__foot sheet__foot--one'}>
        {poll ? (
          <section aria-labelledby="sheet-poll">
            <h2 id="sheet-poll">{poll.question}</h2>
            <ul className="boxes">
              {poll.options.map((option) => (
                <li key={option}>{option}</li>
              ))}
            </ul>
            <p>{poll.note}</p>
          </section>
        ) : null}
        <Code url={sheet.url} host={sheet.host} />
      </footer>
    </article>
  );
}

function Story({ story, at, share }: { story: SheetStory; at: number; share: number }) {
  const { title, deck, source, picture } = story;
  const id = `sheet-story-${at}`;
  return (
    <section className={at === 0 ? 'story first' : 'story'} aria-labelledby={id}>
      {picture ? <Picture picture={picture} share={share} /> : null}
      <h2 className="headline" id={id}>
        {title}
      </h2>
      {deck || source ? (
        <p>
          {deck} {source ? <em>{source}</em> : null}
        </p>
      ) : null}
    </section>
  );
}

function Picture({ picture, share }: { picture: SheetPicture; share: number }) {
  const { address, width, height, alt } = picture;
  return (
    <img
      src={address}
      width={width}
      height={height}
      alt={alt}
      data-share={share * 100}
      className={focusClassOf(picture, 2)}
    />
  );
}

function Events({ events }: { events: NonNullable<Sheet['events']> }) {
  return (
    <section aria-labelledby="sheet-events">
      <h2 id="sheet-events">{events.title}</h2>
      {events.days.map(({ title, events: ofDay }) => (
        <div key={title}>
          <h3 className="sheet__day">{title}</h3>
          <ul className="agate">
            {ofDay.map((event) => (
              <li key={`${event.time} ${event.title} ${event.place}`}>
                <span className="num">{event.time}</span>
                <span>
                  <b>{event.title}</b>
                  {event.place}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {events.more ? <p className="sheet__more">{events.more}</p> : null}
    </section>
  );
}

function Code({ url, host }: { url: string; host: string }) {
  const { path, size } = qrCodeOf(url);
  return (
    <section aria-labelledby="sheet-code">
      <h2 id="sheet-code">{CODE_TITLE}</h2>
      <div className="qrline">
        <svg
          className="qr"
          viewBox={`-1 -1 ${size + 2} ${size + 2}`}
          role="img"
          aria-label={`QR code to ${host}`}
          shapeRendering="crispEdges"
        >
          <path d={`M-1-1h${size + 2}v${size + 2}h-${size + 2}z`} fill="#fff" />
          <path d={path} />
        </svg>
        <p>
          <strong>{host}</strong>
          <br />
          {CODE_TEXT}
        </p>
      </div>
    </section>
  );
}
