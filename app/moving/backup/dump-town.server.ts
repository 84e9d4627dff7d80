import { join } from 'node:path';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import {
  isInBackups,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import type { OnProgress } from './backup-error.ts';
import { formatWith, type Manifest, type TableEntry } from './manifest.ts';
import { PICTURE_FILES } from './picture-entries.server.ts';
import type { Snapshot } from './snapshot.server.ts';
import { writeTableEntry } from './table-entry.server.ts';
import { countRows, readPages, type TownRow } from './town-rows.server.ts';

type Dumping = {
  kind: string;
  /** UTC epoch milliseconds. */
  now: number;
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
};

/** Writes each table that belongs in a backup to a file in `folder`, and returns the manifest. */
export async function dumpTown(
  { db, capabilities, schema }: Snapshot,
  folder: string,
  { kind, now, signal, onProgress }: Dumping,
): Promise<Manifest> {
  const tables = (await listTownTables(schema.at(-1) as string)).filter(({ name }) => isInBackups(name));
  let total = 0;
  for (const { name } of tables) total += await countRows(db, name);
  let done = 0;
  const entries: TableEntry[] = [];
  for (const table of tables) {
    const pages = async function* () {
      for await (const page of readPages(db, capabilities, table)) {
        yield table.name === 'mail' ? page.map((row) => withoutLetter(table, row)) : page;
        done += page.length;
        onProgress?.('rows', done, total);
      }
    };
    const written = await writeTableEntry(join(folder, `${table.name}.jsonl.zst`), pages(), signal);
    const columns = table.columns.map(({ name }) => name);
    entries.push({ name: table.name, columns, ...written });
  }
  const madeAt = new Date(now).toISOString();
  const files = entries.find(({ name }) => name === PICTURE_FILES)?.rows ?? 0;
  return {
    format: 'belfry-backup',
    version: formatWith(0),
    madeBy: versionOfBelfry(),
    kind,
    madeAt,
    schema,
    tables: entries,
    media: { files },
  };
}

/** Emails contain links and addresses, and waiting ones must not be sent again after a restore. */
function withoutLetter({ columns }: TownTable, row: TownRow): TownRow {
  const at = (name: string) => columns.findIndex((column) => column.name === name);
  const kept = [...row];
  kept[at('recipient')] = null;
  kept[at('letter')] = null;
  kept[at('reply')] = null;
  if (row[at('settledAt')] === null) {
    kept[at('state')] = 'withdrawn';
    kept[at('settledAt')] = row[at('queuedAt')] as number;
  }
  return kept;
}
