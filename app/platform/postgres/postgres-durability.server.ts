import { type Kysely, sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { postgresAdapterOf } from '#app/platform/database/postgres-adapter.ts';

/** What a failover of PostgreSQL would lose (requirements: durability 2). */
export type Durability = {
  version: string;
  /** Settings with which a power loss can lose an acknowledged write. */
  unsafe: string[];
  /** `waiting`: it must wait for a standby and there is none, so no write can be acknowledged. */
  standby: 'none' | 'asynchronous' | 'synchronous' | 'waiting';
};

type Row = { version: string; fsync: string; commit: string; names: string; standbys: number };

/** Undefined for SQLite. Throws when PostgreSQL doesn't respond. */
export async function findDurability(db: WriteDb): Promise<Durability | undefined> {
  if (!postgresAdapterOf(db)) return undefined;
  const { rows } = await sql<Row>`select current_setting('server_version') as version,
    current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
    current_setting('synchronous_standby_names') as names,
    (select count(*)::int from pg_stat_replication) as standbys`.execute(db as unknown as Kysely<never>);
  const [row] = rows;
  if (!row) return undefined;
  const unsafe = [
    ...(row.fsync === 'off' ? ['fsync'] : []),
    ...(row.commit === 'off' ? ['synchronous_commit'] : []),
  ];
  return { version: row.version.split(' ')[0] ?? '', unsafe, standby: standbyOf(row) };
}

function standbyOf({ commit, names, standbys }: Row): Durability['standby'] {
  const isAwaited = names !== '' && commit !== 'off' && commit !== 'local';
  if (standbys === 0) return isAwaited ? 'waiting' : 'none';
  return isAwaited ? 'synchronous' : 'asynchronous';
}
