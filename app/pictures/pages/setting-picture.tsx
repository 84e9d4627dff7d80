import { data, redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { saveSitePicture } from '#app/town/save-sections.server.ts';
import { sitePictures } from '#app/town/town.ts';
import { labelOf, pictureSection } from '#app/town/town-form.ts';
import type { Route } from './+types/setting-picture';
import { loadShelf } from './load-library.server.ts';
import { readPicked } from './picked-picture.server.ts';
import { PictureChoice } from './picture-choice.tsx';

/** `/admin/settings/{setting}/picture`: chooses one of the site's own pictures. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = writeContext(args);
  const setting = requireSetting(args.params.setting);
  return { shelf: await loadShelf(args), setting, current: town[setting] };
}

/** Saves the chosen or uploaded picture, and opens the settings again. */
export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const setting = requireSetting(args.params.setting);
  const picked = await readPicked(args);
  if (picked.id === undefined) return failedForm(picked.status, {}, picked);
  if (!(await saveSitePicture(write, setting, picked.id)))
    return failedForm(400, {}, { reason: 'This picture is not in the library any more. Choose another.' });
  await recordActivity(args, 'settings-changed', pictureSection.title);
  return redirect(`/admin/settings?saved=${pictureSection.id}#${pictureSection.id}`, 303);
}

function requireSetting(name: string) {
  const setting = sitePictures.find((one) => one === name);
  if (!setting) throw data(null, { status: 404 });
  return setting;
}

export default function SettingPicture({ loaderData, actionData }: Route.ComponentProps) {
  const { setting, ...rest } = loaderData;
  return (
    <PictureChoice
      {...rest}
      form={`/admin/settings#${pictureSection.id}`}
      address={`/admin/settings/${setting}/picture`}
      back="Back to the settings"
      purpose={labelOf(setting)}
      note="It is used as soon as you choose it."
      failure={actionData}
    />
  );
}
