import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltSite, openBuiltSite } from './built-site.ts';
import { administrator } from './journey-administrator.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import type { SeededCookie } from './seeded-people.ts';

/**
 * The sample town to copy: data folders, or names of databases. `managed` has an administrator besides, whom the cookie
 * logs in.
 */
export type TownTemplate = { plain: string; managed: string; cookie: SeededCookie };

/** What the setup of a run hands on to its workers. Without `serverUrl` there is no PostgreSQL. */
export type Towns = {
  serverUrl: string | undefined;
  sqlite: TownTemplate;
  postgres: TownTemplate | undefined;
};

const VARIABLE = 'JOURNEY_TOWNS';

/** Workers start with the environment of the process that set the run up. */
export function handOn(towns: Towns): void {
  process.env[VARIABLE] = JSON.stringify(towns);
}

export function readTowns(): Towns {
  return JSON.parse(process.env[VARIABLE] ?? '');
}

export type DatabaseKind = 'sqlite' | 'postgres';

/** A running site; `close` throws when it does not end in order. */
export type OpenTown = { site: BuiltSite; close: () => Promise<void> };

/**
 * Starts a site on a copy of the sample town that fits its settings: with the administrator where they name the one of
 * the journeys, and on an empty database where they want no sample town.
 */
export async function openTown(kind: DatabaseKind, environment: Record<string, string>): Promise<OpenTown> {
  const { serverUrl, ...towns } = readTowns();
  const template = environment.BELFRY_DEMO === '0' ? undefined : towns[kind];
  const source = template && (isManaged(environment) ? template.managed : template.plain);
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-site-'));
  if (kind === 'sqlite' && source) await cp(source, dataFolder, { recursive: true });
  const database =
    kind === 'postgres' && serverUrl ? await createPostgresDatabase(serverUrl, source) : undefined;
  const site = await openBuiltSite({ databaseUrl: database?.url, dataFolder, environment });
  return {
    site,
    async close() {
      const code = await site.stop();
      await database?.drop();
      await rm(dataFolder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The site ended with code ${code}:\n${site.output()}`);
    },
  };
}

function isManaged({ BELFRY_ADMIN_PASSWORD: password }: Record<string, string>): boolean {
  return password === administrator.password;
}
