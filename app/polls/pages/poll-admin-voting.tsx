import { Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { requireItem } from '#app/items/content/permalink.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { type PollState, stateOf, timeWords } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { resultsOf } from '#app/polls/results.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import {
  type BusyNetwork,
  listBusyNetworks,
  listTurnout,
  type TurnoutDay,
} from '#app/polls/votes/voter-store.server.ts';
import type { Route } from './+types/poll-admin-voting';
import { ResultsTables } from './results-tables.tsx';

const MOST_NETWORKS = 20;

/** The administrator's view of the voting in a poll, with its actions. */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(writeContext(args).write, (db) => loadVoting(args, db));
}

async function loadVoting(args: Route.LoaderArgs, db: ReadDb) {
  const { town, now } = readContext(args);
  const poll = await requireItem(findPoll, db, args.params.id);
  const [tally, days, networks] = await Promise.all([
    countPoll(db, poll.id),
    listTurnout(db, poll.id, town.timeZone),
    poll.voters === 'anyone' ? listBusyNetworks(db, poll.id, MOST_NETWORKS) : [],
  ]);
  const { searchParams } = new URL(args.url);
  return {
    id: poll.id,
    title: poll.title,
    state: stateOf(poll, now),
    isSealed: (await findSeal(db, poll)) !== undefined,
    isArchived: poll.archived,
    isFinal: poll.archivedAt !== null,
    time: timeWords(poll, now, town),
    results: resultsOf(poll, tally, undefined, town.locale),
    days,
    networks,
    isInformal: poll.voters === 'anyone',
    votersPerNetwork: town.votersPerNetwork,
    done: searchParams.has('done'),
    problem: searchParams.get('problem'),
  };
}

/** Messages after an action, by the parameter in the address. */
const problems: Record<string, string> = {
  state: 'The poll has changed in the meantime. Reload the page.',
};

export default function PollAdminVoting({ loaderData }: Route.ComponentProps) {
  const { id, title, time, days, done, problem, results, isInformal } = loaderData;
  return (
    <AdminPage
      section="polls"
      heading={title}
      title={`Voting: ${title}`}
      parent={{ to: `/admin/polls/${id}`, label: 'Edit the poll' }}
      about={
        <>
          {time} · <a href={`/polls/${id}`}>View on the site</a>
        </>
      }
      notices={
        <>
          {done ? <Alert tone="success">{messages.saved}</Alert> : null}
          {problem ? <Alert tone="danger">{problems[problem] ?? messages.saveFailed}</Alert> : null}
        </>
      }
    >
      <div className="panel">
        <ResultsTables {...results} />
      </div>
      <section className="panel stack" aria-labelledby="turnout">
        <h2 id="turnout">Turnout</h2>
        <TurnoutChart days={days} />
        <p className="cluster">
          <a className="button button--small" href={`/admin/polls/${id}/results.csv`} download>
            Download as CSV
          </a>
          <a className="button button--small" href={`/admin/polls/${id}/results.json`} download>
            Download as JSON
          </a>
        </p>
      </section>
      {isInformal ? <Networks {...loaderData} /> : null}
      <PollActions {...loaderData} />
    </AdminPage>
  );
}

function Networks({ networks, votersPerNetwork }: { networks: BusyNetwork[]; votersPerNetwork: string }) {
  return (
    <section className="panel stack" aria-labelledby="networks">
      <h2 id="networks">Votes without an account, by network</h2>
      <p className="small muted">
        At most {votersPerNetwork} browsers can vote from one network, and somewhat more from it and its
        neighbors together. You can change this in <Link to="/admin/settings">Settings</Link>. Addresses are
        not stored, and these counts are deleted when the poll closes.
      </p>
      {networks.length === 0 ? (
        <p className="muted">{messages.empty}</p>
      ) : (
        <DataTable
          className="data figures"
          label="Networks"
          rows={networks}
          keyOf={({ network }) => network}
          columns={[
            {
              head: 'Network',
              cell: ({ network, width }) => (
                <>
                  <code>{network}</code>
                  {width ? ` and its neighbors (${width})` : null}
                </>
              ),
            },
            { head: 'Voters', cell: ({ voters }) => voters },
            { head: 'Refused', cell: ({ refused }) => refused },
          ]}
        />
      )}
    </section>
  );
}

type PollActionsProps = {
  id: string;
  state: PollState;
  isSealed: boolean;
  isArchived: boolean;
  /** It was archived once, so it stays closed. */
  isFinal: boolean;
};

/** The administrator's actions on a poll. Those that voters notice ask for confirmation on a separate page. */
export function PollActions({ id, state, isSealed, isArchived, isFinal }: PollActionsProps) {
  return (
    <section className="panel stack" aria-labelledby="actions">
      <h2 id="actions">Manage the poll</h2>
      <div className="cluster">
        {state === 'closed' ? null : (
          <Link className="button button--danger" to={`/admin/polls/${id}/closing`}>
            Close the poll…
          </Link>
        )}
        {isSealed && !isFinal ? (
          <Link className="button" to={`/admin/polls/${id}/reopening`}>
            Reopen the poll…
          </Link>
        ) : null}
        <form method="post" action={`/admin/polls/${id}/copy`}>
          <button type="submit" className="button">
            Duplicate
          </button>
        </form>
        {isSealed ? <Archiving id={id} isArchived={isArchived} isFinal={isFinal} /> : null}
      </div>
      {state === 'closed' && !isSealed ? (
        <p role="status">Finalizing the ballots. This takes a moment.</p>
      ) : null}
      <p className="small muted">
        A duplicate has no votes and opens in a year unless you change that. An archived poll disappears from
        the public list, but its page and ballots stay online.{' '}
        {isFinal ? 'This poll was archived, so it can’t be reopened.' : ''}
      </p>
    </section>
  );
}

/** The first time can't be undone completely, so it asks. */
function Archiving({ id, isArchived, isFinal }: Pick<PollActionsProps, 'id' | 'isArchived' | 'isFinal'>) {
  if (!isFinal)
    return (
      <Link className="button" to={`/admin/polls/${id}/archive`}>
        Archive…
      </Link>
    );
  return (
    <form method="post" action={`/admin/polls/${id}/archive`}>
      <button type="submit" className="button" name="archived" value={isArchived ? 'no' : 'yes'}>
        {isArchived ? 'Put back in the list' : 'Archive'}
      </button>
    </form>
  );
}

const HEIGHT = 100;
const STEP = 12;
const BAR = 9;
/** Older days are only in the table. */
const MOST_BARS = 60;

/** Turnout over time: bars, and a table for screen readers. */
export function TurnoutChart({ days }: { days: TurnoutDay[] }) {
  if (days.length === 0) return <p className="muted">No one has voted yet.</p>;
  const shown = days.slice(-MOST_BARS);
  const most = Math.max(...shown.map((day) => day.voters));
  return (
    <>
      <svg
        className="turnout"
        viewBox={`0 0 ${Math.max(shown.length, 12) * STEP} ${HEIGHT}`}
        aria-hidden="true"
        preserveAspectRatio="xMinYMax meet"
      >
        {shown.map(({ day, voters }, index) => {
          const height = Math.max(2, (HEIGHT * voters) / most);
          return <rect key={day} x={index * STEP} y={HEIGHT - height} width={BAR} height={height} />;
        })}
      </svg>
      <DataTable
        className="data figures"
        label="Turnout by day"
        rows={days}
        keyOf={({ day }) => day}
        columns={[
          { head: 'Day', cell: ({ day }) => day },
          { head: 'New voters', cell: ({ voters }) => voters },
        ]}
      />
    </>
  );
}
