import { problemResponse } from '#app/desk/api/problem.ts';
import { readOptionalJson } from '#app/desk/api/read-optional-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { scheduleIssue } from '#app/newsletter/sending/schedule-issue.server.ts';
import { startSending } from '#app/newsletter/sending/start-sending.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/issue-send-api';
import { issueResponse } from './issue-response.server.ts';
import { sendSchema } from './issue-schemas.ts';
import { newsletterCalls } from './newsletter-operations.ts';

/** `/api/v1/newsletter/issues/{id}/send`: sends an issue now or at a time. Never throws. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return notAllowed();
  return respondTo({ name: 'sendIssue', policy: newsletterCalls.sendIssue.policy }, args, () => send(args));
}

export function loader() {
  return notAllowed();
}

function notAllowed(): Response {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}

/** A second call changes nothing and gets the same response. */
async function send(args: Route.ActionArgs): Promise<Response> {
  const { write, town, now } = writeVisit(args);
  const { body, refusal } = await readOptionalJson(args.request);
  if (refusal) return refusal;
  const parsed = sendSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);
  const { id } = args.params;
  const { at } = parsed.data;
  const issue = isItemId(id) ? await findIssue(write, id) : undefined;
  if (!issue) return problemResponse(404);
  if (issue.state === 'expired') return problemResponse(409, { detail: 'The issue has expired.' });
  if (at !== undefined && at <= now && issue.state === 'draft')
    return problemResponse(422, { errors: [{ field: 'at', message: 'Enter a time to come' }] });
  const isLater = at !== undefined;
  const { kind } = isLater
    ? await scheduleIssue(write, { now }, id, at)
    : await startSending(write, { town, now }, id);
  if (kind === 'missing') return problemResponse(404);
  if (kind === 'empty') return problemResponse(409, { detail: 'There is nothing in this issue yet.' });
  if (kind === 'late')
    return problemResponse(422, { errors: [{ field: 'at', message: 'Enter a time to come' }] });
  if (kind === 'done') await noteDone(args, isLater ? 'issue-scheduled' : 'issue-sent', issue.subject);
  return issueResponse(args, write, (await findIssue(write, id)) ?? issue, { status: 202 });
}
