import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { text } from '#app/desk/api/json-schemas.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { addUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import { readPictureWords } from '#app/items/content/picture-words.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { DISK_FULL, type PictureError, TOO_LARGE } from '#app/platform/media/picture-limits.ts';
import { pictureResponse, refuseFields } from './picture-response.server.ts';

/** The form of an upload, for the OpenAPI document. */
export const uploadSchema: Json = {
  type: 'object',
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB and 40 megapixels',
    },
    alt: text,
    caption: text,
    credit: text,
    decorative: { type: 'string', enum: ['true', 'false'] },
    focalPoint: { type: 'string', pattern: '^[1-9]$' },
  },
  required: ['file'],
  additionalProperties: false,
};

/** Adds the file of a form with what it says about the picture. */
export async function receivePicture(args: CallArgs): Promise<Response> {
  const { uploads, skippedFiles } = args.context.get(requestContextKey);
  const [upload] = uploads;
  const skipped = skippedFiles.find(({ refusal }) => refusal === DISK_FULL || refusal === TOO_LARGE);
  if (skipped) return refuseFile(skipped.refusal);
  if (!isForm(args.request)) return problemResponse(415, { detail: 'Send multipart/form-data.' });
  const form = await args.request.formData();
  const read = readPictureWords(wordsOfForm(form));
  if (read.problems) return refuseFields(read.problems);
  if (upload?.field !== 'file' || skippedFiles.length > 0)
    return refuseFields([{ field: 'file', message: 'Send one file in the field named file' }]);
  const added = await addUpload(args, upload, read.words);
  if (added.refusal) return refuseFile(added.refusal);
  const { picture, isNew } = added;
  return pictureResponse(args, picture, isNew ? 201 : 200);
}

/** Multipart, which `server/requests/receive-upload.ts` has turned into a form without files. */
function isForm({ headers }: Request): boolean {
  return /^application\/x-www-form-urlencoded/i.test(headers.get('Content-Type') ?? '');
}

/** The texts of a form; an empty one says nothing. */
function wordsOfForm(form: FormData): Record<string, unknown> {
  const given = [...form].filter(([, value]) => value !== '');
  return Object.fromEntries(
    given.map(([name, value]) => {
      if (name === 'decorative') return [name, value === 'true' ? true : value === 'false' ? false : value];
      return [name, name === 'focalPoint' ? Number(value) : value];
    }),
  );
}

function refuseFile({ status, sentence }: PictureError): Response {
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {};
  return problemResponse(status, {
    ...(status === 503 ? { title: 'The picture could not be saved right now.' } : {}),
    detail: sentence,
    headers,
    errors: [{ field: 'file', message: sentence }],
  });
}
