import * as z from 'zod';
import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { readOptionalJson } from '#app/desk/api/read-optional-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import {
  findRedirect,
  pageRedirects,
  type Redirect,
  redirectOrder,
  removeRedirect,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/redirects-api';
import { type RedirectCall, redirectCalls } from './redirect-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;

const address = z.string('Enter an address').max(4000, 'Use at most 4,000 characters');
const inputSchema = z.strictObject({ from: address, to: address });
const namingSchema = z.strictObject({ from: address, to: address.optional() });

/** `/api/v1/redirects` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return call('listRedirects', args, () => list(args));
}

export function action(args: Route.ActionArgs) {
  const { method } = args.request;
  if (method === 'POST') return call('saveRedirect', args, () => save(args));
  if (method === 'DELETE') return call('removeRedirect', args, () => remove(args));
  return problemResponse(405, { headers: { Allow: 'GET, HEAD, POST, DELETE' } });
}

function call(name: RedirectCall, args: Args, work: () => Promise<Response>): Promise<Response> {
  return respondTo({ name, policy: redirectCalls[name].policy }, args, work);
}

/** Those whose old address begins with `q`, if it is given. From the handle that writes: changes are seen at once. */
async function list(args: Args): Promise<Response> {
  const { searchParams } = new URL(args.request.url);
  const beginning = searchParams.get('q') ?? undefined;
  const request = readListRequest(searchParams, redirectOrder({ beginning }));
  if (typeof request === 'string') return problemResponse(400, { detail: request });
  const { items, next, previous } = await pageRedirects(writeVisit(args).write, { beginning }, request);
  return Response.json({
    items: items.map(({ id, ...redirect }) => jsonOf({ fromPath: id, ...redirect })),
    next,
    previous,
  });
}

function jsonOf({ fromPath, target, createdAt }: Redirect) {
  return { from: fromPath, to: target, createdAt: isoOf(createdAt) };
}

async function save(args: Args): Promise<Response> {
  const { write, now, siteUrl, routes } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const read = inputSchema.safeParse(body);
  if (!read.success) return refuseFields(read.error);
  const path = oldPathOf(read.data.from) ?? '';
  const known = await findRedirect(write, path);
  const { refused } = await saveRedirects(write, [read.data], {
    now,
    moveIn: null,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused[0]) {
    const { field, problem: message } = refused[0];
    return problemResponse(422, { errors: [{ field, message }] });
  }
  await noteDone(args, known ? 'redirect-changed' : 'redirect-added', path);
  const saved = await findRedirect(write, path);
  return Response.json(saved && jsonOf(saved), { status: known ? 200 : 201 });
}

/** With `to`, only a redirect that leads there. */
async function remove(args: Args): Promise<Response> {
  const { write } = writeVisit(args);
  const named = new URL(args.request.url).searchParams.get('from');
  const { body, refusal } = await readOptionalJson(args.request);
  if (refusal) return refusal;
  const read = namingSchema.safeParse({ ...(named === null ? {} : { from: named }), ...body });
  if (!read.success) return refuseFields(read.error);
  const { from, to } = read.data;
  const known = await findRedirect(write, oldPathOf(from) ?? '');
  if (!known || (to !== undefined && to !== known.target)) return problemResponse(404);
  await removeRedirect(write, known.fromPath);
  await noteDone(args, 'redirect-removed', known.fromPath);
  return new Response(null, { status: 204 });
}
