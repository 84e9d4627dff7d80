import { editorOf } from '#app/items/drafts/editor.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { type Added, addPicture, type Upload } from '#app/platform/media/add-picture.server.ts';
import type { PictureError } from '#app/platform/media/picture-limits.ts';
import type { Adder, PictureWords } from '#app/platform/media/picture-store.server.ts';

type Args = Parameters<typeof writeContext>[0];

/** The sender of the request, for a picture that it adds. */
export function adderOf({ context }: Args): Adder {
  const { userId, token } = editorOf(context.get(requestContextKey));
  return { addedBy: userId, addedByToken: token };
}

/** Adds an uploaded picture to the library, and records it in the activity log when it is new. */
export async function addUpload(
  args: Args,
  upload: Upload,
  words: Partial<PictureWords> = {},
): Promise<Added | { refusal: PictureError }> {
  const { services, write, now } = writeContext(args);
  const adder = adderOf(args);
  const added = await addPicture(upload, { media: services.media, db: write, now, words, adder });
  if (added.refusal === undefined && added.isNew)
    await recordActivity(args, 'picture-added', `/admin/pictures/${added.picture.id} ${added.picture.name}`);
  return added;
}

/** The same with the only file of the request; undefined when none came. */
export async function addOnlyUpload(
  args: Args,
  words?: Partial<PictureWords>,
): Promise<Added | { refusal: PictureError } | undefined> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [upload] = uploads;
  const [skipped] = skippedFiles;
  return skipped ?? (upload && (await addUpload(args, upload, words)));
}
