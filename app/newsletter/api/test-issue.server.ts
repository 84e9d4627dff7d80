import type * as z from 'zod';
import type { CallArgs } from '#app/desk/api/call.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { sendTest } from '#app/newsletter/sending/send-test.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import type { testSchema } from './issue-schemas.ts';

/** Sends an issue to one address, marked as a test. */
export async function testIssue(args: CallArgs, sent: z.output<typeof testSchema>): Promise<Response> {
  const { write, now } = writeContext(args);
  const to = parseEmailAddress(sent.to);
  if (!to) return problemResponse(422, { errors: [{ field: 'to', message: 'Enter an email address' }] });
  const id = String(args.params.id);
  const issue = isItemId(id) ? await findIssue(write, id) : undefined;
  if (!issue) return problemResponse(404);
  await sendTest(write, { now }, issue, to);
  await recordActivity(args, 'issue-tested', issue.subject);
  return Response.json({ id, to }, { status: 202 });
}
