/** What the commands for the town's sources work with. */
import { pino } from 'pino';
import { collections } from '#app/collections.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import {
  type CheckContext,
  type CheckResult,
  checkSources,
} from '#app/sources/checks/check-source.server.ts';
import {
  findSource,
  findSourcesNamed,
  listChecks,
  listSources,
  type SourceClock,
} from '#app/sources/checks/read-sources.server.ts';
import { findFeeds } from '#app/sources/formats/find-feed.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { areasIn } from '#app/sources/pages/source-fields.ts';
import { healthNames, type Source, sourceJsonOf, sourceSchema } from '#app/sources/source.ts';
import { addSource, removeSource } from '#app/sources/source-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import {
  CommandError,
  confirm,
  exitCodes,
  type Invocation,
  requireYes,
  seeHelp,
  UsageError,
} from '../command.ts';
import { recordOperation, withCurrentDatabase } from '../with-database.ts';
import { readZone } from './sources-preview.ts';

export type SourceDesk = { read: ReadDb; context: CheckContext; clock: SourceClock };

/** Opens the town's database while `work` runs. It can be in use by a site. */
export function withSourceDesk<Result>(
  { environment, now }: Invocation,
  work: (desk: SourceDesk) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  return withCurrentDatabase(settings, async ({ read, write }) => {
    const town = await findTown(read);
    const outbound = openOutbound({ reachable: settings.fetchAllow, siteUrl: settings.url });
    // What a check finds out is printed.
    const log = pino({ enabled: false });
    const context = { write, collections, town, siteUrl: settings.url, now: () => now, outbound, log };
    return work({ read, context, clock: { now, zone: town.timeZone } });
  });
}

/** The source with this id, name or address. Throws CommandError if there is none, or several. */
export async function requireSource({ read, clock }: SourceDesk, typed: string): Promise<Source> {
  const [source, ...others] = await findSourcesNamed(read, typed, clock);
  if (!source)
    throw new CommandError(`There is no source '${typed}'. List them: ${commandLine('sources list')}`);
  if (others.length > 0)
    throw new CommandError(
      `Several sources are named '${typed}'. Use their ids: ${commandLine('sources list')} --json`,
    );
  return source;
}

/** Finds the feed behind an address and adds it as a source. */
export async function runAdd(words: string[], invocation: Invocation): Promise<number> {
  const [address, ...others] = words;
  if (address === undefined || others.length > 0)
    throw new UsageError(`Give one address. ${seeHelp('sources')}`);
  const zone = readZone(invocation.options.zone);
  const every = readEvery(invocation.options.every);
  return withSourceDesk(invocation, async (desk) => {
    const { context, clock, read } = desk;
    const { found, other } = await findOne(desk, address, zone, invocation);
    const { name, feeds, trust, rank, areas, severity } = invocation.options;
    const checked = sourceSchema.safeParse({
      address: found.address,
      name: name ?? found.source.title?.slice(0, 200) ?? null,
      feeds: feeds ?? feedsOf(found.source),
      trust,
      rank,
      zone: zone ?? null,
      every,
      areas: typeof areas === 'string' ? areasIn(areas) : undefined,
      severity,
    });
    if (!checked.success) throw new UsageError(problemsOf(checked.error.issues));
    const { outcome, id } = await addSource(context.write, checked.data, { by: null, now: clock.now });
    if (outcome === 'taken')
      throw new CommandError(`The source ${found.address} is already there, with the id ${id}.`);
    await recordOperation(
      context.write,
      invocation,
      'source-added',
      `/admin/sources/${id} ${checked.data.name}`,
    );
    const source = await findSource(read, id, clock);
    if (invocation.options.json === true && source)
      invocation.terminal.print(JSON.stringify(sourceJsonOf(source)));
    else {
      invocation.terminal.print(
        `Added '${checked.data.name}' (${found.address}), ${contentOf(found.source)}.`,
      );
      for (const loss of found.source.losses) invocation.terminal.print(`${loss}.`);
      invocation.terminal.print(`Its id is ${id}. A running site checks it within seconds.`);
      for (const { address } of other) invocation.terminal.print(`There is also: ${address}`);
    }
    return exitCodes.done;
  });
}

async function findOne(
  { context, clock }: SourceDesk,
  address: string,
  zone: string | undefined,
  { signal }: Invocation,
) {
  const { found, problem } = await findFeeds(
    { outbound: context.outbound, zone: zone ?? clock.zone, now: clock.now, signal },
    address,
  );
  const [first, ...other] = found;
  if (!first) throw new CommandError(`${address}: ${problem ?? 'There is no feed or calendar'}`);
  return { found: first, other };
}

/** A document with dates adds events. */
function feedsOf({ format, occurrences }: ParsedSource): string {
  if (format === 'cap') return 'notices';
  return occurrences.length > 0 ? 'events' : 'news';
}

function contentOf({ format, items, occurrences, warnings }: ParsedSource): string {
  if (format === 'cap') return `${warnings?.length ?? 0} official warnings`;
  const count = occurrences.length > 0 ? `${occurrences.length} dates` : `${items.length} items`;
  return `${format}, ${count}`;
}

/** In minutes; undefined for the usual time. */
function readEvery(typed: string | boolean | undefined): number | undefined {
  if (typeof typed !== 'string') return undefined;
  if (!/^\d{1,5}$/.test(typed)) throw new UsageError(`--every takes a number of minutes, not '${typed}'.`);
  return Number(typed);
}

function problemsOf(issues: { path: PropertyKey[]; message: string }[]): string {
  return issues.map(({ path, message }) => `--${String(path[0])}: ${message}.`).join(' ');
}

/** Prints the town's sources and how each is doing. */
export async function runList(words: string[], invocation: Invocation): Promise<number> {
  if (words.length > 0) throw new UsageError(`'sources list' takes no arguments. ${seeHelp('sources')}`);
  const { terminal, options } = invocation;
  return withSourceDesk(invocation, async ({ read, clock }) => {
    const sources = await listSources(read, clock);
    if (options.json === true)
      for (const source of sources) terminal.print(JSON.stringify(sourceJsonOf(source)));
    else if (sources.length === 0) terminal.print('There are no sources yet.');
    else for (const source of sources) terminal.print(linesOf(source).join('\n'));
    return exitCodes.done;
  });
}

function linesOf({ id, name, address, state, message, feeds, addedThisWeek }: Source): string[] {
  const week = `${addedThisWeek} new this week`;
  const head = `${healthNames[state].padEnd(10)}  ${name} (${feeds}, ${week})`;
  const more = state === 'working' ? [] : [`            ${message}`];
  return [head, `            ${address}`, ...more, `            id ${id}`];
}

/** Checks sources now, and prints what each check found. Fails when one of them could not be checked. */
export async function runRefresh(words: string[], invocation: Invocation): Promise<number> {
  const { terminal, options, signal } = invocation;
  if (options.all === true && words.length > 0)
    throw new UsageError(`Use either --all or the names of sources, not both. ${seeHelp('sources')}`);
  return withSourceDesk(invocation, async (desk) => {
    const sources = await chooseSources(desk, words);
    const byId = new Map(sources.map((source) => [source.id, source]));
    const asJson = options.json === true;
    let done = 0;
    const report = (id: string, result: CheckResult) => {
      const source = byId.get(id);
      if (source)
        terminal.print(
          asJson ? JSON.stringify({ id, name: source.name, ...result }) : resultLineOf(source, result),
        );
      terminal.showProgress('Sources', ++done, sources.length);
    };
    try {
      await checkSources(desk.context, [...byId.keys()], signal, report);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    terminal.endProgress();
    if (signal.aborted) return exitCodes.interrupted;
    return (await countFailed(desk, [...byId.keys()])) > 0 ? exitCodes.failed : exitCodes.done;
  });
}

/** Those that were named; without names, all that are neither paused nor stopped. */
async function chooseSources(desk: SourceDesk, words: string[]): Promise<Source[]> {
  if (words.length > 0) {
    const named: Source[] = [];
    for (const word of words) named.push(await requireSource(desk, word));
    return named;
  }
  const all = await listSources(desk.read, desk.clock);
  return all.filter(({ nextCheckAt }) => nextCheckAt !== null);
}

async function countFailed({ read }: SourceDesk, ids: string[]): Promise<number> {
  const last = await Promise.all(ids.map((id) => listChecks(read, id, 1)));
  return last.flat().filter(({ outcome }) => outcome === 'failed').length;
}

function resultLineOf(
  { name }: Source,
  { found, new: added, changed, missing, problem }: CheckResult,
): string {
  const counts = `${found} found, ${added} new, ${changed} changed, ${missing} missing`;
  return `${name}: ${counts}${problem ? `. ${problem}` : ''}`;
}

/** Removes a source, after asking in a terminal. */
export async function runRemove(words: string[], invocation: Invocation): Promise<number> {
  const [typed, ...others] = words;
  if (typed === undefined || others.length > 0)
    throw new UsageError(`Give the id, name or address of one source. ${seeHelp('sources')}`);
  requireYes(invocation, 'remove the source');
  return withSourceDesk(invocation, async (desk) => {
    const source = await requireSource(desk, typed);
    await confirm(
      invocation,
      `Remove '${source.name}'? What it brought stays on the site; what waits is removed from the inbox.`,
      'Nothing was removed.',
    );
    await removeSource(desk.context.write, source.id, invocation.now);
    await recordOperation(desk.context.write, invocation, 'source-removed', source.name);
    invocation.terminal.print(`Removed '${source.name}'.`);
    return exitCodes.done;
  });
}
