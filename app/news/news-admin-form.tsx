import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import type { Route } from './+types/news-admin-form';
import { news } from './news-collection.server.ts';
import { newsItemForm } from './news-form.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentForm(args, news, newsItemForm);
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, news, newsItemForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, newsItemForm);
}

export default function NewsItemAdminForm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ContentForm
      name="news"
      singular="news item"
      spec={newsItemForm}
      page={loaderData}
      failure={actionData}
    />
  );
}
