import type * as z from 'zod';
import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import { exportOwnData } from '#app/people/pages/own-data.server.ts';
import { type Visit, visitContext } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/me-api';
import { ownOperations, ownProfilePatch } from './me-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;
type Signed = { visit: Visit; userId: string };

const MERGE_TYPES = ['application/json', 'application/merge-patch+json'];
const ALLOW = { Allow: 'GET, HEAD, PATCH, DELETE' };

/** `/api/v1/me`: everything stored about the logged-in user. Never throws. */
export function loader(args: Route.LoaderArgs) {
  return forOwner(args, 'read', (signed) => readOwn(args, signed));
}

/** PATCH changes the opt-in, DELETE deletes the account. */
export function action(args: Route.ActionArgs) {
  if (args.request.method === 'PATCH') return forOwner(args, 'change', (signed) => changeOwn(args, signed));
  if (args.request.method === 'DELETE') return forOwner(args, 'remove', (signed) => removeOwn(args, signed));
  return problemResponse(405, { headers: ALLOW });
}

function forOwner(
  args: Args,
  name: keyof typeof ownOperations,
  work: (signed: Signed) => Promise<Response>,
): Promise<Response> {
  return respondTo({ name: `${name} me`, policy: ownOperations[name].policy }, args, () => {
    const visit = args.context.get(visitContext);
    return work({ visit, userId: userIdOf(visit.viewer) });
  });
}

/** The policy admits only logged-in users. */
function userIdOf(viewer: Viewer): string {
  if (viewer.kind === 'visitor') throw new Error('no one is logged in');
  return viewer.userId;
}

async function readOwn(args: Args, { visit, userId }: Signed): Promise<Response> {
  const kept = await exportOwnData(visit.services, userId);
  if (!kept) return problemResponse(404);
  await noteDone(args, 'account-exported');
  return Response.json(kept, { headers: { 'Cache-Control': 'private, no-store' } });
}

async function changeOwn(args: Args, { visit, userId }: Signed): Promise<Response> {
  const { body, refusal } = await readJsonObject(args.request, MERGE_TYPES);
  if (refusal) return refusal;
  const read = ownProfilePatch.safeParse(body);
  if (!read.success) return refuseFields(read.error);
  const { newsletterOptIn, name } = read.data;
  const { write, auth, subscriptions } = visit.services;
  if (newsletterOptIn !== undefined)
    await subscriptions.saveChoice(write, userId, newsletterOptIn, visit.now);
  if (name !== undefined) {
    await auth.changeName(userId, name ?? '');
    await noteDone(args, 'name-changed');
  }
  const profile = await auth.findProfile(userId);
  return profile ? Response.json(profile) : problemResponse(404);
}

function refuseFields(error: z.ZodError): Response {
  const errors = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field) => ({ field, message: 'Unknown field' }))
      : [{ field: issue.path.join('.'), message: issue.message }],
  );
  const isUnknown = error.issues.some((issue) => issue.code === 'unrecognized_keys');
  return problemResponse(isUnknown ? 400 : 422, { errors });
}

/** As on the page, only within ten minutes of entering a password or coming from Google. */
async function removeOwn(args: Args, { visit, userId }: Signed): Promise<Response> {
  const { auth } = visit.services;
  if (!(await auth.hasRecentProof(args.request)))
    return problemResponse(403, { detail: 'Log in again, then delete the account within ten minutes.' });
  const cookies = await auth.deleteAccount(args.request, userId);
  await noteDone(args, 'account-deleted');
  const response = new Response(null, { status: 204 });
  for (const cookie of cookies) response.headers.append('Set-Cookie', cookie);
  return response;
}
