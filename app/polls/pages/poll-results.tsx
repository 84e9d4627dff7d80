import { requireItem } from '#app/items/content/permalink.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { findNextChange, stateOf } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { loadPollView, type PollView } from '#app/polls/poll-view.server.ts';
import { findVoteStatus } from '#app/polls/votes/vote-store.server.ts';
import type { Route } from './+types/poll-results';
import { PollHead } from './poll-head.tsx';
import { ResultsTables } from './results-tables.tsx';

export const handle: RouteHandle = { section: 'polls', page: PollResults };

export default PollResults;

/** The current results of a poll if this viewer may see them; otherwise when they may. */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(readContext(args).read, (read) => loadPage(args, read));
}

async function loadPage(args: Route.LoaderArgs, read: ReadDb) {
  const { remember, town, viewer, now, keepUntil, readOnly } = readContext(args);
  const poll = await requireItem(findPoll, read, args.params.id);
  keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  // Only then the viewer's identity matters; otherwise everyone shares one page.
  const isPersonal =
    viewer.kind !== 'visitor' &&
    !isEditor(viewer) &&
    poll.resultsShown === 'voted' &&
    stateOf(poll, now) === 'open';
  const voteStatus = isPersonal
    ? await findVoteStatus(read, poll.id, viewer.userId)
    : ({ kind: 'none' } as const);
  const asking = { isAdmin: isEditor(viewer), isMember: viewer.kind !== 'visitor', isVerified: false };
  const request = {
    keepUntil,
    read,
    remember,
    now,
    clock: town,
    siteTitle: town.title,
    withResults: true,
    readOnly,
    asking,
    voteStatus,
  };
  return { poll: await loadPollView(poll, request) };
}

function PollResults({ loaderData: { poll } }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      {poll.results ? (
        <PollHead poll={poll} page="results" />
      ) : (
        <UnlistedHead title={`Results: ${poll.title} | ${poll.siteTitle}`} />
      )}
      <article className="reading">
        <header className="page-head">
          <p className="kicker">
            <a href="/polls">Polls</a>
          </p>
          <h1>{poll.title}</h1>
        </header>
        {poll.results ? <ResultsTables {...poll.results} /> : <Hidden poll={poll} />}
        <p className="meta mt">
          <span>{poll.time}</span>
          <a href={`/polls/${poll.id}`}>The poll</a>
          <a href="/polls">All polls</a>
        </p>
      </article>
    </main>
  );
}

function Hidden({ poll }: { poll: PollView }) {
  return <p>{poll.turnout ?? poll.resultsWhen}</p>;
}
