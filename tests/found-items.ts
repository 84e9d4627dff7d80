import { collections } from '#app/collections.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Found, FoundItem } from '#app/moving/formats/format.ts';
import { defaultTown } from '#app/town/default-town.ts';

type OfKind<Kind, One = Found> = One extends { kind: infer Kinds }
  ? Kind extends Kinds
    ? One
    : never
  : never;

/** Those of one kind. */
export function only<Kind extends Found['kind']>(found: Found[], kind: Kind): OfKind<Kind>[] {
  return found.filter((each) => each.kind === kind) as OfKind<Kind>[];
}

/** What the collection stores of an item, with the fields that imports fill in. Fails where it would be refused. */
export function storedFrom({ kind, input, key }: FoundItem): Record<string, unknown> {
  const { publication, publishAt, ...fields } = input;
  const source = { sourceId: key, sourceName: 'Town', sourceUrl: 'https://town.example/' };
  const filled = {
    id: 'moved',
    link: 'https://town.example/moved',
    ...(kind === 'news' ? {} : source),
    ...fields,
  };
  const { sourceName, sourceUrl, ...event } = filled as Record<string, unknown>;
  const raw = kind === 'events' ? event : filled;
  const parsed = parseItem(collections[kind], raw, { siteUrl: 'https://town.example', town: defaultTown });
  if (parsed.problems) throw new Error(JSON.stringify(parsed.problems));
  return parsed.input;
}
