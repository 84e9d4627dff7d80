import { data, Link } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { stateOf, timeWords } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { resultsOf } from '#app/polls/results.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import { type BusyNetwork, listBusyNetworks, listTurnout } from '#app/polls/votes/turnout.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import type { Route } from './+types/poll-admin-voting';
import { PollActions } from './poll-actions.tsx';
import { ResultsTables } from './results-tables.tsx';
import { TurnoutChart } from './turnout-chart.tsx';

const MOST_NETWORKS = 20;

/** The administrator's view of the voting in a poll, with its actions. */
export function loader(args: Route.LoaderArgs) {
  return inSnapshot(writeContext(args).write, (db) => loadVoting(args, db));
}

async function loadVoting(args: Route.LoaderArgs, db: ReadDb) {
  const { town, now } = readContext(args);
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(db, id) : undefined;
  if (!poll) throw data(null, { status: 404 });
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
    siteTitle: town.title,
  };
}

/** Messages after an action, by the parameter in the address. */
const problems: Record<string, string> = {
  state: 'The poll has changed in the meantime. Reload the page.',
};

export default function PollAdminVoting({ loaderData }: Route.ComponentProps) {
  const { id, title, time, days, done, problem, results, isInformal, siteTitle } = loaderData;
  return (
    <div className="stack-lg" data-section="polls">
      <UnlistedHead title={`Voting: ${title} | ${siteTitle}`} />
      {done ? <Alert tone="success">{messages.saved}</Alert> : null}
      {problem ? <Alert tone="danger">{problems[problem] ?? messages.saveFailed}</Alert> : null}
      <header>
        <p className="small">
          <Link to={`/admin/polls/${id}`}>Edit the poll</Link> · <a href={`/polls/${id}`}>View on the site</a>
        </p>
        <h1>{title}</h1>
        <p className="muted">{time}</p>
      </header>
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
    </div>
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
        <table className="data figures">
          <thead>
            <tr>
              <th scope="col">Network</th>
              <th scope="col">Voters</th>
              <th scope="col">Refused</th>
            </tr>
          </thead>
          <tbody>
            {networks.map(({ network, width, voters, refused }) => (
              <tr key={network}>
                <th scope="row">
                  <code>{network}</code>
                  {width ? ` and its neighbors (${width})` : null}
                </th>
                <td>{voters}</td>
                <td>{refused}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
