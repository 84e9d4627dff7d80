import type { ShownMeeting, ShownPart } from '#app/events/meetings/load-meeting.server.ts';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';

type MeetingProps = { meeting: ShownMeeting; isOver: boolean };

/** Where one takes part, and afterward the recording. */
export function MeetingLinks({ meeting: { joinUrl, recordingUrl }, isOver }: MeetingProps) {
  return (
    <>
      {joinUrl && !isOver ? (
        <ExternalLink className="button button--primary button--wide" href={joinUrl}>
          Join online
        </ExternalLink>
      ) : null}
      {recordingUrl ? (
        <ExternalLink className="button button--wide" href={recordingUrl}>
          Watch the recording
        </ExternalLink>
      ) : null}
    </>
  );
}

/** The agenda and the minutes, after the meeting the minutes first, and the meetings before. */
export function MeetingSections({ id, meeting, isOver }: MeetingProps & { id: string }) {
  const agenda = <Agenda key="agenda" id={id} part={meeting.agenda} />;
  const minutes = <Minutes key="minutes" id={id} meeting={meeting} />;
  return (
    <>
      {isOver ? [minutes, agenda] : [agenda, minutes]}
      <Earlier meeting={meeting} />
    </>
  );
}

function Agenda({ id, part }: { id: string; part: ShownPart }) {
  return (
    <section aria-labelledby="agenda">
      <h2 id="agenda">Agenda</h2>
      {part.posted ? <Posted what="Agenda" id={id} posted={part.posted} /> : null}
      <Contents part={part} />
      {part.posted ? null : <p className="mt">Not posted yet. {part.due}</p>}
    </section>
  );
}

function Minutes({ id, meeting: { minutes, isApproved } }: { id: string; meeting: ShownMeeting }) {
  return (
    <section aria-labelledby="minutes">
      <div className="cluster">
        <h2 id="minutes">Minutes</h2>
        {minutes.posted ? <MinutesBadge status={isApproved ? 'approved' : 'draft'} /> : null}
      </div>
      {minutes.posted ? (
        <Posted what={isApproved ? 'Minutes' : 'Draft'} id={id} posted={minutes.posted} />
      ) : null}
      <Contents part={minutes} />
      {minutes.posted ? null : <p className="mt">Not posted yet. {minutes.due}</p>}
    </section>
  );
}

export function MinutesBadge({ status, prefix = '' }: { status: 'draft' | 'approved'; prefix?: string }) {
  const [tone, word] = status === 'approved' ? ['success', 'Approved'] : ['warning', 'Draft'];
  return <span className={`badge is-${tone}`}>{prefix ? `${prefix}${word.toLowerCase()}` : word}</span>;
}

function Posted({
  what,
  id,
  posted,
}: {
  what: string;
  id: string;
  posted: NonNullable<ShownPart['posted']>;
}) {
  return (
    <p className="small muted mb">
      {what} posted <time dateTime={posted.machine}>{posted.text}</time>, {posted.since}.{' '}
      <a href={`/proof/events/${id}`}>Proof of publication</a>
    </p>
  );
}

function Contents({ part: { html, documents } }: { part: ShownPart }) {
  return (
    <>
      {html ? <Prose html={html} isBelowPicture /> : null}
      <DocumentLinks documents={documents} />
    </>
  );
}

function Earlier({ meeting: { body, earlier } }: { meeting: ShownMeeting }) {
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="earlier">
      <div className="cluster between mb">
        <h2 id="earlier">Earlier meetings of the {body.name}</h2>
        <a href={body.href}>
          All<span className="vh"> meetings of the {body.name}</span>
        </a>
      </div>
      <ul className="agate">
        {earlier.map(({ id, day, minutes }) => (
          <li key={id} className="cluster between">
            <a href={`/events/${id}`}>{day}</a>
            {minutes ? (
              <MinutesBadge status={minutes} prefix="Minutes: " />
            ) : (
              <span className="small muted">No minutes yet</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
