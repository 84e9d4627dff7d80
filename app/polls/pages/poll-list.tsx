import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { readContext } from '#app/people/request/context.ts';
import { unnoted } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { listPublicPolls, type PollTeaser, publicOrder } from '#app/polls/poll-listings.server.ts';
import {
  areBallotsKnown,
  findNextChange,
  maySeeResults,
  type PollState,
  stateOf,
  timeWords,
} from '#app/polls/poll-state.ts';
import { countVotes } from '#app/polls/votes/vote-count.server.ts';
import { countVoters } from '#app/polls/votes/voter-store.server.ts';
import type { Route } from './+types/poll-list';

export const handle: RouteHandle = { section: 'polls', page: PollList };

export default PollList;

/** How old the numbers of votes in the list may be. */
const COUNT_AGE_MS = 20_000;

type Card = {
  id: string;
  title: string;
  deck: string;
  state: PollState;
  time: string;
  /** Undefined where they are hidden. */
  votes: string | undefined;
};

/** Polls, open ones first, then by closing date; ten per page. */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(readContext(args).read, (read) => loadPage(args, read));
}

async function loadPage(args: Route.LoaderArgs, read: ReadDb) {
  const { town, now, viewer, keepUntil, readOnly } = readContext(args);
  const url = new URL(args.url);
  const { items, pager } = await loadListPage(url, publicOrder, (request) => listPublicPolls(read, request));
  const shown = items.filter((poll) =>
    maySeeResults(poll.resultsShown, stateOf(poll, now), {
      isAdmin: isEditor(viewer),
      hasVoted: false,
    }),
  );
  // Not with the recording handle: otherwise each vote would outdate the list.
  const tallies = await countVotes(
    unnoted(read),
    shown.map((poll) => poll.id),
  );
  const isCounted = (poll: PollTeaser) => areBallotsKnown(stateOf(poll, now), readOnly);
  const uncounted = shown.filter((poll) => !isCounted(poll)).map((poll) => poll.id);
  const turnouts = await countVoters(read, uncounted);
  for (const poll of items) keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  if (shown.some((poll) => stateOf(poll, now) === 'open')) keepUntil(now + COUNT_AGE_MS);
  const number = new Intl.NumberFormat(town.locale);
  const cards: Card[] = items.map((poll) => {
    const { id, title, deck } = poll;
    const tally = tallies.get(id);
    const voters = tally && !isCounted(poll) ? (turnouts.get(id) ?? 0) : tally?.voters;
    const votes =
      voters === undefined ? undefined : `${number.format(voters)} ${voters === 1 ? 'vote' : 'votes'}`;
    return { id, title, deck, state: stateOf(poll, now), time: timeWords(poll, now, town), votes };
  });
  return { cards, pager };
}

function PollList({ loaderData: { cards, pager } }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      <ListHead
        name="Polls"
        about="Quick questions for the town, and their results"
        path="/polls"
        page={pager.page}
      />
      <header className="page-head">
        <h1>Polls</h1>
        <p>Quick questions for the town. The results start a conversation. They are not a binding vote.</p>
      </header>
      {cards.length > 0 ? <PollCards cards={cards} /> : <NoPolls />}
      <Pager {...pager} />
    </main>
  );
}

function NoPolls() {
  return (
    <NoData create="/admin/polls/add">
      There’s no poll yet. <a href="/articles">Read the latest articles</a>
    </NoData>
  );
}

const badges = {
  open: { tone: 'is-success', word: 'Open' },
  scheduled: { tone: 'is-info', word: 'Scheduled' },
  closed: { tone: 'is-quiet', word: 'Closed' },
} as const;

function PollCards({ cards }: { cards: Card[] }) {
  const { isFrozen } = useSite();
  const badgeOf = (state: Card['state']) => badges[isFrozen ? 'closed' : state];
  return (
    <ul className="grid">
      {cards.map(({ id, title, deck, state, time, votes }) => (
        <li key={id} className="panel card">
          <p className="cluster between">
            <span className={`badge ${badgeOf(state).tone}`}>{badgeOf(state).word}</span>
            {votes ? <span className="small muted num">{votes}</span> : null}
          </p>
          <h2>
            <a className="plain" href={`/polls/${id}`}>
              {title}
            </a>
          </h2>
          {deck ? <p>{deck}</p> : null}
          {isFrozen && state !== 'closed' ? null : <p className="meta">{time}</p>}
        </li>
      ))}
    </ul>
  );
}
