import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { addUpload } from '#app/desk/form/picture/sent-picture.server.ts';
import type { Problem } from '#app/items/collection/problem.ts';
import { readPictureWords } from '#app/items/content/picture-words.ts';
import { readVisit, visitContext, writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import { pictureJson, usesJson } from '#app/pictures/picture.ts';
import { DISK_FULL, type PictureRefusal, TOO_LARGE } from '#app/platform/media/picture-limits.ts';
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
import { settleUses } from '#app/platform/media/settle-picture-uses.server.ts';
import type { Route } from './+types/pictures-api';
import { type PictureCall, pictureCalls } from './picture-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;

/** `/api/v1/pictures` and `/api/v1/pictures/{id}` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return args.params.id === undefined
    ? call('list', args, () => listResponse(args))
    : call('find', args, () => oneResponse(args));
}

export function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (args.params.id === undefined) {
    if (method === 'POST') return call('upload', args, () => receivePicture(args));
    return problemResponse(405, { headers: { Allow: 'GET, HEAD, POST' } });
  }
  if (method === 'PATCH') return call('change', args, () => changeWords(args));
  if (method === 'DELETE') return call('remove', args, () => removeOne(args));
  return problemResponse(405, { headers: { Allow: 'GET, HEAD, PATCH, DELETE' } });
}

function call(name: PictureCall, args: Args, work: () => Promise<Response>): Promise<Response> {
  return respondTo({ name: `${name} pictures`, policy: pictureCalls[name].policy }, args, work);
}

async function listResponse(args: Args): Promise<Response> {
  const { read, siteUrl, write, now } = writeVisit(args);
  const query = new URL(args.request.url).searchParams;
  const asked = readListRequest(query, pictureOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const show = query.get('show') ?? undefined;
  if (show !== undefined && show !== 'missing' && show !== 'unused')
    return problemResponse(400, { detail: 'show must be missing or unused.' });
  await settleUses(write, now);
  const filter: PictureFilter = { q: query.get('q') ?? '', show };
  const { items, next, previous } = await listPictures(read, filter, asked);
  const uses = await listUses(
    read,
    items.map(({ id }) => id),
  );
  return Response.json({ items: items.map((item) => pictureJson(item, uses, siteUrl)), next, previous });
}

async function oneResponse(args: Args): Promise<Response> {
  const picture = await findPicture(readVisit(args).read, String(args.params.id));
  return picture ? pictureResponse(args, picture) : problemResponse(404);
}

async function receivePicture(args: Args): Promise<Response> {
  const { uploads, skippedFiles } = args.context.get(visitContext);
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

async function changeWords(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, [
    'application/json',
    'application/merge-patch+json',
  ]);
  if (refusal) return refusal;
  const read = readPictureWords(body);
  if (read.problems) return refuseFields(read.problems);
  const changed = await changePicture(write, String(args.params.id), read.words, now);
  if (!changed) return problemResponse(404);
  await noteDone(args, 'picture-changed', subjectOf(changed));
  return pictureResponse(args, changed);
}

async function removeOne(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const id = String(args.params.id);
  const picture = await findPicture(write, id);
  const removal = await removePicture(write, id, now);
  if (removal.kind === 'missing' || !picture) return problemResponse(404);
  if (removal.kind === 'used') {
    const title = 'The picture is in use.';
    const problem = { type: 'about:blank', title, status: 409, usedBy: usesJson(removal.uses) };
    return Response.json(problem, {
      status: 409,
      headers: { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' },
    });
  }
  await noteDone(args, 'picture-removed', subjectOf(picture));
  return new Response(null, { status: 204 });
}

async function pictureResponse(args: Args, picture: Picture, status = 200): Promise<Response> {
  const { write, now, siteUrl } = writeVisit(args);
  await settleUses(write, now);
  const json = pictureJson(picture, await listUses(write, [picture.id]), siteUrl);
  const headers: Record<string, string> =
    status === 201 ? { Location: `/api/v1/pictures/${picture.id}` } : {};
  return Response.json(json, { status, headers });
}

function refuseFile({ status, sentence }: PictureRefusal): Response {
  const headers: Record<string, string> = status === 503 ? { 'Retry-After': '5' } : {};
  return problemResponse(status, {
    ...(status === 503 ? { title: 'The picture could not be saved right now.' } : {}),
    detail: sentence,
    headers,
    errors: [{ field: 'file', message: sentence }],
  });
}

function refuseFields(problems: Problem[]): Response {
  const errors = problems.map(({ field, message }) => ({ field, message }));
  return problemResponse(problems.some((problem) => problem.unknown) ? 400 : 422, { errors });
}

function subjectOf({ id, name }: Picture): string {
  return `/admin/pictures/${id} ${name}`;
}
