import type { Route } from './+types/poll-export-json';
import { exportPoll, type PollExport } from './poll-export.server.ts';
import { pollJson, resultsJson } from './poll-json.server.ts';
import { stateOf } from './poll-state.ts';

/** The poll, its result and its turnout for programs. */
export function loader(args: Route.LoaderArgs) {
  return exportPoll(args, { type: 'application/json', ending: 'json', write: writeDocument });
}

function writeDocument({ poll, tally, days, now }: PollExport): string {
  const document = {
    ...pollJson(poll),
    state: stateOf(poll, now),
    results: resultsJson(poll, tally),
    turnout: days,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
