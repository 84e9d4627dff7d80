import { loadListPage } from '#app/content/list-page.server.ts';
import { readVisit } from '#app/context.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { NoData } from '#app/ui/no-data.tsx';
import { Pager } from '#app/ui/pager.tsx';
import type { Route } from './+types/poll-list';
import type { PollTeaser } from './poll.ts';
import { listPollTeasers, pollOrder } from './poll-store.server.ts';

export const handle: RouteHandle = { section: 'polls', page: PollList };

export default PollList;

/** Polls by title, ten a page (spec section 9). */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readVisit(args);
  const url = new URL(args.url);
  const { items, pager } = await loadListPage(url, pollOrder, (request) => listPollTeasers(read, request));
  return { items, pager, siteTitle: town.title };
}

function PollList({ loaderData: { items, pager, siteTitle } }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      <title>{pager.page > 1 ? `Polls, page ${pager.page} | ${siteTitle}` : `Polls | ${siteTitle}`}</title>
      <header className="page-head">
        <h1>Polls</h1>
        <p>Quick questions for the town.</p>
      </header>
      {items.length > 0 ? <PollCards items={items} /> : <NoData />}
      <Pager {...pager} />
    </main>
  );
}

function PollCards({ items }: { items: PollTeaser[] }) {
  return (
    <ul className="grid">
      {items.map((poll) => (
        <li key={poll.id} className="panel card">
          <h2>
            <a className="plain" href={`/polls/${poll.id}`}>
              {poll.title}
            </a>
          </h2>
          {poll.deck ? <p>{poll.deck}</p> : null}
          <p className="meta">
            <span>{poll.optionCount} options</span>
          </p>
        </li>
      ))}
    </ul>
  );
}
