import { data, redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { imageTag, listFigures, replaceFigure } from '#app/platform/html/text-figures.server.ts';
import { heightAt, pictureAddress, pictureIdOf, widthsOf } from '#app/platform/media/picture-sizes.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import type { Route } from './+types/text-picture-choice';
import { openText } from './edited-text.server.ts';
import { loadShelf } from './load-library.server.ts';
import { readPicked } from './picked-picture.server.ts';
import { PictureChoice } from './picture-choice.tsx';

const ADDED = 'new';

/** `/admin/{collection}/{id}/text-pictures/{place}`: replaces a picture of a text, or adds one below it (`new`). */
export async function loader(args: Route.LoaderArgs) {
  const { facts, html } = await openText(args);
  const figure = listFigures(html)[Number(args.params.place)];
  if (!figure && args.params.place !== ADDED) throw data(null, { status: 404 });
  return {
    ...facts,
    shelf: await loadShelf(args),
    place: args.params.place,
    current: pictureIdOf(figure?.src ?? '') ?? '',
  };
}

export async function action(args: Route.ActionArgs) {
  const { place } = args.params;
  const { facts, html, save } = await openText(args);
  const figure = listFigures(html)[Number(place)];
  if (!figure && place !== ADDED) throw data(null, { status: 404 });
  const picked = await readPicked(args);
  if (picked.id === undefined) return failedForm(picked.status, {}, picked);
  const picture = await findPicture(writeContext(args).write, picked.id);
  if (!picture) return failedForm(400, {}, { reason: 'Choose a picture first.' });
  const width = widthsOf(picture).at(-1) as number;
  const src = pictureAddress(picture, 960);
  const image = imageTag({ src, alt: picture.alt ?? '', width, height: heightAt(picture, width) });
  const changed = figure ? replaceFigure(html, figure, image) : `${html}\n<figure>${image}</figure>`;
  if (!(await save(changed)))
    return failedForm(409, {}, { reason: 'Someone else changed this draft. Please try again.' });
  return redirect(`${facts.form}/text-pictures`, 303);
}

export default function TextPictureChoice({ loaderData, actionData }: Route.ComponentProps) {
  const { singular, title, form, place, ...rest } = loaderData;
  const list = `${form}/text-pictures`;
  return (
    <PictureChoice
      {...rest}
      form={list}
      address={`${list}/${place}`}
      back="Back to the pictures of the text"
      purpose={place === ADDED ? `Below the text of “${title}”` : `Instead of a picture in “${title}”`}
      note={`Your ${singular} is saved as a draft.`}
      failure={actionData}
    />
  );
}
