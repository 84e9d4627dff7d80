import type { SourceValues } from '#app/sources/pages/source-fields.ts';
import type { Source } from '#app/sources/source.ts';

/** A source as its form shows it. */
export function valuesOf({ address, name, feeds, trust, rank, zone, every }: Source): SourceValues {
  return { address, name, feeds, trust, rank, zone: zone ?? '', every: String(every) };
}
