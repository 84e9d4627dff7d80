/** The API's calls for pictures (product contract section 6). */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { formBody, type JsonObject, uncheckedBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { listParameters, text } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse, refuseFields } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { addUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import { recordFindingsWith } from '#app/items/accessibility/record-findings.server.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { pictureWordsSchema, readPictureWords } from '#app/items/content/picture-words.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { pictureJson, pictureOutput, usesJson } from '#app/pictures/picture.ts';
import { DISK_FULL, type PictureError, TOO_LARGE } from '#app/platform/media/picture-limits.ts';
import {
  changePicture,
  findPicture,
  listPictures,
  type Picture,
  type PictureFilter,
  pictureOrder,
} from '#app/platform/media/picture-store.server.ts';
import { listUses } from '#app/platform/media/picture-uses.server.ts';
import { removePicture } from '#app/platform/media/remove-picture.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';

const policy = 'editor-or-token';

const cursor = z.string().nullable();
const pageSchema = z.object({ items: z.array(pictureOutput), next: cursor, previous: cursor });

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

/** The form of an upload, for the OpenAPI document. */
const uploadSchema: Json = {
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

export const pictureCalls = defineCalls('pictures', [
  {
    path: '/api/v1/pictures',
    method: 'GET',
    operationId: 'listPictures',
    summary: 'List pictures, newest first',
    policy,
    parameters: [
      {
        name: 'q',
        in: 'query',
        description: 'Words of the name, alternative text, caption or credit',
        schema: text,
      },
      {
        name: 'show',
        in: 'query',
        description: 'Only pictures without alternative text, or only those that nothing uses',
        schema: { type: 'string', enum: ['missing', 'unused'] },
      },
      ...listParameters,
    ],
    responses: { 200: { description: 'One page', schema: pageSchema } },
    problems: [400],
    run: list,
  },
  {
    path: '/api/v1/pictures',
    method: 'POST',
    operationId: 'uploadPicture',
    summary: 'Upload a picture; the same file again returns the one that is there',
    policy: 'contributor-or-token',
    body: formBody(uploadSchema),
    responses: {
      200: { description: 'The same file was uploaded before', schema: pictureOutput },
      201: { description: 'The new picture', schema: pictureOutput },
    },
    problems: [507],
    run: receivePicture,
  },
  {
    path: '/api/v1/pictures/{id}',
    method: 'GET',
    operationId: 'findPicture',
    summary: 'Read one picture',
    policy,
    parameters: [idParameter],
    responses: { 200: { description: 'The picture', schema: pictureOutput } },
    problems: [404],
    run: findOne,
  },
  {
    path: '/api/v1/pictures/{id}',
    method: 'PATCH',
    operationId: 'changePicture',
    summary: 'Change what is said about a picture',
    policy,
    parameters: [idParameter],
    body: uncheckedBody(() => createSchema(pictureWordsSchema, { io: 'input' }).schema as Json, {
      isPatch: true,
    }),
    responses: { 200: { description: 'The changed picture', schema: pictureOutput } },
    problems: [404],
    run: change,
  },
  {
    path: '/api/v1/pictures/{id}',
    method: 'DELETE',
    operationId: 'removePicture',
    summary: 'Delete a picture that nothing uses',
    policy,
    parameters: [idParameter],
    responses: { 204: { description: 'Deleted' } },
    problems: [404, 409],
    run: remove,
  },
]);

async function list(args: CallArgs): Promise<Response> {
  const { read, siteUrl, write, now, collections } = writeContext(args);
  const query = new URL(args.request.url).searchParams;
  const asked = readListRequest(query, pictureOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const show = query.get('show') ?? undefined;
  if (show !== undefined && show !== 'missing' && show !== 'unused')
    return problemResponse(400, { detail: 'show must be missing or unused.' });
  await updateUses(write, sourcesOf(collections), now);
  const filter: PictureFilter = { q: query.get('q') ?? '', show };
  const { items, next, previous } = await listPictures(read, filter, asked);
  const uses = await listUses(
    read,
    items.map(({ id }) => id),
  );
  return Response.json({ items: items.map((item) => pictureJson(item, uses, siteUrl)), next, previous });
}

async function findOne(args: CallArgs): Promise<Response> {
  const picture = await findPicture(readContext(args).read, String(args.params.id));
  return picture ? pictureResponse(args, picture) : problemResponse(404);
}

async function change(args: CallArgs, body: JsonObject): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  const read = readPictureWords(body);
  if (read.problems) return refuseFields(read.problems);
  const changed = await changePicture(write, String(args.params.id), read.words, now);
  if (!changed) return problemResponse(404);
  await recordFindingsWith(write, collections, changed.id);
  await recordActivity(args, 'picture-changed', subjectOf(changed));
  return pictureResponse(args, changed);
}

async function remove(args: CallArgs): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  const id = String(args.params.id);
  const picture = await findPicture(write, id);
  const removal = await removePicture(write, sourcesOf(collections), id, now);
  if (removal.kind === 'missing' || !picture) return problemResponse(404);
  if (removal.kind === 'used')
    return problemResponse(409, {
      title: 'The picture is in use.',
      more: { usedBy: usesJson(removal.uses) },
    });
  await recordActivity(args, 'picture-removed', subjectOf(picture));
  return new Response(null, { status: 204 });
}

function subjectOf({ id, name }: Picture): string {
  return `/admin/pictures/${id} ${name}`;
}

/** A picture as the API returns it, with where it is used now; a new one (201) with its address. */
async function pictureResponse(args: CallArgs, picture: Picture, status = 200): Promise<Response> {
  const { write, now, siteUrl, collections } = writeContext(args);
  await updateUses(write, sourcesOf(collections), now);
  const uses = await listUses(write, [picture.id]);
  // Contributors don't learn of the drafts of others.
  const isContributor = editorOf(args.context.get(requestContextKey)).role === 'contributor';
  const shown = isContributor ? uses.filter(({ state }) => state === 'published') : uses;
  const json = pictureJson(picture, shown, siteUrl);
  const headers: Record<string, string> =
    status === 201 ? { Location: `/api/v1/pictures/${picture.id}` } : {};
  return Response.json(json, { status, headers });
}

/** Adds the file of a form with what it says about the picture. */
async function receivePicture(args: CallArgs): Promise<Response> {
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
