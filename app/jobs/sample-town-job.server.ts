import { LOAD_SAMPLE_TOWN } from '#app/admin/sample-town-job.ts';
import { isJobRequested, settleJob } from '#app/database/job-request.server.ts';
import type { Services } from '#app/services.server.ts';
import type { RunTool } from './backup-jobs.server.ts';
import type { WatchedJob } from './schedule.server.ts';

/** Loads the sample town at the administrator's request, in a separate process. */
export function loadSampleTownOf({ read, write }: Services, runTool: RunTool): WatchedJob {
  return {
    name: LOAD_SAMPLE_TOWN,
    hasWork: () => isJobRequested(read, LOAD_SAMPLE_TOWN),
    async work(signal) {
      await runTool(['demo'], signal).finally(() =>
        signal.aborted ? undefined : settleJob(write, LOAD_SAMPLE_TOWN),
      );
    },
  };
}
