/** The API's calls for redirects (product contract section 6). */
import * as z from 'zod';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { jsonBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { listParameters, pageSchema } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
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
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';

const address = z.string('Enter an address').max(4000, 'Use at most 4,000 characters');
const from = address.meta({
  description: "A path of the old site, with its query where that names the page: '/?p=12'",
});
const to = address.meta({ description: 'A path of this site, or an http(s) address' });
const inputSchema = z.strictObject({ from, to });
const namingSchema = z.strictObject({ from, to: to.optional() });

const text: Json = { type: 'string' };

const redirectSchema: Json = {
  type: 'object',
  properties: {
    from: { ...text, description: from.meta()?.description },
    to: { ...text, description: to.meta()?.description },
    createdAt: { ...text, format: 'date-time' },
  },
  required: ['from', 'to', 'createdAt'],
};

export const redirectCalls = defineCalls('redirects', [
  {
    path: '/api/v1/redirects',
    method: 'GET',
    operationId: 'listRedirects',
    summary: 'List redirects, the newest first',
    policy: 'admin-or-token',
    parameters: [
      ...listParameters,
      { name: 'q', in: 'query', description: 'How the old address begins', schema: text },
    ],
    responses: { 200: { description: 'A page of redirects', schema: pageSchema(redirectSchema) } },
    problems: [400],
    run: list,
  },
  {
    path: '/api/v1/redirects',
    method: 'POST',
    operationId: 'saveRedirect',
    summary: 'Add a redirect, or give an old address another target',
    policy: 'admin-or-token',
    body: jsonBody(inputSchema),
    responses: {
      200: { description: 'The changed redirect', schema: redirectSchema },
      201: { description: 'The new redirect', schema: redirectSchema },
    },
    run: save,
  },
  {
    path: '/api/v1/redirects',
    method: 'DELETE',
    operationId: 'removeRedirect',
    summary: 'Remove the redirect of an old address, named in the body or as `from`',
    policy: 'admin-or-token',
    parameters: [{ name: 'from', in: 'query', schema: text }],
    body: jsonBody(namingSchema, { isOptional: true, inAddress: ['from'] }),
    responses: { 204: { description: 'Removed' } },
    problems: [404],
    run: remove,
  },
]);

/** Those whose old address begins with `q`, if it is given. From the handle that writes: changes are seen at once. */
async function list(args: CallArgs): Promise<Response> {
  const { searchParams } = new URL(args.request.url);
  const beginning = searchParams.get('q') ?? undefined;
  const request = readListRequest(searchParams, redirectOrder({ beginning }));
  if (typeof request === 'string') return problemResponse(400, { detail: request });
  const { items, next, previous } = await pageRedirects(writeContext(args).write, { beginning }, request);
  return Response.json({
    items: items.map(({ id, ...redirect }) => jsonOf({ fromPath: id, ...redirect })),
    next,
    previous,
  });
}

function jsonOf({ fromPath, target, createdAt }: Redirect) {
  return { from: fromPath, to: target, createdAt: isoOf(createdAt) };
}

async function save(args: CallArgs, sent: z.output<typeof inputSchema>): Promise<Response> {
  const { write, now, siteUrl, routes } = writeContext(args);
  const path = oldPathOf(sent.from) ?? '';
  const known = await findRedirect(write, path);
  const { refused } = await saveRedirects(write, [sent], {
    now,
    moveIn: null,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused[0]) {
    const { field, problem: message } = refused[0];
    return problemResponse(422, { errors: [{ field, message }] });
  }
  await recordActivity(args, known ? 'redirect-changed' : 'redirect-added', path);
  const saved = await findRedirect(write, path);
  return Response.json(saved && jsonOf(saved), { status: known ? 200 : 201 });
}

/** With `to`, only a redirect that leads there. */
async function remove(args: CallArgs, { from, to }: z.output<typeof namingSchema>): Promise<Response> {
  const { write } = writeContext(args);
  const known = await findRedirect(write, oldPathOf(from) ?? '');
  if (!known || (to !== undefined && to !== known.target)) return problemResponse(404);
  await removeRedirect(write, known.fromPath);
  await recordActivity(args, 'redirect-removed', known.fromPath);
  return new Response(null, { status: 204 });
}
