import { Link } from 'react-router';
import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import type { Route } from './+types/poll-admin-form';
import { polls } from './poll-collection.server.ts';
import { pollForm } from './poll-form.ts';

export function loader(args: Route.LoaderArgs) {
  return loadContentForm(args, polls, pollForm);
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, polls, pollForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, pollForm);
}

export default function PollAdminForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const isPublic = loaderData.publication === 'published';
  return (
    <>
      <ContentForm name="polls" singular="poll" spec={pollForm} page={loaderData} failure={actionData} />
      {isPublic ? (
        <p className="mt">
          <Link to={`/admin/polls/${params.id}/voting`}>Results and closing</Link>
        </p>
      ) : null}
    </>
  );
}
