import { sql } from 'kysely';
import { openDatabase } from '#app/database/connect.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { explainFailure } from '../server/explain-failure.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkSchema } from './doctor-schema.ts';

/** The oldest that its makers still mend. */
const LEAST_MAJOR = 14;

/** Version, rights, role and durability of the server, the schema, and each replica. Never throws. */
export async function* checkPostgres(settings: Settings, now: number): AsyncGenerator<Finding> {
  const { databaseUrl = '', replicaUrl } = settings;
  const database = openDatabase({ url: databaseUrl });
  try {
    yield* checkServer(database.write);
    yield* checkSchema(() => database, now);
  } catch (error) {
    yield problem(explainFailure(error));
  } finally {
    await database.close();
  }
  for (const url of replicaUrl?.split(',') ?? []) yield await checkReplica(url.trim());
}

type Facts = {
  version: string;
  isStandby: boolean;
  mayCreate: boolean;
  fsync: string;
  synchronousCommit: string;
  standbys: number;
  synchronousStandbys: number;
};

async function findFacts(db: WriteDb): Promise<Facts> {
  const { rows } = await sql<Facts>`select current_setting('server_version') as version,
    pg_is_in_recovery() as "isStandby",
    has_schema_privilege(current_schema(), 'create') as "mayCreate",
    current_setting('fsync') as fsync,
    current_setting('synchronous_commit') as "synchronousCommit",
    (select count(*) from pg_stat_replication)::int as standbys,
    (select count(*) from pg_stat_replication where sync_state in ('sync', 'quorum'))::int as "synchronousStandbys"`.execute(
    db,
  );
  return rows[0] as Facts;
}

async function* checkServer(db: WriteDb): AsyncGenerator<Finding> {
  const facts = await findFacts(db);
  yield checkVersion(facts.version);
  if (facts.isStandby) {
    yield problem(
      'DATABASE_URL leads to a standby, which only reads. Name the primary there, or promote this one',
    );
    return;
  }
  yield facts.mayCreate
    ? ok('The user of DATABASE_URL may make tables')
    : problem(
        'The user of DATABASE_URL may not make tables. Let it own the database: ALTER DATABASE … OWNER TO …',
      );
  yield checkDurability(facts);
  yield ok(wordsOnStandbys(facts));
}

function checkVersion(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_MAJOR
    ? ok(`PostgreSQL ${version} answers`)
    : warning(`PostgreSQL ${version} is no longer mended by its makers. Move to ${LEAST_MAJOR} or newer`);
}

/** An acknowledged save must survive a power loss (README, "What it keeps, and how"). */
function checkDurability({ fsync, synchronousCommit }: Facts): Finding {
  const off = [
    ...(fsync === 'off' ? ['fsync'] : []),
    ...(synchronousCommit === 'off' ? ['synchronous_commit'] : []),
  ];
  return off.length === 0
    ? ok('PostgreSQL keeps what it has acknowledged')
    : warning(
        `PostgreSQL has ${off.join(' and ')} off: a power loss takes back what was acknowledged. Set ${off.map((name) => `${name} = on`).join(', ')}`,
      );
}

function wordsOnStandbys({ standbys, synchronousStandbys }: Facts): string {
  if (standbys === 0) return 'No standby follows the primary';
  const many = standbys === 1 ? 'One standby follows' : `${standbys} standbys follow`;
  return synchronousStandbys > 0
    ? `${many} the primary, ${synchronousStandbys} of them with every commit`
    : `${many} the primary, none with every commit: a failover may lose the last moment`;
}

async function checkReplica(url: string): Promise<Finding> {
  const { host } = new URL(url);
  const database = openDatabase({ url });
  try {
    const { rows } = await sql<{
      isStandby: boolean;
      lag: number | null;
    }>`select pg_is_in_recovery() as "isStandby",
      extract(epoch from now() - pg_last_xact_replay_timestamp())::float as lag`.execute(
      database.read as WriteDb,
    );
    const { isStandby, lag } = rows[0] ?? {};
    if (!isStandby) return warning(`The replica ${host} is no standby: what it answers is never renewed`);
    return ok(`The replica ${host} answers; its last change is ${Math.round(lag ?? 0)} s old`);
  } catch (error) {
    return problem(`The replica ${host}: ${explainFailure(error)}`);
  } finally {
    await database.close();
  }
}
