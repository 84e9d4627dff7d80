import { LOAD_SAMPLE_TOWN } from '#app/items/sample-town/sample-town-job.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { findJobRequest, settleJob } from '#app/platform/database/job-request.server.ts';
import { requestedJob } from './requested-job.server.ts';
import type { RunTool } from './run-tool.ts';
import type { WatchedJob } from './schedule.server.ts';

/** Loads the sample town at the administrator's request, in a separate process. */
export function loadSampleTownOf({ write }: Services, runTool: RunTool): WatchedJob {
  const request = {
    find: () => findJobRequest(write, LOAD_SAMPLE_TOWN),
    settle: (at: number) => settleJob(write, LOAD_SAMPLE_TOWN, at),
  };
  return requestedJob(LOAD_SAMPLE_TOWN, request, (signal) => runTool(['demo'], signal));
}
