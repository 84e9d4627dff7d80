import { readForeignDate } from '#app/platform/time/foreign-date.ts';
import { addMonthsTo, startOfToday } from '#app/platform/time/town-time.ts';
import { HORIZON_MONTHS } from '#app/sources/formats/source-limits.ts';
import type { Occurrence, ParsedSource } from '#app/sources/import/source-item.ts';
import { exitCodes, type Invocation, UsageError } from '../command.ts';
import { previewSources } from './preview-sources.ts';
import { readZone, seeHelp } from './sources-typed.ts';

/** Of times without a zone, unless one is given: a preview knows no town. */
export const DEFAULT_ZONE = 'UTC';

/** Prints what is in files, folders and addresses. Needs no database. */
export async function runPreview(inputs: string[], invocation: Invocation): Promise<number> {
  const { options, terminal, signal, now } = invocation;
  const zone = readZone(options.zone) ?? DEFAULT_ZONE;
  const window = readWindow(invocation, zone);
  if (inputs.length === 0) throw new UsageError(`Give the files, folders or addresses to read. ${seeHelp()}`);
  const asJson = options.json === true || !terminal.isInteractive;
  for await (const { source, ...read } of previewSources(inputs, invocation, { zone, window, now })) {
    terminal.print(asJson ? JSON.stringify({ source, ...read }) : summaryOf(source, read));
  }
  return signal.aborted ? exitCodes.interrupted : exitCodes.done;
}

/** Undefined without --from and --to. */
function readWindow({ options, now }: Invocation, zone: string): { from: number; to: number } | undefined {
  const [givenFrom, givenTo] = (['from', 'to'] as const).map((name) => readTime(name, options[name], zone));
  if (givenFrom === undefined && givenTo === undefined) return undefined;
  const from = givenFrom ?? startOfToday(now, zone);
  const to = givenTo ?? addMonthsTo(from, HORIZON_MONTHS, zone);
  if (to <= from) throw new UsageError('--to must be later than --from.');
  return { from, to };
}

function readTime(name: string, value: string | boolean | undefined, zone: string): number | undefined {
  if (typeof value !== 'string') return undefined;
  const time = readForeignDate(value, zone);
  if (!time) throw new UsageError(`--${name} must be a date or a time, not '${value}'. Example: 2026-12-01`);
  return time.instant;
}

const SHOWN = 5;

function summaryOf(source: string, read: ParsedSource): string {
  const { format, title, items, occurrences, notes, error } = read;
  if (error) return `${source}: ${error}.`;
  const head = `${source}: ${format}${title ? `, '${title}'` : ''}, ${items.length} items, ${occurrences.length} dates`;
  const lines =
    occurrences.length > 0
      ? occurrences.map(dateLine)
      : items.map(({ title, pubDate }) => line(pubDate, title));
  const more = lines.length > SHOWN ? [`  … and ${lines.length - SHOWN} more`] : [];
  return [head, ...lines.slice(0, SHOWN), ...more, ...notes.map((note) => `  Note: ${note}`)].join('\n');
}

function dateLine({ start, title, allDay, status }: Occurrence): string {
  const suffix = [allDay ? 'all day' : undefined, status === 'confirmed' ? undefined : status].filter(
    Boolean,
  );
  return line(start, `${title || '(no title)'}${suffix.length > 0 ? ` (${suffix.join(', ')})` : ''}`);
}

function line(time: string | null, title: string | null): string {
  return `  ${(time ?? 'no date').padEnd(20)}  ${title ?? '(no title)'}`;
}
