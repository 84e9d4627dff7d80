/** Runs in a thread of its own: copying a large town takes a minute of computing. */
import { workerData } from 'node:worker_threads';
import { indexTown } from '#app/backup/index-town.server.ts';
import { sinkIntoFile } from '#app/backup/row-sink.server.ts';
import { withSnapshot } from '#app/backup/snapshot.server.ts';
import { openTownFile } from '#app/backup/town-file.server.ts';
import { findTableFate, listTownTables } from '#app/backup/town-tables.server.ts';
import { transferRows } from '#app/backup/transfer-rows.server.ts';
import { textSources } from '#app/collections.server.ts';
import { listKnownMigrations, migrate } from '#app/database/migrate.server.ts';
import type { RowsTask } from './copy-town.server.ts';

/** Without what only logins and emails need. */
const LEFT_OUT = new Set(['mail', 'audit_entry']);

const { from, folder, file } = workerData as RowsTask;

const all = await listTownTables(listKnownMigrations().at(-1) as string);
const tables = all.filter(({ name }) => findTableFate(name) === 'carried' && !LEFT_OUT.has(name));
await withSnapshot(from, folder, async (source) => {
  const { database, connection } = openTownFile(file);
  try {
    await migrate(database);
    connection.exec('begin');
    await transferRows(source, sinkIntoFile(connection), { tables });
    connection.exec('commit');
    await indexTown(database.write, { textSources });
  } finally {
    await database.close();
  }
});
