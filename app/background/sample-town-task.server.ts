import { LOAD_SAMPLE_TOWN } from '#app/items/sample-town/sample-town-request.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { findTaskRequest, finishTask } from '#app/platform/database/task-request.server.ts';
import { requestedTask } from './requested-task.server.ts';
import type { WatchedTask } from './schedule.server.ts';
import type { RunTool } from './tool-runner.ts';

/** Loads the sample town at the administrator's request, in a separate process. */
export function loadSampleTownOf({ write }: Services, runTool: RunTool): WatchedTask {
  const request = {
    find: () => findTaskRequest(write, LOAD_SAMPLE_TOWN),
    settle: (at: number) => finishTask(write, LOAD_SAMPLE_TOWN, at),
  };
  return requestedTask(LOAD_SAMPLE_TOWN, request, (signal) => runTool(['demo'], signal));
}
