/** The API's calls for urgent notices (product contract section 6). */
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { jsonBody } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { problemResponse, refuseFields } from '#app/desk/api/problem-document.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { storedLinkOf } from '#app/items/text/own-link.ts';
import { issueDue } from '#app/newsletter/sending/issue-actions.server.ts';
import { callerOf, readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { callerIdOf } from '#app/site/notices/caller-id.ts';
import { currentNotices, stateOf } from '#app/town/notices/current-notices.ts';
import { type Notice, noticeKinds } from '#app/town/notices/notice.ts';
import {
  type NoticeChanges,
  type NoticeInput,
  noticeChangesSchema,
  noticeSchema,
} from '#app/town/notices/notice-schema.server.ts';
import {
  changeNotice,
  endOrRemove,
  findNotice,
  listUnended,
  type NoticeOutcome,
  putUp,
} from '#app/town/notices/notice-store.server.ts';

const text: Json = { type: 'string' };
const time: Json = { type: 'string', format: 'date-time' };

const jsonSchema: Json = {
  type: 'object',
  properties: {
    id: text,
    text: { ...text, maxLength: 280 },
    kind: { ...text, enum: [...noticeKinds] },
    link: { type: ['string', 'null'], format: 'uri' },
    startsAt: time,
    endsAt: time,
    email: { type: 'boolean' },
    source: { type: ['string', 'null'], description: 'The id of the source that it comes from' },
  },
  required: ['id', 'text', 'kind', 'link', 'startsAt', 'endsAt', 'email', 'source'],
};

const path = '/api/v1/notices';
const one = { 200: { description: 'The notice', schema: jsonSchema } };

export const noticeCalls = defineCalls('notices', [
  {
    path,
    method: 'GET',
    operationId: 'listNotices',
    summary: 'List the notices that are shown now, the worst first; for editors also those still to start',
    policy: 'public',
    responses: {
      200: {
        description: 'All of them',
        schema: {
          type: 'object',
          properties: { items: { type: 'array', items: jsonSchema } },
          required: ['items'],
        },
      },
    },
    run: list,
  },
  {
    path,
    method: 'POST',
    operationId: 'putUpNotice',
    summary: 'Put up a notice, which every page of the site shows at once',
    policy: 'editor-or-token',
    body: jsonBody(noticeSchema),
    responses: { 201: { description: 'The new notice', schema: jsonSchema } },
    run: add,
  },
  {
    path: `${path}/{id}`,
    method: 'GET',
    operationId: 'getNotice',
    summary: 'Get a notice, also a past one; one that has not started only as an editor',
    policy: 'public',
    responses: one,
    problems: [404],
    run: get,
  },
  {
    path: `${path}/{id}`,
    method: 'PATCH',
    operationId: 'changeNotice',
    summary: 'Change a notice; an `endsAt` at or before the present ends it now',
    policy: 'editor-or-token',
    body: jsonBody(noticeChangesSchema, { isPatch: true }),
    responses: one,
    problems: [404, 409],
    run: change,
  },
  {
    path: `${path}/{id}`,
    method: 'DELETE',
    operationId: 'endNotice',
    summary: 'End a notice, which stays among the past ones; one that has not started is deleted',
    policy: 'editor-or-token',
    responses: { 204: { description: 'Ended or deleted' } },
    problems: [404],
    run: remove,
  },
]);

function jsonOf({ id, text, kind, link, startsAt, endsAt, email, source }: Notice) {
  return { id, text, kind, link, startsAt: isoOf(startsAt), endsAt: isoOf(endsAt), email, source };
}

function isEditor({ context }: CallArgs): boolean {
  return policyStatusOf('editor-or-token', callerOf(context.get(requestContextKey))) === undefined;
}

/** Editors read from the handle that writes: changes are seen at once. */
async function list(args: CallArgs): Promise<Response> {
  const { read, now, keepUntil } = readContext(args);
  const editor = isEditor(args);
  const notices = await listUnended(editor ? writeContext(args).write : read, now);
  const { current, until } = currentNotices(notices, now);
  keepUntil(until);
  const later = editor ? notices.filter((notice) => stateOf(notice, now) === 'later') : [];
  return Response.json({ items: [...current, ...later].map(jsonOf) });
}

async function get(args: CallArgs): Promise<Response> {
  const { read, now, keepUntil } = readContext(args);
  const editor = isEditor(args);
  const notice = await findNotice(editor ? writeContext(args).write : read, args.params.id ?? '');
  if (!notice) return problemResponse(404);
  if (stateOf(notice, now) !== 'later' || editor) return Response.json(jsonOf(notice));
  keepUntil(notice.startsAt);
  return problemResponse(404);
}

async function add(args: CallArgs, sent: NoticeInput): Promise<Response> {
  const { write, now } = writeContext(args);
  return respond(args, await putUp(write, withStoredLink(args, sent), { now, by: callerIdOf(args) }), {
    status: 201,
    action: 'notice-added',
  });
}

async function change(args: CallArgs, sent: NoticeChanges): Promise<Response> {
  const { write, now } = writeContext(args);
  const outcome = await changeNotice(write, args.params.id ?? '', withStoredLink(args, sent), now);
  return respond(args, outcome, { status: 200, action: 'notice-changed' });
}

/** Links to this site are stored as paths. */
function withStoredLink<Sent extends { link?: string | null | undefined }>(args: CallArgs, sent: Sent): Sent {
  const { siteUrl, town } = readContext(args);
  return sent.link ? { ...sent, link: storedLinkOf(sent.link, { siteUrl, siteUrls: town.siteUrls }) } : sent;
}

async function respond(
  args: CallArgs,
  outcome: NoticeOutcome,
  { status, action }: { status: 200 | 201; action: 'notice-added' | 'notice-changed' },
): Promise<Response> {
  if (outcome.kind === 'missing') return problemResponse(404);
  if (outcome.kind === 'refused') return refuseFields([outcome.problem]);
  if (outcome.kind === 'ended')
    return problemResponse(409, { detail: 'This notice has ended. Only its end can be changed.' });
  if (outcome.notice.email) issueDue.publish(undefined);
  await recordActivity(args, action, outcome.notice.text);
  // From its row: its link is absolute there.
  const saved = await findNotice(writeContext(args).write, outcome.notice.id);
  return Response.json(jsonOf(saved ?? outcome.notice), { status });
}

async function remove(args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  const outcome = await endOrRemove(write, args.params.id ?? '', now);
  if (outcome.kind === 'missing') return problemResponse(404);
  if (outcome.kind !== 'past')
    await recordActivity(
      args,
      outcome.kind === 'ended' ? 'notice-ended' : 'notice-removed',
      outcome.notice.text,
    );
  return new Response(null, { status: 204 });
}
