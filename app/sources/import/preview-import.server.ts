/** What an import of a source would do. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import { readDocumentKeys } from '#app/sources/formats/document-keys.ts';
import { type ReadItem, readItem } from './feed-fields.server.ts';
import type { ImportContext } from './import-context.ts';
import { findChains } from './import-warnings.server.ts';
import { type Judging, judgeItems } from './judge-items.server.ts';
import { type ListedItem, listItems } from './listed-item.ts';
import { loadRules } from './matching.server.ts';
import { timedWarning } from './put-up-warning.server.ts';
import { namedItems } from './similar-items.server.ts';
import type { ParsedSource } from './source-item.ts';
import type { Warning } from './warning.ts';

/** A source as an editor enters it, saved or not. */
export type PreviewedSource = Pick<SourceRow, 'address' | 'name' | 'feeds' | 'rank'>;

export type PreviewContext = Omit<ImportContext, 'write'> & { read: ReadDb };

/**
 * `new`: it would be added. `duplicate`: it would be a further credit of the item `into`. `known`: the source has listed
 * it before. `past`: it is over. `refused`: it can't be an item, `problem` says why.
 */
export type PreviewStatus = 'new' | 'duplicate' | 'known' | 'past' | 'refused';

/**
 * An item as it would be imported. `at` is the beginning of an event, or when a story was published, UTC epoch
 * milliseconds; null if it is refused. `time` is an event's time for readers, `where` its place.
 */
export type PreviewedItem = {
  key: string;
  title: string;
  link: string | null;
  at: number | null;
  time: string | null;
  where: string | null;
  status: PreviewStatus;
  into: { collection: string; id: string; title: string } | null;
  problem: string | null;
};

export type ImportPreview = { items: PreviewedItem[]; counts: Record<PreviewStatus, number> };

const ITEMS_OF_BATCH = 100;

/**
 * What would happen if a document of this source were imported now: stories in the order of the document, events by
 * date. Writes nothing. A source that was removed earlier still knows its items.
 */
export async function previewImport(
  context: PreviewContext,
  draft: PreviewedSource,
  parsed: ParsedSource,
): Promise<ImportPreview> {
  const { read, town } = context;
  if (draft.feeds === 'notices') return previewWarnings(context, draft, parsed);
  const saved = await read
    .selectFrom('source')
    .select(['id', 'site'])
    .where('address', '=', draft.address)
    .executeTakeFirst();
  const source = { ...draft, id: saved?.id ?? '', site: saved?.site ?? parsed.link };
  const listed = listItems(draft.feeds, parsed);
  const judging: Judging = {
    context,
    source,
    document: await readDocumentKeys(listed, town.timeZone),
    rules: await loadRules(read),
  };
  const items: PreviewedItem[] = [];
  for (let at = 0; at < listed.length; at += ITEMS_OF_BATCH)
    items.push(...(await previewBatch(context, judging, source, listed.slice(at, at + ITEMS_OF_BATCH))));
  if (draft.feeds === 'events') items.sort((one, other) => Number(one.at) - Number(other.at));
  const counts = { new: 0, duplicate: 0, known: 0, past: 0, refused: 0 };
  for (const { status } of items) counts[status]++;
  return { items, counts };
}

/** Each warning as the notice that it would be. */
async function previewWarnings(
  { read, now }: PreviewContext,
  { address }: PreviewedSource,
  { warnings }: ParsedSource,
): Promise<ImportPreview> {
  const messages = (warnings ?? []).filter(({ warning }) => warning !== null);
  const saved = await read
    .selectFrom('source')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst();
  const known = await findChains(
    read,
    saved?.id ?? '',
    messages.map(({ ids }) => ids[0]),
  );
  const counts = { new: 0, duplicate: 0, known: 0, past: 0, refused: 0 };
  const items = messages.map(({ ids: [key], sentAt, warning }): PreviewedItem => {
    const timed = timedWarning(warning as Warning, { sentAt, now: now() });
    const status = known.has(key) ? 'known' : timed ? 'new' : 'past';
    counts[status]++;
    const { title, link, area } = warning as Warning;
    return { ...nothing, key, title, link, at: timed?.startsAt ?? sentAt, where: area || null, status };
  });
  return { items, counts };
}

async function previewBatch(
  context: PreviewContext,
  judging: Judging,
  source: PreviewedSource & { id: string; site: string | null },
  listed: ListedItem[],
): Promise<PreviewedItem[]> {
  const pause = openPauses();
  const outcomes = [];
  for (const one of listed) {
    outcomes.push({ key: one.key, ...readItem(context, source, one) });
    await pause();
  }
  const { known, past, added } = await judgeItems(
    context.read,
    judging,
    outcomes.flatMap(({ item }) => item ?? []),
  );
  const merged = new Map(added.flatMap(({ item, into }) => (into ? [[item.key, into.itemId]] : [])));
  const names = await namedItems(context.read, context, source.feeds, [...merged.values()]);
  const isPast = new Set(past.map(({ key }) => key));
  return outcomes.map(({ key, item, refused }) => {
    if (!item) return { ...nothing, key, title: refused.title, status: 'refused', problem: refused.problem };
    const id = merged.get(key);
    const status = known.has(key) ? 'known' : isPast.has(key) ? 'past' : id ? 'duplicate' : 'new';
    const into = id ? { collection: source.feeds, id, title: names.get(id) ?? item.title } : null;
    return { ...shownOf(item), status, into };
  });
}

const nothing = { link: null, at: null, time: null, where: null, into: null, problem: null };

function shownOf({ key, title, link, startAt, pubDate, taken }: ReadItem) {
  const time = typeof taken.eventTime === 'string' ? taken.eventTime : null;
  const where = typeof taken.eventLocation === 'string' ? taken.eventLocation : null;
  return { ...nothing, key, title, link, at: startAt ?? pubDate, time, where };
}
