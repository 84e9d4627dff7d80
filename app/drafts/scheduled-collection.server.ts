import type { Collection, SaveOptions, SaveOutcome, StoredItem } from '#app/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { ItemVersionRow } from '#app/database/tables.ts';
import { inputOfVersion, versionJson } from './item-version.server.ts';
import {
  countScheduled,
  findHeldPrepared,
  findPrepared,
  listScheduled,
  putPrepared,
  removePrepared,
} from './item-version-store.server.ts';
import { aloneWith, isOutdated } from './move-items.server.ts';

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
  const placeOf = (id: string) => ({ collection: published.name, id, state: 'scheduled' as const });
  const itemOf = (row: ItemVersionRow) => inputOfVersion(published, row);
  const waitingOf = (row: ItemVersionRow) => ({ item: itemOf(row), publishAt: Number(row.publishAt) });

  async function publish(db: WriteDb, input: Input, { version, createdAt, updatedAt }: Carried, now: number) {
    await removePrepared(db, placeOf(input.id));
    return published.save(db, input, { now, version: 0, carried: { version, createdAt, updatedAt } });
  }

  async function save(db: WriteDb, input: Input, options: SaveOptions): Promise<SaveOutcome<Item>> {
    const { now } = options;
    const place = placeOf(input.id);
    const waiting = await findHeldPrepared(db, place);
    const isDue = input.pubDate <= now;
    if (isDue && !waiting) return published.save(db, input, options);
    const current = waiting ? itemOf(waiting) : await published.find(db, input.id);
    if (isOutdated(current, options)) return { kind: 'conflict', current };
    const version = (current?.version ?? 0) + 1;
    const carried = { version, createdAt: waiting?.createdAt ?? now, updatedAt: now };
    if (isDue) return publish(db, input, carried, now);
    const item = versionJson(published, { ...input, version, updatedAt: now });
    await putPrepared(db, { ...place, publishAt: input.pubDate, item, ...carried });
    if (current && !waiting) await published.remove(db, input.id);
    const saved = await findPrepared(db, place);
    return { kind: 'saved', item: saved ? itemOf(saved) : { ...input, version, updatedAt: now } };
  }

  return {
    ...published,
    save: (db, input, options) =>
      aloneWith(db, published, input.id, (transaction) => save(transaction, input, options)),
    remove: (db, id, seen) =>
      aloneWith(
        db,
        published,
        id,
        async (transaction) =>
          (await removePrepared(transaction, placeOf(id), seen)) || published.remove(transaction, id, seen),
      ),
    waiting: {
      find: async (db: ReadDb, id: string) => {
        const row = await findPrepared(db, placeOf(id));
        return row && waitingOf(row);
      },
      list: async (db: ReadDb, request) => {
        const page = await listScheduled(db, published.name, request);
        return { ...page, items: page.items.map(waitingOf) };
      },
      count: (db: ReadDb) => countScheduled(db, published.name),
      publish: (db, id, now) =>
        aloneWith(db, published, id, async (transaction) => {
          // As it is stored: its links to the site itself stay paths.
          const row = await findHeldPrepared(transaction.withoutPlugins(), placeOf(id));
          if (!row || Number(row.publishAt) > now) return false;
          const { version, updatedAt, ...input } = itemOf(row);
          const outcome = await publish(transaction, input as unknown as Input, row, now);
          return outcome.kind === 'saved';
        }),
    },
  };
}

type Carried = Pick<ItemVersionRow, 'version' | 'createdAt' | 'updatedAt'>;
