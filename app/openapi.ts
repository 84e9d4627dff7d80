import type { Route } from './+types/openapi';
import { describeApi } from './api/openapi.server.ts';
import { problemResponse } from './api/problem.ts';
import { describeTrashPath } from './api/trash-openapi.server.ts';
import type { Collections } from './collection/collection.ts';
import { readVisit } from './context.ts';
import { describeInboxPaths } from './inbox/inbox-operations.ts';
import { describeOwnPaths } from './me/me-operations.ts';
import { describeNewsletterPaths } from './newsletter-pages/newsletter-operations.ts';
import { describePicturesPaths } from './pictures/picture-operations.ts';
import { votesPaths } from './polls/votes-openapi.ts';
import { describeRedirectPath } from './redirect-pages/redirect-operations.ts';
import { describeSearchPath } from './search/search-operation.ts';
import { describeSourcePaths } from './source-pages/source-operations.ts';

/** `/api/openapi.json`: the description of the API for programs. */
export function loader(args: Route.LoaderArgs) {
  const { siteUrl, town, collections } = readVisit(args);
  return Response.json(describe(collections, town.title, siteUrl));
}

export function action() {
  return problemResponse(405, { headers: { Allow: 'GET, HEAD' } });
}

let described: { collections: Collections; title: string; url: string; document: object } | undefined;

/** Generating the document takes about 10 ms, so the last one is cached. */
function describe(collections: Collections, title: string, url: string): object {
  const isSame = described?.collections === collections && described.title === title;
  if (!isSame || described?.url !== url) {
    described = {
      collections,
      title,
      url,
      document: describeApi(Object.values(collections), { title, url }, (describeProblem) => ({
        ...describeOwnPaths(describeProblem),
        ...describeTrashPath(describeProblem),
        ...describeInboxPaths(describeProblem),
        ...votesPaths,
        ...describePicturesPaths(describeProblem),
        ...describeSourcePaths(describeProblem),
        ...describeNewsletterPaths(describeProblem),
        ...describeRedirectPath(describeProblem),
        ...describeSearchPath(Object.keys(collections), describeProblem),
      })),
    };
  }
  return described.document;
}
