import { frontJsonLd } from '#app/articles/article-json-ld.ts';
import { articleOrder, listPinnedFirst } from '#app/articles/article-store.server.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { JsonLd } from '#app/platform/ui/json-ld-script.tsx';
import { ListFrame } from '#app/platform/ui/list-frame.tsx';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Route } from './+types/article-list';
import { River } from './river.tsx';

export const handle: RouteHandle = { section: 'articles', page: ArticleList };

export default ArticleList;

/** The pinned article, then newest first, ten per page (spec section 2). Page 1 is the front page of the site. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const url = new URL(args.url);
  const { items, pager } = await loadListPage(url, articleOrder, (request) => listPinnedFirst(read, request));
  return {
    items,
    pager,
    front: pager.page === 1 && !pager.previous,
    socialPages: [town.facebookUrl, town.instagramUrl],
    clock: clockOf(town),
  };
}

function clockOf({ timeZone, locale }: TownClock): TownClock {
  return { timeZone, locale };
}

function ArticleList({
  loaderData: { items, pager, front, socialPages, clock },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" data-section="articles" tabIndex={-1}>
      <ListHead name="Articles" about="Local articles, newest first" path="/articles" page={pager.page} />
      {front ? <JsonLd about={(site) => frontJsonLd(site, socialPages)} /> : null}
      <ListFrame wide={front}>
        <header className={front ? 'page-head page-head--label' : 'page-head'}>
          <h1>Articles</h1>
          {front ? null : <p>Page {pager.page}, newest first.</p>}
        </header>
        {items.length > 0 ? <River items={items} front={front} clock={clock} /> : <NoArticles />}
        <Pager {...pager} />
      </ListFrame>
    </main>
  );
}

function NoArticles() {
  return (
    <NoData create="/admin/articles/add">
      There’s nothing here yet. <a href="/events">See what’s happening in town</a>
    </NoData>
  );
}
