import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { readForeignDate } from '#app/platform/time/foreign-date.ts';
import { addMonthsTo, isTimeZone, startOfToday } from '#app/platform/time/town-time.ts';
import { fetchDocument } from '#app/sources/checks/fetch-document.server.ts';
import { readSource, SOURCE_THREADS } from '#app/sources/checks/read-source.server.ts';
import type { SourceDocument } from '#app/sources/formats/parse-source.ts';
import { HORIZON_MONTHS, MOST_BYTES } from '#app/sources/formats/source-limits.ts';
import {
  failedSource,
  type Occurrence,
  type ParsedSource,
  SourceError,
} from '#app/sources/import/source-item.ts';
import { explainError } from '../../server/explain-error.ts';
import { exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import { deniedReading, resolveTyped } from '../typed-path.ts';

/** Of times without a zone, unless one is given: a preview knows no town. */
const DEFAULT_ZONE = 'UTC';

/** Prints what is in files, folders and addresses. Needs no database. */
export async function runPreview(inputs: string[], invocation: Invocation): Promise<number> {
  const { options, terminal, signal, now } = invocation;
  const zone = readZone(options.zone) ?? DEFAULT_ZONE;
  const window = readWindow(invocation, zone);
  if (inputs.length === 0)
    throw new UsageError(`Give the files, folders or addresses to read. ${seeHelp('sources')}`);
  const asJson = options.json === true || !terminal.isInteractive;
  for await (const { source, ...read } of previewSources(inputs, invocation, { zone, window, now })) {
    terminal.print(asJson ? JSON.stringify({ source, ...read }) : summaryOf(source, read));
  }
  return signal.aborted ? exitCodes.interrupted : exitCodes.done;
}

/** Undefined when no zone was typed. Throws UsageError for one that does not exist. */
export function readZone(value: string | boolean | undefined): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (!isTimeZone(value))
    throw new UsageError(`There is no time zone '${value}'. Use a name such as America/New_York.`);
  return value;
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

type PreviewedSource = { source: string } & ParsedSource;

type How = Pick<SourceDocument, 'zone' | 'window' | 'now'>;
type Loaded = Pick<SourceDocument, 'bytes' | 'contentType' | 'address'>;
type Input = { source: string; load: () => Promise<Loaded> };

/** Enough that no thread waits for a file. */
const AT_ONCE = 2 * SOURCE_THREADS;

/**
 * What is in each file, address and file of a folder, in their order. Never throws because of one of them. Ends early
 * when the command is interrupted.
 */
export async function* previewSources(
  words: string[],
  invocation: Invocation,
  how: How,
): AsyncGenerator<PreviewedSource> {
  const started: Promise<PreviewedSource>[] = [];
  for await (const input of listInputs(words, invocation)) {
    started.push(preview(input, how));
    if (started.length >= AT_ONCE) yield (await started.shift()) as PreviewedSource;
    if (invocation.signal.aborted) return;
  }
  for (const one of started) yield await one;
}

async function preview({ source, load }: Input, how: How): Promise<PreviewedSource> {
  try {
    return { source, ...(await readSource({ ...(await load()), ...how })) };
  } catch (error) {
    return { source, ...failedSource(error instanceof SourceError ? error.message : explainError(error)) };
  }
}

async function* listInputs(words: string[], invocation: Invocation): AsyncGenerator<Input> {
  const outbound = openLazily(invocation);
  for (const word of words) {
    if (/^(https?|webcals?|feed):/i.test(word)) {
      yield { source: word, load: async () => fetchDocument(outbound(), word, invocation.signal) };
    } else {
      const path = resolveTyped(invocation, word);
      const files = await filesIn(path).catch(() => undefined);
      if (!files) yield { source: word, load: () => loadFile(path, invocation) };
      for (const file of files ?? [])
        yield { source: join(word, file), load: () => loadFile(join(path, file), invocation) };
    }
  }
}

/** Settings matter only for addresses: wrong ones must not stop the preview of files. */
function openLazily({ environment }: Invocation) {
  let outbound: ReturnType<typeof openOutbound> | undefined;
  return () => {
    if (outbound) return outbound;
    const { fetchAllow, url } = readSettings(environment);
    outbound = openOutbound({ reachable: fetchAllow, siteUrl: url });
    return outbound;
  };
}

/** The files in a folder and its folders, in the order of their names. Rejects when it is none. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('.'));
  return files.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length)).sort();
}

async function loadFile(path: string, invocation: Invocation): Promise<Loaded> {
  const failed = (error: NodeJS.ErrnoException): never => {
    if (error.code === 'EACCES') throw new SourceError(deniedReading(invocation, path));
    throw new SourceError(error.code === 'ENOENT' ? 'There is no such file' : explainError(error));
  };
  const facts = await stat(path).catch(failed);
  if (!facts.isFile()) throw new SourceError('It is not a file');
  if (facts.size > MOST_BYTES) throw new SourceError('The file is larger than 8 MiB');
  return { bytes: await readFile(path).catch(failed), address: null };
}
