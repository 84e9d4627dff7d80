import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgres } from '../tests/postgres.ts';

/** An empty PostgreSQL that writes to the disk as a real one does, and a data folder for its site. */
export async function openBenchPostgres(): Promise<{
  place: { dataFolder: string; databaseUrl: string };
  close: () => Promise<void>;
}> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-bench-'));
  const server = await createPostgres({ settings: ['fsync=on', 'full_page_writes=on', 'autovacuum=on'] });
  const close = async () => {
    await server.remove();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  try {
    await server.start();
    return { place: { dataFolder, databaseUrl: server.url }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
