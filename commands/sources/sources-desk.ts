/** What the commands for the town's sources work with. */
import { pino } from 'pino';
import { collections } from '#app/collections.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import type { CheckContext } from '#app/sources/checks/check-source.server.ts';
import { findSourcesNamed, type SourceClock } from '#app/sources/checks/read-sources.server.ts';
import type { Source } from '#app/sources/source.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { CommandError, type Invocation } from '../command.ts';
import { withCurrentDatabase } from '../with-database.ts';

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
