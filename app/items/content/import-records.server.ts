import { isDeepStrictEqual } from 'node:util';
import { setArchived } from '#app/items/archive/archive-store.server.ts';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Problem,
  type SaveOptions,
  type SaveOutcome,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import type { Town } from '#app/town/town.ts';
import { parseDraft } from './parse-draft.server.ts';
import { parseItem, withStoredLinks } from './parse-item.server.ts';
import { findMissingTime, readWish, type Wish } from './publication-wish.ts';

/** `record` counts from 1; undefined where the existing item does not allow the change. */
export type RefusedRecord = { record: number | undefined; id: string | undefined; problems: Problem[] };

export type ImportCounts = {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  refused: number;
};

export type ImportOptions = {
  now: number;
  /** The site's own origin, and the town's settings as defaults for missing fields. */
  siteUrl: string;
  town: Town;
  /** Reports what would happen and writes nothing. */
  dryRun?: boolean;
  signal?: AbortSignal;
  onRefused?: (refusal: RefusedRecord) => void;
  onProgress?: (read: number) => void;
};

type Input = Record<string, unknown> & { id: string };

/** A valid record. */
type Valid = { input: Input; wish: Wish };

const BATCH_SIZE = 200;

/**
 * Saves every valid record, a few hundred per transaction, and passes the others to `onRefused`. A record with a known
 * id overwrites that item, unless nothing would change. When `signal` is aborted, it stops between two transactions.
 * Throws errors of the records or the database; what was counted until then is saved.
 */
export async function importRecords(
  db: WriteDb,
  collection: Collection,
  records: AsyncIterable<unknown> | Iterable<unknown>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const counts: ImportCounts = { read: 0, added: 0, changed: 0, unchanged: 0, refused: 0 };
  const check = recordChecker(collection, options);
  let batch: Valid[] = [];
  for await (const raw of records) {
    counts.read++;
    const { valid, problems } = check(raw, counts.read);
    if (valid) batch.push(valid);
    else {
      counts.refused++;
      options.onRefused?.({ record: counts.read, id: idOf(raw), problems });
    }
    if (counts.read % BATCH_SIZE !== 0) continue;
    await saveBatch(db, collection, batch, counts, options);
    batch = [];
    if (options.signal?.aborted) return counts;
  }
  await saveBatch(db, collection, batch, counts, options);
  return counts;
}

const noRecord: Problem = { field: '', message: 'This is not a record. A record begins with {' };

type Checked = { valid: Valid; problems?: undefined } | { valid?: undefined; problems: Problem[] };

/** Validates records one after the other: the second of two with the same id is refused. */
function recordChecker(
  collection: Collection,
  { siteUrl, town, now }: ImportOptions,
): (raw: unknown, record: number) => Checked {
  const seen = new Map<string, number>();
  return (raw, record) => {
    if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { problems: [noRecord] };
    const timestamps = findTimestamps(raw);
    if (timestamps.length > 0) return { problems: timestamps };
    const { fields, wish, problems } = readWish(raw as Record<string, unknown>);
    const parse = wish.publication === 'draft' && collection.store.unpublished ? parseDraft : parseItem;
    const parsed = parse(collection, fields, { siteUrl, town, now });
    const untimed = findMissingTime(wish);
    problems.push(...(parsed.problems ?? []), ...(untimed ? [untimed] : []));
    if (!parsed.input || problems.length > 0) return { problems };
    const input = parsed.input as Input;
    const earlier = seen.get(input.id);
    if (earlier) return { problems: [{ field: 'id', message: `Record ${earlier} has the same id` }] };
    seen.set(input.id, record);
    return { valid: { input, wish } };
  };
}

async function saveBatch(
  db: WriteDb,
  collection: Collection,
  batch: Valid[],
  counts: ImportCounts,
  { now, siteUrl, dryRun, onProgress, onRefused }: ImportOptions,
): Promise<void> {
  const { added, changed, refusals } = await inTransaction(db, async (transaction) => {
    const compared = await compare(transaction, collection, batch, siteUrl);
    const writes = dryRun ? [] : [...compared.added, ...compared.changed];
    return { ...compared, refusals: await saveAll(transaction, collection, writes, now) };
  });
  for (const refusal of refusals) onRefused?.(refusal);
  const refused = new Set(refusals.map(({ id }) => id));
  const countSaved = (records: Valid[]) => records.filter(({ input }) => !refused.has(input.id)).length;
  counts.refused += refusals.length;
  counts.added += countSaved(added);
  counts.changed += countSaved(changed);
  counts.unchanged += batch.length - added.length - changed.length;
  onProgress?.(counts.read);
}

/** Saves the items and returns those that their collection refused, with its reasons. */
async function saveAll(
  db: WriteDb,
  collection: Collection,
  valid: Valid[],
  now: number,
): Promise<RefusedRecord[]> {
  const refusals: RefusedRecord[] = [];
  for (const { input, wish } of valid) {
    const outcome = await saveWished(db, collection, input, wish, { now });
    if (outcome.kind === 'refused')
      refusals.push({ record: undefined, id: input.id, problems: outcome.problems });
  }
  const ids = valid.map(({ input }) => input.id);
  await indexItems(db, collection.source, ids);
  return refusals;
}

/**
 * Drafts are stored as such; everything else is published, at its time if it has one. `seen` is the state of the item
 * that it replaces: a conflict if that has changed since. One that was archived elsewhere is archived. The caller puts the items into the search index.
 */
export async function saveWished(
  db: WriteDb,
  collection: Collection,
  input: Input,
  { publication, publishAt, archived, archivedAt }: Wish,
  options: Pick<SaveOptions, 'now' | 'isFresh'> & Partial<SeenItem>,
): Promise<SaveOutcome<StoredItem>> {
  const { save, unpublished } = collection.store;
  if (publication === 'draft' && unpublished) return unpublished.saveDraft(db, input, options);
  const at = publication === 'scheduled' ? { publishAt } : {};
  const outcome = await save(db, input, { ...options, indexesLater: true, isImport: true, ...at });
  if (archived && outcome.kind === 'saved')
    await setArchived(db, collection, input.id, archivedAt ?? options.now);
  return outcome;
}

async function compare(
  db: ReadDb,
  collection: Collection,
  batch: Valid[],
  siteUrl: string,
): Promise<{ added: Valid[]; changed: Valid[] }> {
  const added: Valid[] = [];
  const changed: Valid[] = [];
  for (const valid of batch) {
    const { input } = valid;
    const stored = await findForEditor(collection, db, input.id);
    if (!stored) added.push(valid);
    else if (!isSame(collection, stored, valid, siteUrl)) changed.push(valid);
  }
  return { added, changed };
}

function isSame(
  { json: { schema } }: Collection,
  stored: EditedItem,
  { input, wish: { publication, publishAt } }: Valid,
  siteUrl: string,
): boolean {
  const isAsWished =
    publication === undefined
      ? stored.publication !== 'draft'
      : publication === stored.publication && (publishAt ?? null) === stored.publishAt;
  if (!isAsWished) return false;
  const same = publication === 'draft' ? stored.input : schema.safeParse(stored.input).data;
  return same !== undefined && isDeepStrictEqual(withStoredLinks(same as object, { siteUrl }), input);
}

function idOf(raw: unknown): string | undefined {
  const id = (raw as { id?: unknown } | null | undefined)?.id;
  return typeof id === 'string' && id !== '' ? id.slice(0, 130) : undefined;
}

/** How Firestore's tools write an instant: the SDKs, REST exports and backup scripts. */
const SHAPES = [['_seconds', '_nanoseconds'], ['seconds', 'nanoseconds'], ['__time__']];

/** The fields of a record, at any depth, that hold Firestore timestamps, each with a message that says what to do. */
function findTimestamps(record: object, above = ''): Problem[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value !== 'object' || value === null) return [];
    const field = above + name;
    if (!isTimestamp(value)) return findTimestamps(value, `${field}.`);
    return [
      {
        field,
        message:
          'This is a Firestore timestamp. Write it as ISO 8601 text, such as 2026-11-20T17:00:00-05:00',
      },
    ];
  });
}

function isTimestamp(value: object): boolean {
  return SHAPES.some(
    (names) => Object.keys(value).length === names.length && names.every((name) => name in value),
  );
}
