import { type RawBuilder, sql } from 'kysely';

/** Whether a column contains `text` anywhere. PostgreSQL compares exactly, SQLite without regard to ASCII case. */
export function containsText(column: string, text: string): RawBuilder<boolean> {
  const pattern = `%${text.replace(/[~%_]/g, '~$&')}%`;
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '~'`;
}
