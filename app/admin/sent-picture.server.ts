import { visitContext, writeVisit } from '#app/context.ts';
import { type FormSpec, fieldsOf } from '#app/forms/field-spec.ts';
import { addPicture } from '#app/media/add-picture.server.ts';
import { noteDone } from '#app/note-done.server.ts';

/**
 * Adds the picture that came with a form to the library. Undefined when none came; `problem` says why it could not be
 * added.
 */
export async function addSentPicture(
  args: Parameters<typeof writeVisit>[0],
  spec: FormSpec,
): Promise<{ id: string; problem?: undefined } | { id?: undefined; problem: string } | undefined> {
  const { services, write, now } = writeVisit(args);
  const [upload] = args.context.get(visitContext).uploads;
  if (!upload || !fieldsOf(spec).some(({ kind }) => kind === 'picture')) return undefined;
  const added = await addPicture(upload, { media: services.media, db: write, now });
  if (added.refusal) return { problem: added.refusal.sentence };
  const { id, name } = added.picture;
  if (added.isNew) await noteDone(args, 'picture-added', `/admin/pictures/${id} ${name}`);
  return { id };
}
