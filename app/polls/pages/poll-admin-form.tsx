import { data, Link } from 'react-router';
import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadItemForm } from '#app/desk/form/load-item-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { polls } from '#app/polls/poll-collection.server.ts';
import type { Route } from './+types/poll-admin-form';

/** The form of a poll: that of every item, with a warning where members can't vote. */
export async function loader(args: Route.LoaderArgs) {
  const page = await loadItemForm(args, polls);
  const isMailStored = storedMailNote(args.context.get(requestContextKey).services.settings) !== '';
  return data({ ...page.data, isMailStored }, page.init ?? {});
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, polls, polls.form.fields);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args);
}

export default function PollAdminForm({ loaderData, actionData, params }: Route.ComponentProps) {
  const isPublic = loaderData.publication === 'published';
  const { voters } = actionData?.values ?? loaderData.values;
  return (
    <>
      {loaderData.isMailStored ? (
        <NoMailWarning isAffected={voters === undefined || voters === 'verified'} />
      ) : null}
      <ContentForm
        page={loaderData}
        failure={actionData}
        links={
          isPublic ? (
            <li>
              <Link to={`/admin/polls/${params.id}/voting`}>Results and closing</Link>
            </li>
          ) : null
        }
      />
    </>
  );
}

/** Without a mail server no address is confirmed, except by logging in with Google. */
function NoMailWarning({ isAffected }: { isAffected: boolean }) {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        This site has no mail server yet, so members can’t confirm their address.{' '}
        <span className="light">
          {isAffected
            ? 'In this poll, only members with a confirmed email address can vote. Set up a mail server first, or choose other voters.'
            : 'If you choose “Members with a confirmed email address”, no one new can vote.'}{' '}
          <Link to="/admin/mail">Email</Link>
        </span>
      </p>
    </div>
  );
}
