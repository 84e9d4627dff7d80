/** The API's calls for pictures (product contract section 6). */

import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { formBody, uncheckedBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { text } from '#app/desk/api/json-schemas.ts';
import { listParameters } from '#app/desk/api/openapi-parameters.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import type { JsonObject } from '#app/desk/api/read-json.server.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import { pictureWordsSchema, readPictureWords } from '#app/items/content/picture-words.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { pictureJson, pictureOutput, usesJson } from '#app/pictures/picture.ts';
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
import { pictureResponse, refuseFields } from './picture-response.server.ts';
import { receivePicture, uploadSchema } from './receive-picture.server.ts';

const policy = 'admin-or-token';

const cursor = z.string().nullable();
const pageSchema = z.object({ items: z.array(pictureOutput), next: cursor, previous: cursor });

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
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
    policy,
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
  const { write, now } = writeContext(args);
  const read = readPictureWords(body);
  if (read.problems) return refuseFields(read.problems);
  const changed = await changePicture(write, String(args.params.id), read.words, now);
  if (!changed) return problemResponse(404);
  await recordActivity(args, 'picture-changed', subjectOf(changed));
  return pictureResponse(args, changed);
}

async function remove(args: CallArgs): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  const id = String(args.params.id);
  const picture = await findPicture(write, id);
  const removal = await removePicture(write, sourcesOf(collections), id, now);
  if (removal.kind === 'missing' || !picture) return problemResponse(404);
  if (removal.kind === 'used') {
    const title = 'The picture is in use.';
    const problem = { type: 'about:blank', title, status: 409, usedBy: usesJson(removal.uses) };
    return Response.json(problem, {
      status: 409,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    });
  }
  await recordActivity(args, 'picture-removed', subjectOf(picture));
  return new Response(null, { status: 204 });
}

function subjectOf({ id, name }: Picture): string {
  return `/admin/pictures/${id} ${name}`;
}
