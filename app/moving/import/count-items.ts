/** Counts what becomes of items and of their old paths, which are redirects. */
import type { Doubt, FoundItem } from '#app/moving/formats/found.ts';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import type { Tally } from './tally.server.ts';

/** The old paths of an item, each once. */
export function pathsOf({ oldPaths }: FoundItem): string[] {
  return [...new Set(oldPaths.flatMap((path) => oldPathOf(path) ?? []))];
}

export function countMoved(tally: Tally, found: FoundItem): void {
  tally.count('moved', found.kind);
  tally.count('moved', 'redirects', pathsOf(found).length);
}

export function skip(tally: Tally, found: FoundItem): void {
  tally.count('skipped', found.kind);
  tally.count('skipped', 'redirects', pathsOf(found).length);
}

export function refuse(tally: Tally, found: FoundItem, doubts: Doubt[]): void {
  tally.count('refused', found.kind);
  tally.count('skipped', 'redirects', pathsOf(found).length);
  // What an import would change in it is of no interest.
  for (const doubt of doubts.filter(({ verdict }) => verdict === 'refused'))
    tally.note({ ...doubt, place: found.place, title: found.title });
}
