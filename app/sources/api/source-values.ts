import type { SourceValues } from '#app/sources/pages/source-fields.ts';
import type { Source } from '#app/sources/source.ts';

/** A source as its form shows it. */
export function valuesOf({ zone, every, areas, ...source }: Source): SourceValues {
  const { address, name, feeds, trust, rank, severity } = source;
  return {
    ...{ address, name, feeds, trust, rank, severity },
    zone: zone ?? '',
    every: String(every),
    areas: areas.join('\n'),
  };
}
