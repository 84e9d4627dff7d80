import { commandLine } from '#app/command-line/command-line.ts';
import type { Occurrence, ParsedSource } from '#app/sources/source-item.ts';
import { HORIZON_MONTHS } from '#app/sources/source-limits.ts';
import { readForeignDate } from '#app/time/foreign-date.ts';
import { addMonthsTo, isTimeZone, startOfToday } from '#app/time/town-time.ts';
import { type Command, exitCodes, type Invocation, UsageError } from './command.ts';
import { previewSources } from './preview-sources.ts';

const DEFAULT_ZONE = 'UTC';

export const sources: Command = {
  name: 'sources',
  summary: 'Preview what an import of feeds, calendars and pages would find',
  help: `Usage: ${commandLine('sources preview FILE|FOLDER|URL')}… [--json] [--zone ZONE] [--from TIME --to TIME]

Reads RSS, RDF, Atom, JSON Feed, iCalendar, and pages with schema.org events or news articles, and
prints what it finds in each: one line of JSON per document with source, format, title, items,
occurrences (the dates of events), notes and error. In a terminal it prints a summary instead, unless
--json is given. It needs no database and changes nothing. All files in a folder are read.

  --json        prints JSON in a terminal, too
  --zone ZONE   the town's time zone, for times without one and for whole days; ${DEFAULT_ZONE} by default
  --from TIME   only dates that begin at or after this day or time
  --to TIME     only dates that begin before this day or time

Without --from and --to, these are the dates from today on, for ${HORIZON_MONTHS} months.
A document that can't be read has its reason in error; the exit code is 0 all the same.
Example: ${commandLine('sources preview')} https://paper.example/rss --zone America/New_York`,
  options: {
    json: { type: 'boolean' },
    zone: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
  },
  words: 'many',
  async run(invocation) {
    const { words, options, terminal, signal, now } = invocation;
    const [verb, ...inputs] = words;
    if (verb !== 'preview') throw new UsageError(`Type 'sources preview FILE'. ${seeHelp()}`);
    const zone = readZone(options.zone);
    const window = readWindow(invocation, zone);
    if (inputs.length === 0)
      throw new UsageError(`Give the files, folders or addresses to read. ${seeHelp()}`);
    const asJson = options.json === true || !terminal.isInteractive;
    for await (const { source, ...read } of previewSources(inputs, invocation, { zone, window, now })) {
      terminal.print(asJson ? JSON.stringify({ source, ...read }) : summaryOf(source, read));
    }
    return signal.aborted ? exitCodes.interrupted : exitCodes.done;
  },
};

function seeHelp(): string {
  return `See: ${commandLine('sources --help')}`;
}

function readZone(value: string | boolean | undefined): string {
  const zone = typeof value === 'string' ? value : DEFAULT_ZONE;
  if (!isTimeZone(zone))
    throw new UsageError(`There is no time zone '${zone}'. Use a name such as America/New_York.`);
  return zone;
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
