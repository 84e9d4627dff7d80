import { formatCsv } from '#app/items/text/csv-text.ts';
import { exportPoll, type PollExport } from '#app/polls/poll-export.server.ts';
import type { Route } from './+types/poll-export-csv';

/** The result as a table for spreadsheets. */
export function loader(args: Route.LoaderArgs) {
  return exportPoll(args, { type: 'text/csv', ending: 'csv', write: writeTable });
}

function writeTable({ poll, tally }: PollExport): string {
  const rows = poll.options.map(({ id, text }) => {
    const { votes, informal } = tally.options[id] ?? { votes: 0, informal: 0 };
    return [text, votes - informal, informal];
  });
  return formatCsv([['Answer', 'Votes of members', 'Votes without an account'], ...rows]);
}
