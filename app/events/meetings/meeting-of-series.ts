/** What the meetings of a series share: the body and the join link. Agendas, minutes and recordings are of one date. */
import type { Meeting } from './meeting.ts';

type MeetingOrNot = Meeting | null | undefined;

const OWN_PARTS = {
  agenda: null,
  agendaText: null,
  minutes: null,
  minutesText: null,
  minutesStatus: null,
  recordingUrl: null,
};

/** The meeting of a date that is created. */
export function sharedMeetingOf(meeting: MeetingOrNot): Meeting | null {
  return meeting ? { ...meeting, ...OWN_PARTS } : null;
}

/**
 * The meeting of another date after an edit of several, which changed that of one date from `before` to `after`. One
 * whose agenda, minutes or recording would be lost stays a meeting.
 */
export function editedMeetingOf(
  own: MeetingOrNot,
  before: MeetingOrNot,
  after: MeetingOrNot,
): Meeting | null {
  const isSame = before?.body === after?.body && before?.joinUrl === after?.joinUrl;
  if (isSame) return own ?? null;
  if (!after) return own && Object.keys(OWN_PARTS).some((part) => own[part as keyof Meeting]) ? own : null;
  const joinUrl = own && before?.joinUrl === after.joinUrl ? own.joinUrl : after.joinUrl;
  return { ...OWN_PARTS, ...own, body: after.body, joinUrl };
}
