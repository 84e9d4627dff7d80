import { data, Link } from 'react-router';
import { storedMailNote } from '#app/accounts/stored-mail.ts';
import { ContentForm } from '#app/admin/content-form.tsx';
import { keepTyped } from '#app/admin/keep-typed.ts';
import { loadContentForm } from '#app/admin/load-content-form.server.ts';
import { saveContent } from '#app/admin/save-content.server.ts';
import { readVisit, visitContext } from '#app/context.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Route } from './+types/poll-admin-form';
import { polls } from './poll-collection.server.ts';
import { begunPollForm, pollForm } from './poll-form.ts';
import { findPoll, isBegun } from './poll-store.server.ts';

export async function loader(args: Route.LoaderArgs) {
  const page = await loadContentForm(args, polls, pollForm);
  const isMailStored = storedMailNote(args.context.get(visitContext).services.settings) !== '';
  const { read } = readVisit(args);
  const poll = await findPoll(read, args.params.id);
  const begun = poll !== undefined && (await isBegun(read, poll));
  return data({ ...page.data, isMailStored, isBegun: begun }, page.init ?? {});
}

export function action(args: Route.ActionArgs) {
  return saveContent(args, polls, pollForm);
}

export function clientAction(args: Route.ClientActionArgs) {
  return keepTyped(args, pollForm);
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
        name="polls"
        singular="poll"
        spec={loaderData.isBegun ? begunPollForm : pollForm}
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
