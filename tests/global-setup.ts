import type { TestProject } from 'vitest/node';
import { createTemplates, type DatabaseTemplates } from './database-templates.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL on which tests can create databases; undefined when they run on SQLite only. */
    postgresUrl: string | undefined;
    templates: DatabaseTemplates;
  }
}

/**
 * Once for a whole run: one PostgreSQL, the one that TEST_DATABASE_URL names or else our own, and the databases that
 * tests copy.
 */
export default async function prepareDatabases(project: TestProject): Promise<() => Promise<void>> {
  const { TEST_DATABASE_URL: given, DATABASES: databases } = process.env;
  const own = databases === 'sqlite' || given ? undefined : await startPostgres();
  const postgresUrl = databases === 'sqlite' ? undefined : (given ?? own?.url);
  const { remove, ...templates } = await createTemplates(postgresUrl);
  project.provide('postgresUrl', postgresUrl);
  project.provide('templates', templates);
  return async () => {
    await remove();
    await own?.stop();
  };
}
