/** The pictures that a form names, and those that were sent with it. */
import { listChoices, type PictureChoices } from '#app/items/text/lead-picture.server.ts';
import { requestContextKey, type writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { FieldProblems, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { fileInputOf, pictureFieldsOf } from '#app/platform/forms/picture-fields.ts';
import { PictureField } from './picture-field.tsx';
import { provideField } from './picture-slot.tsx';
import { addUpload } from './sent-picture.server.ts';
import { saveTypedWords } from './typed-words.server.ts';

provideField(PictureField);

/** The pictures that `values` name, by field; null for none. */
export async function findChoices(db: ReadDb, spec: FormSpec, values: FormValues): Promise<PictureChoices> {
  const names = pictureFieldsOf(spec).map(({ name }) => name);
  const found = await listChoices(
    db,
    names.map((name) => String(values[name] ?? '')),
  );
  return Object.fromEntries(names.map((name) => [name, found.find(({ id }) => id === values[name]) ?? null]));
}

/**
 * Adds the pictures that came with a form to the library, puts their ids into `values`, and saves what the form says
 * about its pictures. Returns why something could not be added or saved, by field.
 */
export async function addSentPictures(
  args: Parameters<typeof writeContext>[0],
  spec: FormSpec,
  values: FormValues,
): Promise<FieldProblems> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const problems: FieldProblems = {};
  for (const field of pictureFieldsOf(spec)) {
    const { name } = field;
    const isOfField = (file: { field: string }) => file.field === fileInputOf(name);
    const upload = uploads.find(isOfField);
    const added = skippedFiles.find(isOfField) ?? (upload && (await addUpload(args, upload)));
    if (added?.refusal) problems[name] = added.refusal.sentence;
    else if (added) values[name] = added.picture.id;
    if (!field.isMark) Object.assign(problems, await saveTypedWords(args, name, values, problems[name]));
  }
  return problems;
}
