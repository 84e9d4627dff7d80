import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import type { Route } from './+types/business-admin-form';
import { businesses } from './business-collection.server.ts';
import { businessForm } from './business-form.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentForm(args, businesses, businessForm);
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, businesses, businessForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, businessForm);
}

export default function BusinessAdminForm({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <ContentForm
      name="businesses"
      singular="business"
      spec={businessForm}
      page={loaderData}
      failure={actionData}
    />
  );
}
