import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** SQLite's tables of a full-text index: its own bytes, with numbers that JavaScript can't represent. */
const ofTextIndex = /_(term|text(_(data|idx|docsize|config|content|latest))?)$/;

/** A hash of every row of every table, for tests that nothing was changed. Without the tables in `without`. */
export async function hashOfDatabase(db: WriteDb, { without = [] as string[] } = {}): Promise<string> {
  const tables = await db.introspection.getTables();
  const hash = createHash('sha256');
  for (const { name } of tables.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    if (without.includes(name) || ofTextIndex.test(name)) continue;
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    hash.update(
      `${name}\n${rows
        .map((row) => JSON.stringify(row))
        .sort()
        .join('\n')}\n`,
    );
  }
  return hash.digest('hex');
}
