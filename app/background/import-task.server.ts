import {
  findImportRun,
  findWanted,
  MOVE_IN_JOB,
  updateImportRun,
} from '#app/moving/import/import-store.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { RunTool, WatchedTask } from './schedule.server.ts';

const ENDED = 'The work ended unexpectedly. What was imported stays. You can continue.';

/**
 * Does what is requested of imports, one after the other, in a separate process. One that a restart of the site stops is
 * continued at the next start. A process that ends unexpectedly leaves the import stopped, so that it can be continued.
 */
export function importTaskOf({ write }: Services, runTool: RunTool): WatchedTask {
  return {
    name: MOVE_IN_JOB,
    hasWork: async () => (await findWanted(write)) !== undefined,
    async work(signal) {
      for (let next = await findWanted(write); next && !signal.aborted; next = await findWanted(write)) {
        const { id, version } = next;
        try {
          await runTool(['move-in', '--job', id], signal);
        } finally {
          if (!signal.aborted) await endIt(id, version);
        }
      }
    },
  };

  /** The process has noted how it ended, unless it was killed. What was requested since remains. */
  async function endIt(id: string, version: number): Promise<void> {
    const moveIn = await findImportRun(write, id);
    if (moveIn?.wanted && moveIn.version === version)
      await updateImportRun(write, id, { wanted: null, state: 'stopped', trouble: ENDED });
  }
}
