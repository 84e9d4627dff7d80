import { isItemId } from '#app/items/content/item-id.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { findNextChange } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { loadPollView } from '#app/polls/poll-view.server.ts';
import type { Route } from './+types/poll-embed';
import { embedDocument } from './embed-document.server.tsx';

/**
 * A poll for embedding in another site, always as a visitor sees it. It has no form and no script and sets
 * no cookie, so no one can be tricked into clicking something: it is the only page that every site may frame. Voting
 * happens on this site.
 */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(readContext(args).read, (read) => writeDocument(args, read));
}

async function writeDocument(args: Route.LoaderArgs, read: ReadDb): Promise<Response> {
  const { town, now, siteUrl, keepUntil } = readContext(args);
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(read, id) : undefined;
  if (!poll)
    return new Response('This poll does not exist.', {
      status: 404,
      headers: { 'Content-Type': 'text/plain' },
    });
  keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  const view = await loadPollView(poll, {
    read,
    now,
    clock: town,
    siteTitle: town.title,
    asking: { isAdmin: false, isMember: false, isVerified: false },
    voteStatus: { kind: 'none' },
    withResults: true,
    keepUntil,
  });
  return new Response(embedDocument(view, siteUrl, languageOfTexts(town.locale)), { headers: HEADERS });
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
