import { sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { type Durability, findDurability } from '#app/platform/postgres/postgres-durability.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';
import { checkSchema } from './doctor-schema.ts';

/** The oldest version that PostgreSQL still supports. */
const LEAST_MAJOR = 14;

/** Version, permissions and durability of the server, its standbys, and the schema. Never throws. */
export async function* checkPostgres(settings: Settings, now: number): AsyncGenerator<Finding> {
  const { databaseUrl = '' } = settings;
  const database = openDatabase({ url: databaseUrl });
  try {
    const durability = await findDurability(database.write);
    if (durability) yield* describeDurability(durability);
    yield await checkRights(database.write);
    yield* checkSchema(() => database, settings, now);
  } catch (error) {
    yield problem('database', explainError(error));
  } finally {
    await database.close();
  }
}

function* describeDurability({ version, unsafe, standby }: Durability): Generator<Finding> {
  yield checkVersion(version);
  yield checkDurability(unsafe);
  yield standbyFindings[standby];
}

function checkVersion(version: string): Finding {
  return Number.parseInt(version, 10) >= LEAST_MAJOR
    ? ok('postgres-version', `PostgreSQL ${version} responds and accepts writes`)
    : warning(
        'postgres-version',
        `PostgreSQL ${version} is no longer supported. Upgrade to ${LEAST_MAJOR} or newer`,
      );
}

/** An acknowledged save must survive a power loss (requirements: durability). */
function checkDurability(unsafe: string[]): Finding {
  return unsafe.length === 0
    ? ok('postgres-durability', 'PostgreSQL keeps every acknowledged write')
    : warning(
        'postgres-durability',
        `PostgreSQL has ${unsafe.join(' and ')} off, so a power failure can lose acknowledged writes. Set ${unsafe.map((name) => `${name} = on`).join(', ')}`,
      );
}

const standbyFindings: Record<Durability['standby'], Finding> = {
  none: ok('postgres-standby', 'The primary has no standby. If its disk fails, you have to restore a backup'),
  synchronous: ok('postgres-standby', 'The standby is synchronous. A failover loses nothing'),
  asynchronous: warning(
    'postgres-standby',
    'The standby is asynchronous. A failover can lose the most recent changes. To prevent this, set synchronous_standby_names',
  ),
  waiting: problem(
    'postgres-standby',
    'PostgreSQL is waiting for a standby and none is connected, so nothing can be saved. Start it, or clear synchronous_standby_names',
  ),
};

async function checkRights(db: WriteDb): Promise<Finding> {
  const { rows } = await sql<{ mayCreate: boolean }>`select
    has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db);
  return rows[0]?.mayCreate
    ? ok('postgres-rights', 'The user in DATABASE_URL may create tables')
    : problem(
        'postgres-rights',
        'The user in DATABASE_URL may not create tables. Make it the owner of the database: ALTER DATABASE … OWNER TO …',
      );
}
