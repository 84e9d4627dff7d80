import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { sendTest } from '#app/newsletter/sending/send-test.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import type { Route } from './+types/issue-test-api';
import { testSchema } from './issue-schemas.ts';
import { newsletterCalls } from './newsletter-operations.ts';

/** `/api/v1/newsletter/issues/{id}/test`: sends the issue to one address, marked as a test. Never throws. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return notAllowed();
  return respondTo({ name: 'testIssue', policy: newsletterCalls.testIssue.policy }, args, () => test(args));
}

export function loader() {
  return notAllowed();
}

function notAllowed(): Response {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}

async function test(args: Route.ActionArgs): Promise<Response> {
  const { write, now } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const parsed = testSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);
  const to = parseEmailAddress(parsed.data.to);
  if (!to) return problemResponse(422, { errors: [{ field: 'to', message: 'Enter an email address' }] });
  const { id } = args.params;
  const issue = isItemId(id) ? await findIssue(write, id) : undefined;
  if (!issue) return problemResponse(404);
  await sendTest(write, { now }, issue, to);
  await noteDone(args, 'issue-tested', issue.subject);
  return Response.json({ id, to }, { status: 202 });
}
