/** A meeting as plain text: for proofs, and for noticing that its agenda or its minutes have changed. */
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import type { Meeting } from './meeting.ts';

/** The agenda and the minutes, by name; '' for what is missing. The file of a document has a proof of its own. */
export function meetingPartsOf(meeting: Meeting | null): Record<'agenda' | 'minutes', string> {
  const { agenda, agendaText, minutes, minutesText } = meeting ?? {};
  return { agenda: partOf(agenda, agendaText), minutes: partOf(minutes, minutesText) };
}

function partOf(document: string | null | undefined, html: string | null | undefined): string {
  return [document ? `Document ${document}` : '', html ? plainLinesOf(html) : ''].filter(Boolean).join('\n');
}

/** What a proof of the event contains of its meeting, as readers see it; nothing for other events. */
export function meetingLinesOf(meeting: Meeting | null): string[] {
  if (!meeting) return [];
  const { agenda, minutes } = meetingPartsOf(meeting);
  const status = meeting.minutesStatus === 'approved' ? 'Minutes (approved)' : 'Minutes (draft)';
  return [
    `Meeting of: ${meeting.body}`,
    ...(meeting.joinUrl ? [`Join online: ${meeting.joinUrl}`] : []),
    ...(agenda ? ['Agenda', agenda] : []),
    ...(minutes ? [status, minutes] : []),
    ...(meeting.recordingUrl ? [`Recording: ${meeting.recordingUrl}`] : []),
  ];
}
