import type { Route } from './+types/openapi';
import { describeApi } from './api/openapi.server.ts';
import { problemResponse } from './api/problem.ts';
import { collections } from './collections.server.ts';
import { readVisit } from './context.ts';

/** `/api/openapi.json`: what the API can do, for programs that read it. */
export function loader(args: Route.LoaderArgs) {
  const { siteUrl, town } = readVisit(args);
  return Response.json(describeApi(Object.values(collections), { title: town.title, url: siteUrl }));
}

export function action() {
  return problemResponse(405, { headers: { Allow: 'GET, HEAD' } });
}
