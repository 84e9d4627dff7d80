import { sql } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';
import { openDatabase } from '#app/open-database.server.ts';
import { type Durability, findDurability } from '#app/postgres/postgres-durability.server.ts';
import type { Settings } from '#app/settings.server.ts';
import { explainFailure } from '../server/explain-failure.ts';
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
    yield problem(explainFailure(error));
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
    ? ok(`PostgreSQL ${version} answers and takes writes`)
    : warning(`PostgreSQL ${version} is no longer mended by its makers. Move to ${LEAST_MAJOR} or newer`);
}

/** An acknowledged save must survive a power loss (requirements: durability). */
function checkDurability(unsafe: string[]): Finding {
  return unsafe.length === 0
    ? ok('PostgreSQL keeps what it has acknowledged')
    : warning(
        `PostgreSQL has ${unsafe.join(' and ')} off: a power loss takes back what was acknowledged. Set ${unsafe.map((name) => `${name} = on`).join(', ')}`,
      );
}

const standbyFindings: Record<Durability['standby'], Finding> = {
  none: ok('No standby follows the primary: what is lost with its disk comes back from a backup'),
  synchronous: ok('The standby is synchronous: it has all that was saved, and a failover loses nothing'),
  asynchronous: warning(
    'The standby is asynchronous: a failover loses the last moments. To wait for it set synchronous_standby_names',
  ),
  waiting: problem(
    'PostgreSQL waits for a standby and none is connected: nothing can be saved. Start it, or empty synchronous_standby_names',
  ),
};

async function checkRights(db: WriteDb): Promise<Finding> {
  const { rows } = await sql<{ mayCreate: boolean }>`select
    has_schema_privilege(current_schema(), 'create') as "mayCreate"`.execute(db);
  return rows[0]?.mayCreate
    ? ok('The user of DATABASE_URL may make tables')
    : problem(
        'The user of DATABASE_URL may not make tables. Let it own the database: ALTER DATABASE … OWNER TO …',
      );
}
