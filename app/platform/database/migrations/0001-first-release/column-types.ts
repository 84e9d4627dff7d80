import type { Dialect } from '#app/platform/database/capabilities.ts';

/** What columns and tables are called in a database: `key` is compared byte by byte, `bigint` has 64 bits. */
export type ColumnTypes = { key: string; bigint: string; withoutRowid: string };

export function columnTypes(dialect: Dialect): ColumnTypes {
  return dialect === 'postgres'
    ? { key: 'text collate "C"', bigint: 'bigint', withoutRowid: '' }
    : { key: 'text', bigint: 'integer', withoutRowid: ' without rowid' };
}
