import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadContentForm } from '#app/desk/form/load-content-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import { news } from '#app/news/news-collection.server.ts';
import { newsItemForm } from '#app/news/news-form.ts';
import type { Route } from './+types/news-admin-form';

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
