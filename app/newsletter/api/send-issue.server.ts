import type * as z from 'zod';
import type { CallArgs } from '#app/desk/api/call.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { scheduleIssue } from '#app/newsletter/sending/schedule-issue.server.ts';
import { startSending } from '#app/newsletter/sending/start-sending.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { issueResponse } from './issue-response.server.ts';
import type { sendSchema } from './issue-schemas.ts';

/** Sends an issue now or at a time. A second call changes nothing and gets the same response. */
export async function sendIssue(args: CallArgs, { at }: z.output<typeof sendSchema>): Promise<Response> {
  const { write, town, now } = writeContext(args);
  const id = String(args.params.id);
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
  if (kind === 'done') await recordActivity(args, isLater ? 'issue-scheduled' : 'issue-sent', issue.subject);
  return issueResponse(args, write, (await findIssue(write, id)) ?? issue, { status: 202 });
}
