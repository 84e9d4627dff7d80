import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import { readVisit } from '#app/context.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import type { Route } from './+types/article-admin-list';
import { articles } from './article-collection.server.ts';

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return loadContentTable(args, articles, ({ id, title, sourceName, pubDate }) => ({
    id,
    title,
    cells: [sourceName, formatShortDate(pubDate, town)],
  }));
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, articles);
}

export default function ArticleAdminList({ loaderData }: Route.ComponentProps) {
  return (
    <ContentTable {...loaderData} name="articles" heading="Articles" columns={['Title', 'Source', 'Date']} />
  );
}
