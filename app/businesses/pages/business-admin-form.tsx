import { businesses } from '#app/businesses/business-collection.server.ts';
import { businessForm } from '#app/businesses/business-form.ts';
import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadContentForm } from '#app/desk/form/load-content-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import type { Route } from './+types/business-admin-form';

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
