import { redirect } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { requireItem } from '#app/items/content/permalink.ts';
import { readContext } from '#app/people/request/context.ts';
import { unnoted } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { listBallots } from '#app/polls/votes/ballot-chain.server.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import type { Route } from './+types/poll-ballots';

export const handle: RouteHandle = { section: 'polls', page: PollBallots };

export default PollBallots;

/** More are only in the file: a page with all of them would be too long. */
const MOST_SHOWN = 500;

/** The ballots of a closed poll, and how anyone can recount them. */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(readContext(args).read, (read) => loadPage(args, read));
}

async function loadPage(args: Route.LoaderArgs, read: ReadDb) {
  const { town, keepUntil } = readContext(args);
  const poll = await requireItem(findPoll, read, args.params.id);
  const closing = await findSeal(read, poll);
  if (!closing || poll.resultsShown === 'admin') throw redirect(`/polls/${poll.id}`);
  keepUntil(Number.POSITIVE_INFINITY);
  // Finalized ballots never change: votes in other polls must not outdate this page.
  const rows = await listBallots(unnoted(read), poll.id, MOST_SHOWN);
  const optionTextById = new Map(poll.options.map((option) => [option.id, option.text]));
  const ballots = rows.map(({ position, kind, receipt, choices }) => ({
    position,
    receipt,
    isInformal: kind === 'informal',
    answers: choices.split(' ').map((choice) => optionTextById.get(choice) ?? choice),
  }));
  const { head, ballots: count } = closing;
  const number = new Intl.NumberFormat(town.locale);
  return {
    id: poll.id,
    title: poll.title,
    options: poll.options.map((option) => ({ id: option.id, text: option.text })),
    ballots,
    count: count === 1 ? 'this ballot' : `these ${number.format(count)} ballots`,
    isWhole: count <= MOST_SHOWN,
    head,
    siteTitle: town.title,
  };
}

type Data = Pick<Route.ComponentProps, 'loaderData'>;

function PollBallots({ loaderData }: Data) {
  const { id, title, count, head, options, siteTitle } = loaderData;
  const { isStatic } = useSite();
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      <UnlistedHead title={`Ballots: ${title} | ${siteTitle}`} />
      <article className="reading stack-lg">
        <header className="page-head">
          <p className="kicker">
            <a href={`/polls/${id}`}>Poll</a>
          </p>
          <h1>Ballots: {title}</h1>
          <p>Anyone can recount {count}. Ballots carry no names and are listed in random order.</p>
        </header>
        <section aria-labelledby="how" className="stack">
          <h2 id="how">How to check</h2>
          <ol className="steps">
            <li>
              Did you vote? Use your browser’s search to find your receipt. Your answer must be next to it.
            </li>
            <li>Count the ballots for each answer. The numbers must match the result.</li>
            <li>
              If the list still has this SHA-256 hash, nothing has changed since the poll closed. The hash was
              published when the poll closed, so anyone who wrote it down can compare.
            </li>
          </ol>
          <p className="small">
            <code className="hash" id="head">
              {head}
            </code>
          </p>
          <p>
            <a href={`/polls/${id}/ballots.txt`}>The list as plain text</a>
          </p>
          {isStatic ? null : <RecountPanel id={id} options={options} />}
        </section>
        <BallotTable {...loaderData} />
      </article>
      {isStatic ? null : <script src="/recount.js" defer />}
    </main>
  );
}

/** Its script requests the list, which a page that was opened from disk can't. */
function RecountPanel({ id, options }: Pick<Data['loaderData'], 'id' | 'options'>) {
  return (
    <div
      className="panel stack needs-script"
      id="recount"
      data-ballots={`/polls/${id}/ballots.txt`}
      data-options={JSON.stringify(options)}
    >
      <p>Recount here, using only the list below.</p>
      <p>
        <button type="button" className="button">
          Recount in this browser
        </button>
      </p>
      <div role="status" id="recounted" />
    </div>
  );
}

function BallotTable({ ballots, isWhole }: Data['loaderData']) {
  return (
    <section aria-labelledby="list" className="stack">
      <h2 id="list">The ballots</h2>
      {isWhole ? null : (
        <p>This table shows the first {ballots.length} ballots. The plain text list has all of them.</p>
      )}
      <DataTable
        className="data"
        label="Receipts and answers"
        rows={ballots}
        keyOf={({ position }) => Number(position)}
        columns={[
          { head: 'Receipt', cell: ({ receipt }) => <code className="nowrap">{receipt}</code> },
          {
            head: 'Answer',
            cell: ({ answers, isInformal }) => (
              <>
                {answers.join(' · ')}
                {isInformal ? <span className="small muted"> (without an account)</span> : null}
              </>
            ),
          },
        ]}
      />
    </section>
  );
}
