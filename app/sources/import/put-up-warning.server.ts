/** Official warnings as notices. */
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { MOST_CHARACTERS, type NoticeKind } from '#app/town/notices/notice.ts';
import { changeNotice, findNotice, putUp } from '#app/town/notices/notice-store.server.ts';
import type { Warning } from './warning.ts';

/** What stands for a collection in the rows of warnings: they become notices. */
export const NOTICES = 'notices';

/** A warning that is not over, with times. */
export type TimedWarning = Warning & { startsAt: number; endsAt: number };

/** The warning of an entry of the inbox. */
export function readWarning({ item }: Pick<InboxEntryRow, 'item'>): TimedWarning {
  return JSON.parse(item ?? '{}');
}

/** How long a warning lasts that doesn't say it. */
const USUAL_MS = DAY_MS;
/** Notices end within a year. */
const LONGEST_MS = 365 * DAY_MS;

/**
 * The warning with the times of its notice, undefined if it is over at `now`. It never outlives its expiry. The weather
 * service's messages can expire before what they announce begins; they are up at once.
 */
export function timedWarning(
  warning: Warning,
  { sentAt, now }: { sentAt: number; now: number },
): TimedWarning | undefined {
  const start = warning.startsAt ?? (sentAt || now);
  const endsAt = Math.min(warning.endsAt ?? Math.max(start, sentAt) + USUAL_MS, now + LONGEST_MS);
  if (endsAt <= now) return undefined;
  return { ...warning, startsAt: start < endsAt ? start : now, endsAt };
}

const kinds: Record<Warning['severity'], NoticeKind> = {
  extreme: 'danger',
  severe: 'danger',
  moderate: 'warning',
  minor: 'information',
  unknown: 'information',
};

/** What a notice says of a warning, by product contract section 6. */
export function noticeOf({ title, detail, severity, link, startsAt, endsAt }: TimedWarning) {
  const kind = kinds[severity];
  return { text: textOf(title, detail), kind, link, startsAt, endsAt, email: kind !== 'information' };
}

/** The title, and the sentences of what to do that fit. */
function textOf(title: string, detail: string): string {
  const head = clip(title);
  const sentences = detail.match(/[^.!?]+[.!?]+(?=\s|$)/g) ?? [];
  let text = /[.!?…]$/.test(head) ? head : `${head}.`;
  for (const sentence of sentences) {
    const longer = `${text} ${sentence.trim()}`;
    if ([...longer].length > MOST_CHARACTERS) break;
    text = longer;
  }
  return clip(text);
}

function clip(text: string): string {
  const characters = [...text];
  return characters.length <= MOST_CHARACTERS
    ? text
    : `${characters.slice(0, MOST_CHARACTERS - 1).join('')}…`;
}

type PutUp = { id: string; source: string; warning: TimedWarning; by: string | null; now: number };

/**
 * Puts up the notice `id` of a warning, or changes it; one that has ended is up again. Dangers and warnings are emailed,
 * once. In the caller's transaction.
 */
export async function putUpWarning(db: WriteDb, { id, source, warning, by, now }: PutUp): Promise<void> {
  const notice = noticeOf(warning);
  const present = await findNotice(db, id);
  const outcome = present
    ? await changeNotice(db, id, { ...notice, email: present.email || notice.email }, now)
    : await putUp(db, notice, { now, by, source, id });
  if (outcome.kind === 'refused') throw new Error(`A warning can't be a notice: ${outcome.problem.message}`);
}
