import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import { readVisit } from '#app/context.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import type { Route } from './+types/news-admin-list';
import { news } from './news-collection.server.ts';

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return loadContentTable(args, news, ({ id, title, sourceName, pubDate }) => ({
    id,
    title,
    cells: [sourceName ?? '', formatShortDate(pubDate, town)],
  }));
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, news);
}

export default function NewsAdminList({ loaderData }: Route.ComponentProps) {
  return <ContentTable {...loaderData} name="news" heading="News" columns={['Title', 'Source', 'Date']} />;
}
