/** Calendars (RFC 5545) as events: past ones too, and each date of a repeated event. */

import {
  FileProblem,
  type Format,
  guarded,
  type Member,
  type ReadOptions,
} from '#app/moving/formats/format.ts';
import type { Found } from '#app/moving/formats/found.ts';
import { LeftOutCount } from '#app/moving/formats/left-out.ts';
import { FieldHints } from '#app/moving/formats/unmatched-fields.ts';
import { type CalendarContext, foundOfEvent } from './calendar-dates.ts';
import { calendarParts } from './calendar-parts.ts';
import { problemOfRecord } from './field-values.ts';

export const calendar: Format = {
  name: 'calendar',
  label: 'Calendar',
  recognize: ({ text }) => /^\s*BEGIN:V(CALENDAR|EVENT)\b/i.test(text),
  read: readCalendarFile,
};

/** Zones that IANA doesn't know fit into it several times; it is read again with each event. */
const MOST_HEAD = 64 * 1024;
/** Changed dates wait in memory for their event. */
const MOST_CHANGES = 16 * 1024 ** 2;

const OTHERS: Record<string, string> = {
  VTODO: 'tasks',
  VJOURNAL: 'journal entries',
  VFREEBUSY: 'busy times',
};

async function* readCalendarFile(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const { head, changes } = await readHead(member);
  const left = new LeftOutCount();
  const context = { ...contextOf(head, member), head, options, notes: new FieldHints() };
  for await (const part of calendarParts(member.text())) {
    if (part.kind === 'other') left.add(OTHERS[part.name] ?? 'other entries');
    if (part.kind === 'problem') yield problemOfRecord(member.file, part.problem, `line ${part.line}`);
    if (part.kind !== 'event' || isChange(part.text)) continue;
    const uid = uidOf(part.text);
    const changed = uid === undefined ? [] : (changes.get(uid) ?? []);
    if (uid !== undefined) changes.delete(uid);
    const { text, line } = part;
    const place = `line ${line}`;
    yield* guarded(member.file, place, () => foundOfEvent([text, ...changed], place, context));
  }
  // Dates whose event is not in the file.
  for (const texts of changes.values())
    yield* guarded(member.file, '', () => foundOfEvent(texts, '', context));
  yield* left.leftOut();
}

type Head = { head: string; changes: Map<string, string[]> };

/** What all events need: the calendar's own lines with its zones, and the changed dates of repeated events. */
async function readHead(member: Member): Promise<Head> {
  const lines: string[] = [];
  const changes = new Map<string, string[]>();
  let [headLength, changesLength] = [0, 0];
  for await (const part of calendarParts(member.text())) {
    if (part.kind === 'head' && !/^(BEGIN|END):VCALENDAR/i.test(part.text)) {
      headLength += part.text.length + 2;
      if (headLength <= MOST_HEAD) lines.push(part.text);
    }
    if (part.kind !== 'event' || !isChange(part.text)) continue;
    changesLength += part.text.length;
    if (changesLength > MOST_CHANGES)
      throw new FileProblem('too-large', 'The calendar has more changed dates than can be read');
    const uid = uidOf(part.text) ?? '';
    const others = changes.get(uid);
    if (others) others.push(part.text);
    else changes.set(uid, [part.text]);
  }
  return { head: lines.join('\r\n'), changes };
}

function isChange(event: string): boolean {
  return /^RECURRENCE-ID[;:]/im.test(event);
}

function uidOf(event: string): string | undefined {
  return /^UID[^:\r\n]{0,200}:([^\r\n]*)/im.exec(event)?.[1]?.trim() || undefined;
}

/** The calendar's page or name, otherwise the file: the same in each later export. */
function contextOf(head: string, { file, head: { name } }: Member): Pick<CalendarContext, 'file' | 'origin'> {
  const written = /^(?:URL|X-WR-CALNAME|NAME)[^:\r\n]{0,200}:([^\r\n]{1,300})/im.exec(head)?.[1]?.trim();
  return { file, origin: `calendar:${written ?? name}` };
}
