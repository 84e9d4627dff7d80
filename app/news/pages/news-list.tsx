import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { siteNameOf } from '#app/items/text/own-link.ts';
import type { NewsTeaser } from '#app/news/news-item.ts';
import {
  hasLegalNotices,
  listLegalNotices,
  listNewsTeasers,
  newsOrder,
} from '#app/news/news-item-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { ListFrame } from '#app/platform/ui/list-frame.tsx';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Route } from './+types/news-list';

export const handle: RouteHandle = { section: 'news', page: NewsList };

export default NewsList;

/** News newest first, ten per page (spec section 2); with `?legal=1` the legal notices. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, remember } = readContext(args);
  const url = new URL(args.url);
  const isLegal = url.searchParams.get('legal') === '1';
  const list = isLegal ? listLegalNotices : listNewsTeasers;
  const { items, pager } = await loadListPage(url, newsOrder, (request) => list(read, request));
  const { timeZone, locale } = town;
  const hasLegal = isLegal || (await remember('legal notices', hasLegalNotices));
  return { items, pager, isLegal, hasLegal, place: town.town, clock: { timeZone, locale } };
}

function NewsList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { items, pager, isLegal, hasLegal, place, clock } = loaderData;
  const { isReadOnly } = useSite();
  const name = isLegal ? 'Legal notices' : 'News';
  return (
    <main id="main" className="wrap page" data-section="news" tabIndex={-1}>
      <ListHead
        name={name}
        about={isLegal ? 'Legal notices of the town, newest first' : 'Local reporting, newest first'}
        path={isLegal ? '/news?legal=1' : '/news'}
        page={pager.page}
      />
      <ListFrame>
        <header className="page-head">
          <h1>{name}</h1>
          <p>
            {pager.page > 1 ? `Page ${pager.page}, newest first.` : aboutOf(isLegal, place)}{' '}
            {items.length > 0 ? 'Each headline opens the original source in a new tab.' : null}{' '}
            {isReadOnly ? null : <a href="/submit?kind=news">Send us news</a>}
          </p>
        </header>
        {hasLegal ? <Categories isLegal={isLegal} /> : null}
        {items.length > 0 ? <Headlines items={items} clock={clock} /> : <NoNews />}
        <Pager {...pager} />
      </ListFrame>
    </main>
  );
}

function aboutOf(isLegal: boolean, place: string): string {
  return isLegal ? `What ${place} has to announce by law.` : `Local reporting from around ${place}.`;
}

function Categories({ isLegal }: { isLegal: boolean }) {
  return (
    <nav className="filters" aria-label="Which news">
      <ul>
        <li>
          <a href="/news" aria-current={isLegal ? undefined : 'page'}>
            All
          </a>
        </li>
        <li>
          <a href="/news?legal=1" aria-current={isLegal ? 'page' : undefined}>
            Legal notices
          </a>
        </li>
      </ul>
    </nav>
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
              {item.legal ? (
                <span>
                  Legal notice, <a href={`/proof/news/${item.id}`}>proof of publication</a>
                </span>
              ) : null}
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
