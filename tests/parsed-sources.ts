import { parseSource, type SourceDocument } from '#app/sources/formats/parse-source.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';

/** 2026-11-20, a Friday, 17:00 in New York. */
export const NOW = Date.parse('2026-11-20T22:00:00Z');

/** A document in the text, for a town in New York. */
export function documentOf(text: string | Uint8Array, more: Partial<SourceDocument> = {}): SourceDocument {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  return { bytes, address: null, zone: 'America/New_York', now: NOW, ...more };
}

export function parse(text: string | Uint8Array, more: Partial<SourceDocument> = {}): ParsedSource {
  return parseSource(documentOf(text, more));
}

/** A calendar with the lines. */
export function calendarOf(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n');
}

/** An event with the lines, and an identifier and a title where they have none. */
export function eventOf(...lines: string[]): string {
  const missing = ['UID:e1', 'SUMMARY:Market'].filter(
    (line) => !lines.some((given) => given.startsWith(line.slice(0, 4))),
  );
  return ['BEGIN:VEVENT', ...missing, ...lines, 'END:VEVENT'].join('\r\n');
}
