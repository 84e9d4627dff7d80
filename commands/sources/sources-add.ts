import { findSource } from '#app/sources/checks/read-sources.server.ts';
import { findFeeds } from '#app/sources/formats/find-feed.server.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { sourceJsonOf, sourceSchema } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import { CommandError, exitCodes, type Invocation, UsageError } from '../command.ts';
import { recordOperation } from '../record-operation.ts';
import { type SourceDesk, withSourceDesk } from './sources-desk.ts';
import { readZone, seeHelp } from './sources-typed.ts';

/** Finds the feed behind an address and adds it as a source. */
export async function runAdd(words: string[], invocation: Invocation): Promise<number> {
  const [address, ...others] = words;
  if (address === undefined || others.length > 0) throw new UsageError(`Give one address. ${seeHelp()}`);
  const zone = readZone(invocation.options.zone);
  const every = readEvery(invocation.options.every);
  return withSourceDesk(invocation, async (desk) => {
    const { context, clock, read } = desk;
    const { found, other } = await findOne(desk, address, zone, invocation);
    const { name, feeds, trust, rank } = invocation.options;
    const checked = sourceSchema.safeParse({
      address: found.address,
      name: name ?? found.source.title?.slice(0, 200) ?? null,
      feeds: feeds ?? feedsOf(found.source),
      trust,
      rank,
      zone: zone ?? null,
      every,
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
function feedsOf({ occurrences }: ParsedSource): string {
  return occurrences.length > 0 ? 'events' : 'news';
}

function contentOf({ format, items, occurrences }: ParsedSource): string {
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
