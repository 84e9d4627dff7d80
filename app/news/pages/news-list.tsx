import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import type { NewsTeaser } from '#app/news/news-item.ts';
import { listNewsTeasers, newsOrder } from '#app/news/news-item-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { ListFrame } from '#app/platform/ui/list-frame.tsx';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Route } from './+types/news-list';

export const handle: RouteHandle = { section: 'news', page: NewsList };

export default NewsList;

/** News newest first, ten per page (spec section 2). */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const url = new URL(args.url);
  const { items, pager } = await loadListPage(url, newsOrder, (request) => listNewsTeasers(read, request));
  const { timeZone, locale } = town;
  return { items, pager, place: town.town, clock: { timeZone, locale } };
}

function NewsList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { items, pager, place, clock } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="news" tabIndex={-1}>
      <ListHead name="News" about="Local reporting, newest first" path="/news" page={pager.page} />
      <ListFrame>
        <header className="page-head">
          <h1>News</h1>
          <p>
            {pager.page > 1 ? `Page ${pager.page}, newest first.` : `Local reporting from around ${place}.`}{' '}
            {items.length > 0 ? 'Each headline opens the original source in a new tab.' : null}
          </p>
        </header>
        {items.length > 0 ? <Headlines items={items} clock={clock} /> : <NoNews />}
        <Pager {...pager} />
      </ListFrame>
    </main>
  );
}

/** A headline leads only to its source (spec section 2). */
function Headlines({ items, clock }: { items: NewsTeaser[]; clock: TownClock }) {
  return (
    <ol className="links">
      {items.map((item) => (
        <li key={item.id}>
          <p className="kicker">{item.sourceName ?? siteNameOf(item.link)}</p>
          <div>
            <h2>
              <ExternalLink className="plain" href={item.link}>
                {item.title}
              </ExternalLink>
            </h2>
            {item.deck ? <p>{item.deck}</p> : null}
            <p className="meta">
              <DateText at={item.pubDate} clock={clock} />
              <span>{formatTime(item.pubDate, clock)}</span>
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function NoNews() {
  return (
    <NoData create="/admin/news/add">
      There’s nothing here yet. <a href="/articles">Read the latest articles</a>
    </NoData>
  );
}
