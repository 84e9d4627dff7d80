import { addOnlyUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import type { writeContext } from '#app/people/request/context.ts';
import { type FieldProblems, hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';

/**
 * The id of the picture that a `PictureChoice` sent: an uploaded one, which is then in the library, or one that was
 * chosen there. Otherwise why there is none.
 */
export async function readPicked(
  args: Parameters<typeof writeContext>[0] & { request: Request },
): Promise<{ id: string } | { id?: undefined; problems: FieldProblems; reason?: string; status: number }> {
  const added = await addOnlyUpload(args);
  if (added?.refusal) return { problems: { file: added.refusal.sentence }, status: added.refusal.status };
  const id = added?.picture.id ?? (await readForm(args.request, [hidden('picture')])).values.picture;
  return id ? { id } : { problems: {}, reason: 'Choose a picture first.', status: 400 };
}
