import type { Collection, SaveOptions, SaveOutcome, StoredItem } from '#app/content/collection.server.ts';
import { LINK_FIELDS } from '#app/content/parse-item.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { lockName } from '#app/database/held-row.ts';
import type { ItemVersionRow } from '#app/database/tables.ts';
import { inTransaction } from '#app/database/transaction.ts';
import {
  countVersions,
  findHeldVersion,
  findVersion,
  listVersions,
  putVersion,
  removeVersion,
} from './item-version-store.server.ts';

type Dated = { id: string; pubDate: number };

/**
 * The collection with scheduling: the public table contains only what is published. An item whose `pubDate` is later
 * than the moment of saving waits in `item_version`, which nothing public reads, and `publishDueItems` moves it at its
 * time. It keeps its version and tag, so that a form that is open meanwhile can still be saved.
 */
export function scheduled<Input extends Dated>(
  published: Collection<Input & StoredItem, Input>,
): Collection<Input & StoredItem, Input> {
  type Item = Input & StoredItem;
  const { name } = published;

  function itemOf({ id, item, version, updatedAt }: ItemVersionRow): Item {
    const json = JSON.parse(item);
    const paths = pathsIn(json);
    const { data, error } = published.schema.safeParse({ ...json, ...withHost(paths) });
    if (!data) throw new Error(`The scheduled item ${name}/${id} cannot be read`, { cause: error });
    return { ...data, ...paths, version, updatedAt };
  }

  async function publish(db: WriteDb, input: Input, { version, createdAt, updatedAt }: Carried, now: number) {
    await removeVersion(db, name, input.id);
    return published.save(db, input, { now, version: 0, carried: { version, createdAt, updatedAt } });
  }

  async function save(db: WriteDb, input: Input, options: SaveOptions): Promise<SaveOutcome<Item>> {
    const { now } = options;
    const waiting = await findHeldVersion(db, name, input.id);
    const isDue = input.pubDate <= now;
    if (isDue && !waiting) return published.save(db, input, options);
    const current = waiting ? itemOf(waiting) : await published.find(db, input.id);
    if (isOutdated(current, options)) return { kind: 'conflict', current };
    const version = (current?.version ?? 0) + 1;
    const carried = { version, createdAt: waiting?.createdAt ?? now, updatedAt: now };
    if (isDue) return publish(db, input, carried, now);
    const item = { ...input, version, updatedAt: now };
    const json = JSON.stringify(published.toInputJson(item));
    await putVersion(db, {
      collection: name,
      id: input.id,
      publishAt: input.pubDate,
      item: json,
      ...carried,
    });
    if (current && !waiting) await published.remove(db, input.id);
    const saved = await findVersion(db, name, input.id);
    return { kind: 'saved', item: saved ? itemOf(saved) : item };
  }

  /** Runs `work` with this item locked, wherever it is. */
  function alone<Result>(db: WriteDb, id: string, work: (db: WriteDb) => Promise<Result>) {
    return inTransaction(db, async (transaction) => {
      await lockName(transaction, `${name}/${id}`);
      return work(transaction);
    });
  }

  return {
    ...published,
    save: (db, input, options) => alone(db, input.id, (transaction) => save(transaction, input, options)),
    remove: (db, id, seen) =>
      alone(
        db,
        id,
        async (transaction) =>
          (await removeVersion(transaction, name, id, seen)) || published.remove(transaction, id, seen),
      ),
    waiting: {
      find: async (db: ReadDb, id: string) => {
        const row = await findVersion(db, name, id);
        return row && { item: itemOf(row), publishAt: row.publishAt };
      },
      list: async (db: ReadDb, request) => {
        const page = await listVersions(db, name, request);
        return { ...page, items: page.items.map((row) => ({ item: itemOf(row), publishAt: row.publishAt })) };
      },
      count: (db: ReadDb) => countVersions(db, name),
      publish: (db, id, now) =>
        alone(db, id, async (transaction) => {
          // As it is stored: its links to the site itself stay paths.
          const row = await findHeldVersion(transaction.withoutPlugins(), name, id);
          if (!row || row.publishAt > now) return false;
          const { version, updatedAt, ...input } = itemOf(row);
          const outcome = await publish(transaction, input as unknown as Input, row, now);
          return outcome.kind === 'saved';
        }),
    },
  };
}

/** Links to the site itself are stored as paths; a schema requires whole addresses. */
function pathsIn(json: Record<string, unknown>): Record<string, string> {
  const isPath = (entry: [string, unknown]): entry is [string, string] =>
    LINK_FIELDS.includes(entry[0]) && typeof entry[1] === 'string' && entry[1].startsWith('/');
  return Object.fromEntries(Object.entries(json).filter(isPath));
}

function withHost(paths: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(paths).map(([field, path]) => [field, `https://site.invalid${path}`]),
  );
}

type Carried = Pick<ItemVersionRow, 'version' | 'createdAt' | 'updatedAt'>;

function isOutdated(current: StoredItem | undefined, { version, updatedAt }: SaveOptions): boolean {
  if (version === undefined) return false;
  if (version !== (current?.version ?? 0)) return true;
  return updatedAt !== undefined && updatedAt !== current?.updatedAt;
}
