import { data } from 'react-router';
import { subscriptionOf } from '#app/events/pages/calendar-links.tsx';
import {
  asksForSomething,
  MOST_CHARACTERS,
  MOST_TERMS,
  parseSearchText,
  type SearchQuery,
} from '#app/items/lists/search-query.ts';
import { searchKindsOf } from '#app/items/search/document-kind.server.ts';
import { findMatches, type MatchOptions } from '#app/items/search/find-matches.server.ts';
import { listKinds } from '#app/items/search/kinds.ts';
import { findCorrection } from '#app/items/search/known-words.server.ts';
import type { Piece } from '#app/items/search/marked-text.ts';
import { loadResults, type SearchResult } from '#app/items/search/search-results.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { PAGE_SIZE, readPageNumber } from '#app/platform/database/lists/paginate.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import type { Route } from './+types/search-page';
import { readSearchAddress, type SearchAddress, searchPathOf, searchQueryOf } from './search-address.ts';
import { KindFilter, SearchForm } from './search-form.tsx';
import suggestionStyles from './suggestions.css?url';

export const handle: RouteHandle = { page: SearchPage };

export default SearchPage;

/** The results for `q`, ten per page; without it, only the form. A page past the end is a 404. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, keepUntil, siteUrl, ...context } = readContext(args);
  const collections = searchKindsOf(context.collections);
  const { searchParams } = new URL(args.url);
  const asked = readSearchAddress(searchParams, collections);
  const { timeZone, locale, title: siteTitle } = town;
  const query = searchQueryOf(asked, timeZone);
  const isAsking = asksForSomething(query);
  const page = readPageNumber(searchParams.get('page'));
  const skip = (page - 1) * PAGE_SIZE;
  const options = { collections, now, zone: timeZone };
  const found = await findMatches(read, query, { ...options, limit: PAGE_SIZE, skip });
  if (page > 1 && found.matches.length === 0) throw data(null, { status: 404 });
  const clock = { timeZone, locale };
  const meant =
    found.total === 0 && isAsking
      ? await findMeant(read, query, { ...options, limit: PAGE_SIZE })
      : undefined;
  const { matches, total, isMore, ranked } = meant?.found ?? found;
  const { terms } = meant?.query ?? query;
  const results = await loadResults(read, matches, { collections, terms, clock, now, keepUntil });
  const shown = meant ? { ...asked, q: meant.query.text } : asked;
  const pager = {
    page,
    next: ranked > skip + PAGE_SIZE ? searchPathOf(shown, page + 1) : null,
    previous: page > 1 ? searchPathOf(shown, page - 1) : null,
  };
  return {
    asked: { ...asked, q: query.text },
    kinds: listKinds(collections),
    // Only a collection with a feed can be followed.
    isFollowed: !asked.kind || context.collections[asked.kind]?.facets.feed !== undefined,
    isCut: query.isCut,
    isAsking,
    meant: meant ? shown : null,
    total: countWords({ total, isMore }, locale),
    results,
    pager,
    siteTitle,
    siteUrl,
  };
}

/** The search as it was perhaps meant, if it has results. */
async function findMeant(read: ReadDb, query: SearchQuery, options: MatchOptions) {
  const q = await findCorrection(read, options.collections, query);
  if (!q) return undefined;
  const corrected = { ...query, ...parseSearchText(q) };
  const found = await findMatches(read, corrected, options);
  return found.total > 0 ? { query: corrected, found } : undefined;
}

function countWords({ total, isMore }: { total: number; isMore: boolean }, locale: string): string {
  const number = new Intl.NumberFormat(locale).format(total);
  if (isMore) return `About ${number}+ results`;
  return total === 1 ? '1 result' : `${number} results`;
}

type Facts = Route.ComponentProps['loaderData'];

function SearchPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { asked, meant, isAsking, isFollowed, results, pager, siteTitle, siteUrl } = loaderData;
  const name = asked.q ? `Search: ${asked.q}` : 'Search';
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <title>
        {pager.page > 1 ? `${name}, page ${pager.page} | ${siteTitle}` : `${name} | ${siteTitle}`}
      </title>
      <meta name="robots" content="noindex" />
      <div className="narrow">
        <h1 className="mb">Search</h1>
        <SearchForm asked={asked} />
        {isAsking ? <Outcome {...loaderData} /> : <Hint {...loaderData} />}
        {results.length > 0 ? <ResultList results={results} /> : null}
        <Pager {...pager} />
        {isAsking ? <ArchiveLink asked={meant ?? asked} /> : null}
        {isFollowed && results.length > 0 ? <FollowSearch asked={meant ?? asked} siteUrl={siteUrl} /> : null}
      </div>
      <link rel="stylesheet" href={suggestionStyles} />
      <script src="/search.js" defer />
    </main>
  );
}

function Outcome({ asked, kinds, total, isCut, results, meant }: Facts) {
  return (
    <>
      <div className="cluster between mt mb">
        <p className="asked" role="status">
          <strong>{total}</strong> for “{(meant ?? asked).q}”
        </p>
        <KindFilter asked={asked} kinds={kinds} />
      </div>
      {isCut ? <CutNote /> : null}
      {meant ? (
        <p className="mb">
          Nothing was found for “{asked.q}”. These are the results for{' '}
          <a href={searchPathOf(meant)}>{meant.q}</a>.
        </p>
      ) : null}
      {results.length === 0 ? (
        <NoData>Try fewer or different words. You can enter just the beginning of a word.</NoData>
      ) : null}
    </>
  );
}

/** Readers ask for archived items, or leave them out again. */
function ArchiveLink({ asked }: { asked: SearchAddress }) {
  const archived = asked.archived ? undefined : '1';
  return (
    <p className="small mt">
      <a href={searchPathOf({ ...asked, archived })}>
        {archived ? 'Search the archive, too' : 'Leave out the archive'}
      </a>
    </p>
  );
}

/** Long input is not refused, but the page says that not all of it was used. */
function CutNote() {
  return (
    <p className="mb">
      Your search was too long. Only the first {MOST_TERMS} words and {MOST_CHARACTERS} characters were used.
    </p>
  );
}

function Hint({ asked }: Facts) {
  return asked.q ? (
    <div className="mt">
      <NoData>Enter at least one word to search for.</NoData>
    </div>
  ) : (
    <p className="mt">
      Searches articles, news, events, polls, and businesses. Finds the words inside documents, too. Put
      quotation marks around a phrase, and a minus sign before a word you don’t want.
    </p>
  );
}

type Follow = { asked: SearchAddress; siteUrl: string };

/** How readers can follow a search: by feed, and for events by calendar. */
function FollowSearch({ asked, siteUrl }: Follow) {
  const feed = searchPathOf(asked).replace('/search', '/feeds/search.rss');
  return (
    <p className="small mt">
      <link rel="alternate" type="application/rss+xml" title={`Search: ${asked.q}`} href={feed} />
      <a href={feed}>Follow this search</a>
      {hasCalendar(asked) ? (
        <>
          {' '}
          or <a href={subscriptionOf(siteUrl, { q: asked.q })}>its events in your calendar</a>
        </>
      ) : null}
    </p>
  );
}

/** A calendar has all upcoming events, so it can't be limited to dates. */
function hasCalendar({ kind, from, to }: SearchAddress): boolean {
  return (kind === undefined || kind === 'events') && !from && !to;
}

function ResultList({ results }: { results: SearchResult[] }) {
  return (
    <ol className="links">
      {results.map((result) => (
        <li key={`${result.collection}/${result.id}`} data-section={result.collection}>
          <p className="kicker">{result.heading}</p>
          <div>
            <h2>
              <ResultLink {...result} />
            </h2>
            {result.snippet.length > 0 ? (
              <p>
                <Marked pieces={result.snippet} />
              </p>
            ) : null}
            <p className="meta">
              {result.facts.map((fact) => (
                <span key={fact.map(({ text }) => text).join('')}>
                  <Marked pieces={fact} />
                </span>
              ))}
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

function ResultLink({ href, title }: SearchResult) {
  if (!href.startsWith('/')) {
    return (
      <ExternalLink className="plain" href={href}>
        <Marked pieces={title} />
      </ExternalLink>
    );
  }
  return (
    <a className="plain" href={href}>
      <Marked pieces={title} />
    </a>
  );
}

function Marked({ pieces }: { pieces: Piece[] }) {
  return pieces.map(({ text, isMatch }, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text are never moved
    isMatch ? <mark key={index}>{text}</mark> : text,
  );
}
