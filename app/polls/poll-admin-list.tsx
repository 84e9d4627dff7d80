import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import type { Route } from './+types/poll-admin-list';
import { polls } from './poll-collection.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentTable(args, polls, ({ id, title, options }) => ({
    id,
    title,
    cells: [String(options.length)],
  }));
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, polls);
}

export default function PollAdminList({ loaderData }: Route.ComponentProps) {
  return <ContentTable {...loaderData} name="polls" heading="Polls" columns={['Title', 'Options']} />;
}
