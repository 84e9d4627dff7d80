import { articles } from '#app/articles/article-collection.server.ts';
import { articleForm } from '#app/articles/article-form.ts';
import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadContentForm } from '#app/desk/form/load-content-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import type { Route } from './+types/article-admin-form';

export function loader(args: Route.LoaderArgs) {
  return loadContentForm(args, articles, articleForm);
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, articles, articleForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, articleForm);
}

export default function ArticleAdminForm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ContentForm
      name="articles"
      singular="article"
      spec={articleForm}
      page={loaderData}
      failure={actionData}
    />
  );
}
