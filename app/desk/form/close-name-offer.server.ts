import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { forgetFormerNames } from '#app/town/former-names.server.ts';
import { changeNamesInTexts } from '#app/town/save-sections.server.ts';

const form = [hidden('choice')];

type Args = Parameters<typeof writeContext>[0] & { request: Request };

/** Replaces the old names in the town's texts or leaves them, and closes the offer. */
export async function closeNameOffer(args: Args): Promise<Response> {
  const { write, services } = writeContext(args);
  const { values, version } = await readForm(args.request, form);
  try {
    if (values.choice === 'leave') await forgetFormerNames(write);
    if (values.choice !== 'change') return redirect('/admin/settings#site', 303);
    const outcome = await changeNamesInTexts(write, version);
    if (outcome !== 'saved') return redirect(`/admin/settings?names=${outcome}#site`, 303);
    await recordActivity(args, 'settings-changed', 'Texts');
  } catch (error) {
    services.log.error({ err: error }, 'the names in the texts could not be changed');
    return redirect('/admin/settings?names=failed#site', 303);
  }
  return redirect('/admin/settings?saved=texts#texts', 303);
}
