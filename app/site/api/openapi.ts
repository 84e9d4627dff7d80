import { describeApi } from '#app/desk/api/describe-api.server.ts';
import { meCalls } from '#app/desk/api/me/me-calls.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { trashCalls } from '#app/desk/api/trash-calls.server.ts';
import { documentCalls } from '#app/documents/api/document-calls.server.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { redirectCalls } from '#app/moving/redirects/api/redirect-calls.server.ts';
import { issueCalls } from '#app/newsletter/api/issue-calls.server.ts';
import { subscriberCalls } from '#app/newsletter/api/subscriber-calls.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { pictureCalls } from '#app/pictures/api/picture-calls.server.ts';
import { voteCalls } from '#app/polls/api/vote-calls.server.ts';
import { noticeCalls } from '#app/site/notices/api/notice-calls.server.ts';
import { searchCalls } from '#app/site/search/api/search-calls.server.ts';
import { sourceCalls } from '#app/sources/api/source-calls.server.ts';
import { inboxCalls } from '#app/sources/inbox/api/inbox-calls.server.ts';
import type { Route } from './+types/openapi';

/** `/api/openapi.json`: the description of the API for programs. */
export function loader(args: Route.LoaderArgs) {
  const { siteUrl, town, collections } = readContext(args);
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
        ...meCalls.describe(describeProblem),
        ...trashCalls.describe(describeProblem),
        ...inboxCalls.describe(describeProblem),
        ...voteCalls.describe(describeProblem),
        ...pictureCalls.describe(describeProblem),
        ...documentCalls.describe(describeProblem),
        ...sourceCalls.describe(describeProblem),
        ...issueCalls.describe(describeProblem),
        ...subscriberCalls.describe(describeProblem),
        ...redirectCalls.describe(describeProblem),
        ...noticeCalls.describe(describeProblem),
        ...searchCalls(Object.keys(collections)).describe(describeProblem),
      })),
    };
  }
  return described.document;
}
