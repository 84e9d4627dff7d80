import { type RawBuilder, sql } from 'kysely';
import type { Dialect } from './handles.ts';

/** Everything in which the two databases differ. Work asks for a capability, never for the database's name. */
export type Capabilities = {
  dialect: Dialect;
  /** A text column that sorts byte by byte; PostgreSQL would otherwise follow the server's language. */
  orderedText: RawBuilder<unknown>;
  /** An integer of 64 bits. */
  bigInteger: RawBuilder<unknown>;
  /** An instant as the accounts library keeps it: ISO text in SQLite. Nothing else uses this type. */
  authDate: RawBuilder<unknown>;
  /** A truth value as the accounts library keeps it: 0 or 1 in SQLite. Nothing else uses this type. */
  authBoolean: RawBuilder<unknown>;
};

const capabilities: Record<Dialect, Capabilities> = {
  sqlite: {
    dialect: 'sqlite',
    orderedText: sql`text`,
    bigInteger: sql`integer`,
    authDate: sql`date`,
    authBoolean: sql`integer`,
  },
  postgres: {
    dialect: 'postgres',
    orderedText: sql`text collate "C"`,
    bigInteger: sql`bigint`,
    authDate: sql`timestamptz`,
    authBoolean: sql`boolean`,
  },
};

export function capabilitiesOf(dialect: Dialect): Capabilities {
  return capabilities[dialect];
}
