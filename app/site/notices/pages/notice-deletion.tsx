import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { stateOf } from '#app/town/notices/current-notices.ts';
import { endOrRemove, findNotice } from '#app/town/notices/notice-store.server.ts';
import type { Route } from './+types/notice-deletion';

/** Asks before a notice is deleted that has not started. */
export async function loader(args: Route.LoaderArgs) {
  const { write, now } = writeContext(args);
  const notice = await findNotice(write, args.params.id);
  if (!notice || stateOf(notice, now) !== 'later') throw redirect('/admin/notices');
  return { text: notice.text };
}

export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const notice = await findNotice(write, args.params.id);
  // It may have started meanwhile: then it is ended with its own button.
  if (!notice || stateOf(notice, now) !== 'later') throw redirect('/admin/notices', 303);
  await endOrRemove(write, notice.id, now);
  await recordActivity(args, 'notice-removed', notice.text);
  throw redirect('/admin/notices?removed', 303);
}

export default function NoticeDeletion({ loaderData }: Route.ComponentProps) {
  return (
    <ConfirmationPage
      question="Delete this notice?"
      parent={{ to: '/admin/notices', label: 'Notices' }}
      submit="Delete"
    >
      <p>“{loaderData.text}” has not been shown yet. It can’t be brought back.</p>
    </ConfirmationPage>
  );
}
