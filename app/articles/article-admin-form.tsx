import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import type { Route } from './+types/article-admin-form';
import { articles } from './article-collection.server.ts';
import { articleForm } from './article-form.ts';

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
