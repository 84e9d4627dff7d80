import { redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { retryMail } from '#app/platform/mail/unsent-mails.server.ts';
import type { Route } from './+types/mail-attempt';

const form = [hidden('id')];

/** Retries an email that is waiting or failed. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeContext(args);
  const { values } = await readForm(args.request, form);
  const { id } = values;
  try {
    if (isItemId(id) && (await retryMail(write, id, now))) {
      await recordActivity(args, 'mail-tried-again');
      return redirect('/admin/mail?saved=1', 303);
    }
  } catch (error) {
    services.log.error({ err: error }, 'an email could not be retried');
  }
  return redirect('/admin/mail?failed=1', 303);
}

export function loader() {
  return redirect('/admin/mail');
}
