import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL on which tests can create databases; undefined when they run on SQLite only. */
    postgresUrl: string | undefined;
  }
}

/** One PostgreSQL for the whole run: the one in TEST_DATABASE_URL, otherwise our own until the end. */
export default async function openPostgres(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const { TEST_DATABASE_URL: given, DATABASES: databases } = process.env;
  if (databases === 'sqlite') {
    project.provide('postgresUrl', undefined);
    return undefined;
  }
  if (given) {
    project.provide('postgresUrl', given);
    return undefined;
  }
  const { url, stop } = await startPostgres();
  project.provide('postgresUrl', url);
  return stop;
}
