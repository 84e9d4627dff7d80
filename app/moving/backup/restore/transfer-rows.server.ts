import { BackupError, type OnProgress, throwIfStopped } from '#app/moving/backup/backup-error.ts';
import { countRows, readPages } from '#app/moving/backup/town-rows.server.ts';
import type { Capabilities } from '#app/platform/database/capabilities.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { TownTable } from '#app/platform/database/tables/town-tables.server.ts';
import type { RowSink } from './row-sink.server.ts';

/** A database to read from, as of one moment. */
export type RowSource = { db: WriteDb; capabilities: Capabilities };

type Transferring = {
  tables: TownTable[];
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
};

/** Copies every row of the tables into another database, whose tables are empty, and returns how many. */
export async function transferRows(
  source: RowSource,
  sink: RowSink,
  { tables, signal, onProgress }: Transferring,
): Promise<number> {
  const total = await countAll(source.db, tables);
  let done = 0;
  for (const table of tables) {
    for await (const page of readPages(source.db, source.capabilities, table)) {
      throwIfStopped(signal);
      await sink.write(table, page);
      done += page.length;
      onProgress?.('rows', done, total);
    }
  }
  return done;
}

/** Compares the tables of two databases row by row, value by value. Throws BackupError at the first difference. */
export async function compareRows(
  one: RowSource,
  other: RowSource,
  { tables, signal, onProgress }: Transferring,
): Promise<void> {
  const total = await countAll(one.db, tables);
  let done = 0;
  for (const table of tables) {
    const copies = readPages(other.db, other.capabilities, table);
    for await (const page of readPages(one.db, one.capabilities, table)) {
      throwIfStopped(signal);
      const { value: copy } = await copies.next();
      if (JSON.stringify(copy) !== JSON.stringify(page)) throw differs(table);
      done += page.length;
      onProgress?.('rows compared', done, total);
    }
    if (!(await copies.next()).done) throw differs(table);
  }
}

async function countAll(db: WriteDb, tables: TownTable[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) total += await countRows(db, name);
  return total;
}

function differs({ name }: TownTable): BackupError {
  return new BackupError(`The copy of ${name} differs from the original. Nothing was changed.`);
}
