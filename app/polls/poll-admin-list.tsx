import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import { readVisit } from '#app/context.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import { countVotes } from '#app/votes/vote-count.server.ts';
import type { Route } from './+types/poll-admin-list';
import type { Poll } from './poll.ts';
import { polls } from './poll-collection.server.ts';
import { stateOf } from './poll-state.ts';

const stateWords = { open: 'Open', scheduled: 'Scheduled', closed: 'Closed' } as const;

/** By name, in the order of the public API (spec section 9). */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readVisit(args);
  const end = ({ closedAt, closesAt }: Poll) => closedAt ?? closesAt;
  const rowOf = (poll: Poll) => {
    const state = poll.archived ? 'Archived' : stateWords[stateOf(poll, now)];
    const closes = end(poll);
    return {
      id: poll.id,
      title: poll.title,
      cells: [state, closes === null ? '–' : formatShortDate(closes, town)],
    };
  };
  const table = await loadContentTable(args, polls, rowOf);
  const tallies = await countVotes(
    read,
    table.rows.map((row) => row.id),
  );
  const rows = table.rows.map((row) => {
    const [state = '', closes = ''] = row.cells;
    return { ...row, cells: [state, String(tallies.get(row.id)?.voters ?? 0), closes] };
  });
  return { ...table, rows };
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, polls);
}

export default function PollAdminList({ loaderData }: Route.ComponentProps) {
  return (
    <ContentTable
      {...loaderData}
      name="polls"
      heading="Polls"
      columns={['Title', 'Status', 'Votes', 'Closes']}
    />
  );
}
