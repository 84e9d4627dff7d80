/** The pictures that a form names, and those that were sent with it. */
import { findChoice, type PictureChoices } from '#app/content/lead-picture.server.ts';
import { visitContext, type writeVisit } from '#app/context.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/forms/field-spec.ts';
import { fileInputOf, pictureFieldsOf } from '#app/forms/picture-fields.ts';
import { PictureField } from './picture-field.tsx';
import { provideField } from './picture-slot.tsx';
import { addUpload } from './sent-picture.server.ts';

provideField(PictureField);

/** The pictures that `values` name, by field; null for none. */
export async function findChoices(db: ReadDb, spec: FormSpec, values: FormValues): Promise<PictureChoices> {
  const found = pictureFieldsOf(spec).map(async ({ name }) => [name, await findChoice(db, values[name])]);
  return Object.fromEntries(await Promise.all(found));
}

/**
 * Adds the pictures that came with a form to the library, and puts their ids into `values`. Returns why one could not be
 * added, by field.
 */
export async function addSentPictures(
  args: Parameters<typeof writeVisit>[0],
  spec: FormSpec,
  values: FormValues,
): Promise<FieldProblems> {
  const { uploads, skippedFiles } = args.context.get(visitContext);
  const problems: FieldProblems = {};
  for (const { name } of pictureFieldsOf(spec)) {
    const isOfField = ({ field }: { field: string }) => field === fileInputOf(name);
    const upload = uploads.find(isOfField);
    const added = skippedFiles.find(isOfField) ?? (upload && (await addUpload(args, upload)));
    if (added?.refusal) problems[name] = added.refusal.sentence;
    else if (added) values[name] = added.picture.id;
  }
  return problems;
}
