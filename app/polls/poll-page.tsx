import { data } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import { readVisit } from '#app/context.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { ItemId } from '#app/ui/item-id.tsx';
import type { Route } from './+types/poll-page';
import { findPoll } from './poll-store.server.ts';

export const handle: RouteHandle = { section: 'polls', page: PollPage };

export default PollPage;

/** A poll with its options, in their order. An unknown id is a 404. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readVisit(args);
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(read, id) : undefined;
  if (!poll) throw data(null, { status: 404 });
  return { poll, siteTitle: town.title };
}

function PollPage({ loaderData: { poll, siteTitle } }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" data-section="polls" tabIndex={-1}>
      <title>{`${poll.title} | ${siteTitle}`}</title>
      <article className="reading">
        <header className="page-head">
          <p className="kicker">
            <a href="/polls">Polls</a>
          </p>
          <h1>{poll.title}</h1>
          <p className="lines">{poll.description}</p>
        </header>
        <h2 className="vh">Options</h2>
        <ol className="answers">
          {poll.options.map((option) => (
            <li key={option.id}>{option.text}</li>
          ))}
        </ol>
        <ItemId id={poll.id} />
      </article>
    </main>
  );
}
