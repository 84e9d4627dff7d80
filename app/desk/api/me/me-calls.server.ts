/**
 * The API's calls for the logged-in user's own account (product contract section 4). A token belongs to no account, so
 * none is accepted.
 */
import * as z from 'zod';
import { findNameProblem } from '#app/people/accounts/account-name.ts';
import { changeName, deleteAccount, findProfile } from '#app/people/accounts/profile.server.ts';
import { exportOwnData } from '#app/people/pages/own-data.server.ts';
import { type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import type { CallArgs } from '../call.ts';
import { jsonBody } from '../call-body.server.ts';
import { defineCalls } from '../define-calls.server.ts';
import { problemResponse } from '../problem-document.ts';

/** What users can change about their account with the API. */
const changesSchema = z.strictObject({
  newsletterOptIn: z.boolean().optional(),
  name: z
    .string()
    .refine((typed) => !findNameProblem(typed), { error: ({ input }) => findNameProblem(String(input)) })
    .nullable()
    .optional()
    .meta({ description: 'What editors see; null or empty for none' }),
});

export const meCalls = defineCalls('me', [
  {
    path: '/api/v1/me',
    method: 'GET',
    operationId: 'readMe',
    summary: 'Everything stored about the logged-in user',
    policy: 'member',
    responses: { 200: { description: 'Done' } },
    problems: [404],
    run: readMe,
  },
  {
    path: '/api/v1/me',
    method: 'PATCH',
    operationId: 'changeMe',
    summary: 'Change the newsletter opt-in and the name',
    policy: 'member',
    body: jsonBody(changesSchema, { isPatch: true }),
    responses: { 200: { description: 'Done' } },
    problems: [404],
    run: changeMe,
  },
  {
    path: '/api/v1/me',
    method: 'DELETE',
    operationId: 'removeMe',
    summary: 'Delete the account, within ten minutes of logging in',
    policy: 'member',
    responses: { 204: { description: 'Done' } },
    run: removeMe,
  },
]);

async function readMe(args: CallArgs): Promise<Response> {
  const { requestContext, userId } = ownerOf(args);
  const kept = await exportOwnData(requestContext.services, userId);
  if (!kept) return problemResponse(404);
  await recordActivity(args, 'account-exported');
  return Response.json(kept, { headers: { 'Cache-Control': 'private, no-store' } });
}

async function changeMe(
  args: CallArgs,
  { newsletterOptIn, name }: z.output<typeof changesSchema>,
): Promise<Response> {
  const { requestContext, userId } = ownerOf(args);
  const { write, auth, subscriptions } = requestContext.services;
  if (newsletterOptIn !== undefined)
    await subscriptions.saveChoice(write, userId, newsletterOptIn, requestContext.now);
  if (name !== undefined) {
    await changeName(auth, userId, name ?? '');
    await recordActivity(args, 'name-changed');
  }
  const profile = await findProfile(auth, userId);
  return profile ? Response.json(profile) : problemResponse(404);
}

/** As on the page, only within ten minutes of entering a password or coming from Google. */
async function removeMe(args: CallArgs): Promise<Response> {
  const { requestContext, userId } = ownerOf(args);
  const { auth } = requestContext.services;
  if (!(await hasRecentProof(auth, args.request)))
    return problemResponse(403, { detail: 'Log in again, then delete the account within ten minutes.' });
  const cookies = await deleteAccount(auth, args.request, userId);
  await recordActivity(args, 'account-deleted');
  const response = new Response(null, { status: 204 });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}

/** The policy admits only logged-in users. */
function ownerOf({ context }: CallArgs): { requestContext: RequestContext; userId: string } {
  const requestContext = context.get(requestContextKey);
  if (requestContext.viewer.kind === 'visitor') throw new Error('no one is logged in');
  return { requestContext, userId: requestContext.viewer.userId };
}
