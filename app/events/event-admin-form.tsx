import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import type { Route } from './+types/event-admin-form';
import { events } from './event-collection.server.ts';
import { eventForm, eventFormFor } from './event-form.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentForm(args, events, eventForm);
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, events, eventForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, eventForm);
}

export default function EventAdminForm({ loaderData, actionData }: Route.ComponentProps) {
  const spec = eventFormFor((actionData ?? loaderData).values, loaderData.isNew);
  return <ContentForm name="events" singular="event" spec={spec} page={loaderData} failure={actionData} />;
}
