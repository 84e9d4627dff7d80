import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { kindWords, type Notice } from '#app/town/notices/notice.ts';
import type { Town } from '#app/town/town.ts';

/** The notice in words, for emails: its kind, its text, its end, and its link. */
export function noticeParagraphs({ kind, text, link, endsAt }: Notice, town: Town): string[] {
  const until = `Until ${formatLongDate(endsAt, town)}, ${formatTime(endsAt, town)}.`;
  return [`${kindWords[kind].label}. ${text}`, until, ...(link ? [link] : [])];
}
