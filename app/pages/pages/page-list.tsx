import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { addressOfPage } from '#app/pages/page-address.ts';
import { listPageCards, type PageCard, pageOrder } from '#app/pages/page-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import pageStyles from '#app/platform/ui/styles/pages.css?url';
import type { Route } from './+types/page-list';

export const handle: RouteHandle = { page: PageList };

export default PageList;

/** A town has a few dozen pages, and its readers want to see them all at once. */
const PER_PAGE = 100;

/** Pages A to Z, under their letters. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const url = new URL(args.url);
  const { items, pager } = await loadListPage(
    url,
    pageOrder,
    (request) => listPageCards(read, request),
    undefined,
    PER_PAGE,
  );
  return { letters: underLetters(items), pager };
}

type Letter = { letter: string; pages: Pick<PageCard, 'id' | 'title' | 'slug' | 'deck'>[] };

/** The pages by the first letter or digit of their titles, without accents. */
function underLetters(cards: PageCard[]): Letter[] {
  const letters: Letter[] = [];
  for (const { titleKey, ...page } of cards) {
    const [first = ''] = titleKey.match(/[\p{L}\p{N}]/u) ?? [];
    const letter = (first.normalize('NFD')[0] ?? '').toUpperCase() || '#';
    const last = letters.at(-1);
    if (last?.letter === letter) last.pages.push(page);
    else letters.push({ letter, pages: [page] });
  }
  return letters;
}

const ABOUT = 'Everything the town tells you that doesn’t change every day.';

function PageList({ loaderData: { letters, pager } }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { isEditor, isReadOnly } = useSite();
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <link rel="stylesheet" href={pageStyles} />
      <ListHead name="All pages" about={ABOUT.replace(/\.$/, '')} path="/pages" page={pager.page} />
      <div className="narrow">
        <header className="page-head">
          <h1>All pages</h1>
          <p>{ABOUT}</p>
        </header>
        {isReadOnly ? null : <PageFinder />}
        {letters.length === 0 ? <NoData create="/admin/pages/add" /> : null}
        <ol className="az">
          {letters.map(({ letter, pages }) => (
            <li key={pages[0]?.id}>
              <h2>{letter}</h2>
              <ul>
                {pages.map((page) => (
                  <li key={page.id}>
                    <h3>
                      <a className="plain" href={addressOfPage(page)}>
                        {page.title}
                      </a>
                    </h3>
                    {page.deck ? <p>{page.deck}</p> : null}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        <Pager {...pager} />
        <p className="small muted mt">
          Urgent notices have <a href="/notices">their own list</a>.
        </p>
        {isEditor && !isReadOnly ? (
          <p className="actions mt">
            <a className="button button--small" href="/admin/pages">
              Edit pages
            </a>
          </p>
        ) : null}
      </div>
    </main>
  );
}

/** The search of the site, for pages alone. */
function PageFinder() {
  return (
    <div role="search" aria-label="Pages">
      <form method="get" action="/search" className="searchbar mb">
        <label className="vh" htmlFor="find-page">
          Find a page
        </label>
        <input
          className="input"
          id="find-page"
          name="q"
          type="search"
          placeholder="Dog license, snow, tax bill"
        />
        <input type="hidden" name="kind" value="pages" />
        <button type="submit" className="button">
          Find
        </button>
      </form>
    </div>
  );
}
