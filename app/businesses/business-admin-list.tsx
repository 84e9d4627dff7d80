import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import type { Route } from './+types/business-admin-list';
import { businesses } from './business-collection.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentTable(args, businesses, ({ id, name, category, phone }) => ({
    id,
    title: name,
    cells: [category, phone ?? ''],
  }));
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, businesses);
}

export default function BusinessAdminList({ loaderData }: Route.ComponentProps) {
  return (
    <ContentTable
      {...loaderData}
      name="businesses"
      heading="Businesses"
      columns={['Name', 'Category', 'Phone']}
    />
  );
}
