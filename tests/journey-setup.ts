import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { openBuiltSite } from './built-site.ts';
import { administrator } from './journey-administrator.ts';
import { handOn, type TownTemplate } from './journey-towns.ts';
import { startPostgres } from './postgres.ts';
import { createPostgresDatabase } from './postgres-database.ts';
import { type SeededCookie, seedAdministrator } from './seeded-people.ts';

type Made = TownTemplate & { remove: () => Promise<unknown> };

/**
 * Once for a whole run: the site is built of the sources as they are, and on each database there is the sample town to
 * copy, once as it was first started and once with an administrator who is logged in.
 */
export default async function prepareJourneys(): Promise<() => Promise<void>> {
  await buildIfStale();
  const { TEST_DATABASE_URL: given, DATABASES: databases } = process.env;
  const own = databases === 'sqlite' || given ? undefined : await startPostgres();
  const serverUrl = databases === 'sqlite' ? undefined : (given ?? own?.url);
  const [sqlite, postgres] = await Promise.all([
    makeSqlite(),
    serverUrl ? makePostgres(serverUrl) : undefined,
  ]);
  handOn({ serverUrl, sqlite, postgres });
  return async () => {
    await sqlite.remove();
    await postgres?.remove();
    await own?.stop();
  };
}

async function makeSqlite(): Promise<Made> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-town-'));
  const [plain, managed] = [join(folder, 'plain'), join(folder, 'managed')];
  await startOnce({ dataFolder: plain });
  await cp(plain, managed, { recursive: true });
  const cookie = await signIn({ dataFolder: managed });
  return { plain, managed, cookie, remove: () => rm(folder, { recursive: true, force: true }) };
}

async function makePostgres(serverUrl: string): Promise<Made> {
  const plain = await createPostgresDatabase(serverUrl);
  await startOnce({ databaseUrl: plain.url });
  const managed = await createPostgresDatabase(serverUrl, plain.name);
  const cookie = await signIn({ url: managed.url });
  const remove = () => Promise.all([plain.drop(), managed.drop()]);
  return { plain: plain.name, managed: managed.name, cookie, remove };
}

async function startOnce(place: { dataFolder: string } | { databaseUrl: string }): Promise<void> {
  const site = await openBuiltSite(place);
  const code = await site.stop();
  if (code !== 0) throw new Error(`The site ended with code ${code}:\n${site.output()}`);
}

async function signIn(location: DatabaseLocation): Promise<SeededCookie> {
  const database = openDatabase(location);
  const requestContext = { url: 'http://localhost', now: Date.now() };
  return seedAdministrator(database.write, administrator, requestContext).finally(database.close);
}
