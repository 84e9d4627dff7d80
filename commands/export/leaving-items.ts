import {
  type Collection,
  type Moment,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { permalinkOf, slugOf } from '#app/items/content/permalink.ts';
import type { ItemKind } from '#app/moving/formats/format.ts';
import type { LeavingItem, LeavingResult } from '#app/moving/formats/leaving-item.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { listPublished, listUnpublished } from './export-records.ts';

type Json = Record<string, unknown>;

type LeavingContext = { read: ReadDb; now: number; siteUrl: string };

/** All items of a collection for other systems, published ones first; some at a time. */
export async function* listLeaving(
  collection: Collection,
  context: LeavingContext,
): AsyncGenerator<LeavingItem[]> {
  const { read } = context;
  for await (const items of listPublished(read, collection)) {
    const present = await describeNow(collection, items, context);
    yield items.map((item, at) =>
      leavingItem(collection, collection.json.toInputJson(item), context, resultIn(present[at])),
    );
  }
  for await (const records of listUnpublished(read, collection))
    yield records.map((record) => leavingItem(collection, record, context));
}

/** What the API adds for a visitor: the results of polls that everyone may see. */
async function describeNow(
  collection: Collection,
  items: StoredItem[],
  { read, now }: LeavingContext,
): Promise<Json[]> {
  if (!collection.json.toPresentJson || items.length === 0) return [];
  const moment: Moment = {
    ...{ read, now, isTrusted: false },
    viewer: { kind: 'visitor' },
    keepUntil: () => undefined,
  };
  return collection.json.toPresentJson(items, moment);
}

type Present = {
  options: { id: string; text: string }[];
  results?: { voters: number; options: { id: string; votes: number }[] } | null;
};

function resultIn(json: Json | undefined): LeavingResult | undefined {
  const { options, results } = (json ?? {}) as Present;
  if (!results) return undefined;
  const texts = new Map(options.map(({ id, text }) => [id, text]));
  const counts = results.options.map(({ id, votes }) => ({ text: texts.get(id) ?? '', votes }));
  return { voters: results.voters, options: counts };
}

function leavingItem(
  collection: Collection,
  { publication = 'published', publishAt, ...input }: Json,
  { siteUrl }: LeavingContext,
  result?: LeavingResult,
): LeavingItem {
  const id = String(input.id);
  const title = titleOfInput(collection, input);
  return {
    kind: collection.name as ItemKind,
    ...{ id, title, input, result },
    publication: publication as LeavingItem['publication'],
    publishAt: typeof publishAt === 'string' ? Date.parse(publishAt) : undefined,
    address: siteUrl + permalinkOf(collection.name, { id, title }),
    slug: slugOf(collection.name, title) || id.toLowerCase().replace(/_/g, '-'),
  };
}
