import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { stateOf } from '#app/town/notices/current-notices.ts';
import { changeNotice, endOrRemove, findNotice } from '#app/town/notices/notice-store.server.ts';
import type { Route } from './+types/notice-end';

/** Ends a notice now, or with `undo` puts it up again until its planned end. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const notice = await findNotice(write, args.params.id);
  const { values } = await readForm(args.request, [hidden('do')]);
  if (!notice) throw redirect('/admin/notices', 303);
  if (values.do === 'undo') {
    const outcome = await changeNotice(write, notice.id, { endsAt: notice.plannedEnd ?? now }, now);
    if (outcome.kind === 'saved') await recordActivity(args, 'notice-added', notice.text);
    throw redirect(outcome.kind === 'saved' ? '/admin/notices?saved' : '/admin/notices', 303);
  }
  if (stateOf(notice, now) === 'current') {
    await endOrRemove(write, notice.id, now);
    await recordActivity(args, 'notice-ended', notice.text);
  }
  throw redirect(`/admin/notices?ended=${notice.id}`, 303);
}

export function loader() {
  throw redirect('/admin/notices');
}
