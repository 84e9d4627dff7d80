import { exportPoll, type PollExport } from '#app/polls/poll-export.server.ts';
import { pollJson, resultsJson } from '#app/polls/poll-json.server.ts';
import { stateOf } from '#app/polls/poll-state.ts';
import type { Route } from './+types/poll-export-json';

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
