import { redirect } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { issueDue } from '#app/newsletter/sending/issue-actions.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { zoneNameOf } from '#app/platform/time/town-time.ts';
import { stateOf } from '#app/town/notices/current-notices.ts';
import { changeNotice, findNotice, putUp } from '#app/town/notices/notice-store.server.ts';
import { callerIdOf } from '../caller-id.ts';
import { findEmailHint } from '../email-hint.server.ts';
import { listEndChoices } from '../notice-times.ts';
import type { NoticeValues } from '../notice-values.ts';
import { noticeForm, readNotice, valuesOf } from '../read-notice.server.ts';
import type { Route } from './+types/notice-form';
import { NoticeFields } from './notice-fields.tsx';

const PATH = '/admin/notices';

/** `/admin/notices/add`, with `again` for the words of a past one, and `/admin/notices/{id}`. */
export async function loader(args: Route.LoaderArgs) {
  const { write, town, now, services } = writeContext(args);
  const isNew = args.params.id === undefined;
  const notice = await findNotice(write, args.params.id ?? args.url.searchParams.get('again') ?? '');
  if (!isNew && (!notice || stateOf(notice, now) === 'past')) throw redirect(PATH);
  return {
    isNew,
    values: valuesOf(notice, { clock: town, now }),
    canStartLater: isNew || (notice !== undefined && stateOf(notice, now) === 'later'),
    ends: listEndChoices(now, town),
    zone: zoneNameOf(town),
    emailHint: await findEmailHint(write, services.settings, town),
  };
}

export async function action(args: Route.ActionArgs) {
  const { write, town, now, siteUrl } = writeContext(args);
  const { id } = args.params;
  const { values } = await readForm(args.request, noticeForm);
  const old = id === undefined ? undefined : await findNotice(write, id);
  if (id !== undefined && !old) throw redirect(PATH);
  const { input, problems } = readNotice(values, { town, now, siteUrl }, old);
  if (!input) return failedForm<NoticeValues>(422, values, { problems });
  const outcome = old
    ? await changeNotice(write, old.id, input, now)
    : await putUp(write, input, { now, by: callerIdOf(args) });
  if (outcome.kind === 'refused')
    return failedForm<NoticeValues>(422, values, {
      problems: { [outcome.problem.field]: outcome.problem.message },
    });
  if (outcome.kind !== 'saved') throw redirect(PATH);
  if (outcome.notice.email) issueDue.publish(undefined);
  await recordActivity(args, old ? 'notice-changed' : 'notice-added', outcome.notice.text);
  throw redirect(`${PATH}?saved`, 303);
}

export default function NoticeForm({ loaderData, actionData }: Route.ComponentProps) {
  const { isNew, values, ...facts } = loaderData;
  return (
    <AdminPage
      isForm
      className=""
      heading={isNew ? 'Put up a notice' : 'Change the notice'}
      parent={{ to: PATH, label: 'Notices' }}
      about="On every page of the site within one second."
      notices={actionData ? <FailedSave {...actionData} /> : null}
    >
      <NoticeFields
        {...facts}
        values={actionData?.values ?? values}
        problems={actionData?.problems ?? {}}
        submit={isNew ? 'Put up' : 'Save'}
      />
    </AdminPage>
  );
}
