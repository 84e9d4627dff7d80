/** Divides a calendar of any size into what belongs together, so that each event can be read on its own. */
import { MOST_RECORD } from '#app/moving/formats/format.ts';
import { linesOf } from '#app/moving/formats/text-lines.ts';

/** An event as it is written, and the number of its first line; `problem` for one that is not whole. */
type CalendarPart =
  | { kind: 'event'; text: string; line: number }
  | { kind: 'problem'; problem: 'too-large' | 'truncated'; line: number }
  | { kind: 'other'; name: string }
  /** A line of the calendar itself or of a zone. */
  | { kind: 'head'; text: string };

const COMPONENT = /^(BEGIN|END):(\w{1,40})\s*$/i;

/** Zones are inside the head. */
const HEAD = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

/** In the order of the text, in time that grows with its length. */
export async function* calendarParts(text: AsyncIterable<string>): AsyncGenerator<CalendarPart> {
  let event: { lines: string[]; length: number; line: number } | undefined;
  let skipped: string | undefined;
  let line = 0;
  for await (const written of linesOf(text, MOST_RECORD)) {
    line++;
    const [, edge = '', written2 = ''] = COMPONENT.exec(written) ?? [];
    const name = written2.toUpperCase();
    const begins = edge.toUpperCase() === 'BEGIN';
    // An event inside an event means that its end is missing.
    if (begins && name === 'VEVENT') {
      if (event) yield eventOf(event);
      event = { lines: [], length: 0, line };
      skipped = undefined;
    } else if (begins && !event && !skipped && !HEAD.has(name)) {
      skipped = name;
      yield { kind: 'other', name };
    }
    if (event) {
      event.length += written.length;
      if (event.length <= MOST_RECORD) event.lines.push(written);
      if (edge && !begins && (name === 'VEVENT' || name === 'VCALENDAR')) {
        yield eventOf(event);
        event = undefined;
      }
    } else if (skipped) {
      if (edge && !begins && name === skipped) skipped = undefined;
    } else yield { kind: 'head', text: written };
  }
  if (event) yield { kind: 'problem', problem: 'truncated', line: event.line };
}

function eventOf({ lines, length, line }: { lines: string[]; length: number; line: number }): CalendarPart {
  if (length > MOST_RECORD) return { kind: 'problem', problem: 'too-large', line };
  return { kind: 'event', text: lines.filter((each) => !/^END:VCALENDAR/i.test(each)).join('\r\n'), line };
}
