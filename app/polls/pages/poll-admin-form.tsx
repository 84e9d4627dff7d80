import { data, Link } from 'react-router';
import { ContentForm } from '#app/desk/form/content-form.tsx';
import { keepTyped } from '#app/desk/form/keep-typed.ts';
import { loadContentForm } from '#app/desk/form/load-content-form.server.ts';
import { saveContent } from '#app/desk/form/save-content.server.ts';
import { storedMailNote } from '#app/people/pages/stored-mail.ts';
import { readVisit, visitContext } from '#app/people/request/context.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { polls } from '#app/polls/poll-collection.server.ts';
import { begunPollForm, pollForm } from '#app/polls/poll-form.ts';
import { findPoll, isBegun } from '#app/polls/poll-store.server.ts';
import type { Route } from './+types/poll-admin-form';

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
