import type { PollEntry } from '#app/newsletter/issues/edition.ts';
import type { SheetPoll } from './sheet.ts';
import { BOX, BOX_GAP, footColumnsOf, HEADING_BOTTOM, HEADING_TOP, QR, styles } from './sheet-styles.ts';
import { balanceLines, breakLines, type Measure, plainText } from './typesetting.ts';

type Foot = { poll: PollEntry | undefined; host: string; width: number; most: number };

/** The poll with the options that fit, and the height of the whole foot, which is at most `most` with a usual question. */
export function fitFoot(
  { poll, host, width, most }: Foot,
  measure: Measure,
): { poll: SheetPoll | null; height: number } {
  const code = HEADING_TOP + styles.heading.leading + HEADING_BOTTOM + QR;
  if (!poll) return { poll: null, height: code };
  const { poll: column } = footColumnsOf(width, true);
  const options = poll.options.map(plainText);
  let shown = options.length;
  const sheetPoll = () => pollOf(poll, options.slice(0, shown), options.length - shown, host);
  while (shown > 1 && pollHeight(sheetPoll(), column, measure) > most) shown--;
  return { poll: sheetPoll(), height: Math.max(code, pollHeight(sheetPoll(), column, measure)) };
}

function pollOf({ title, until }: PollEntry, options: string[], more: number, host: string): SheetPoll {
  const others = more > 0 ? `${more} more ${more === 1 ? 'choice' : 'choices'} online. ` : '';
  const end = until ? `, by ${until}` : '';
  return {
    question: `One question: ${plainText(title)}`,
    options,
    more,
    note: `${others}Vote at ${host}${end}.`,
  };
}

/** The lines of the poll on the sheet. */
export function pollLines({ question, options, note }: SheetPoll, width: number, measure: Measure) {
  return {
    question: balanceLines(question, styles.heading, { width, most: 4, measure }),
    options: options.map((option) =>
      breakLines(option, styles.option, { width: width - BOX - BOX_GAP, most: 2, measure }),
    ),
    note: breakLines(note, styles.note, { width, most: 3, measure }),
  };
}

function pollHeight(poll: SheetPoll, width: number, measure: Measure): number {
  const { question, options, note } = pollLines(poll, width, measure);
  const count = options.reduce((sum, lines) => sum + lines.length, 0);
  return (
    HEADING_TOP +
    question.length * styles.heading.leading +
    HEADING_BOTTOM +
    count * styles.option.leading +
    note.length * styles.note.leading
  );
}
