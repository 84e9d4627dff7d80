import type { CallArgs } from '#app/desk/api/call.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { sourcesOf } from '#app/items/collection/collection.ts';
import type { Problem } from '#app/items/collection/problem.ts';
import { writeContext } from '#app/people/request/context.ts';
import { pictureJson } from '#app/pictures/picture.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import { listUses } from '#app/platform/media/picture-uses.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';

/** A picture as the API returns it, with where it is used now; a new one (201) with its address. */
export async function pictureResponse(args: CallArgs, picture: Picture, status = 200): Promise<Response> {
  const { write, now, siteUrl, collections } = writeContext(args);
  await updateUses(write, sourcesOf(collections), now);
  const json = pictureJson(picture, await listUses(write, [picture.id]), siteUrl);
  const headers: Record<string, string> =
    status === 201 ? { Location: `/api/v1/pictures/${picture.id}` } : {};
  return Response.json(json, { status, headers });
}

/** 422 for wrong fields, 400 if one of them is unknown. */
export function refuseFields(problems: Problem[]): Response {
  const errors = problems.map(({ field, message }) => ({ field, message }));
  return problemResponse(problems.some((problem) => problem.unknown) ? 400 : 422, { errors });
}
