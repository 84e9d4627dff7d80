import { existsSync } from 'node:fs';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Doubt, Found, ReadOptions } from '#app/moving/formats/format.ts';
import { readFile } from '#app/moving/formats/formats.server.ts';

/** Files of other systems, with what is known about them. */
export const migrationSamples = new URL('../../shared/data/migrations/', import.meta.url).pathname;

/** They are not part of this repository. */
export const hasSamples = existsSync(migrationSamples);

const town = { name: 'Riverton', address: 'https://riverton.example' };

/** What a file contains, in order. */
export function readFound(path: string, options: Partial<ReadOptions> = {}): Promise<Found[]> {
  return Array.fromAsync(readFile(path, { zone: 'America/New_York', town, ...options }));
}

/** What a file with that name and content contains. Anything but text and bytes is written as JSON. */
export async function readFoundIn(
  name: string,
  content: unknown,
  options: Partial<ReadOptions> = {},
): Promise<Found[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-found-'));
  const path = join(folder.path, name);
  const isWritten = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(path, isWritten ? content : JSON.stringify(content));
  return await readFound(path, options);
}

/** How many records of each kind there are. */
export function countKinds(found: Found[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, all]) => [kind, all.length]),
  );
}

/** The doubts as lines: 'refused no-date events/9fT2 eventDate: The event has no date'. */
export function listDoubts(found: Found[]): string[] {
  return found.flatMap((each) =>
    each.kind === 'left-out' ? [] : each.doubts.map((doubt) => lineOf(doubt, each.place.record)),
  );
}

function lineOf({ verdict, class: name, field, problem }: Doubt, record: string): string {
  return `${verdict} ${name} ${record} ${field}: ${problem}`;
}
