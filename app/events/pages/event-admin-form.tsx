import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadContentForm } from '#app/desk/form/load-content-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import { events } from '#app/events/event-collection.server.ts';
import { eventForm, eventFormFor } from '#app/events/event-form.ts';
import type { Route } from './+types/event-admin-form';

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
