import type { Collection } from '#app/items/collection/collection.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

/** The page that searches the script files next to it. Without JavaScript it leads to the list of everything. */
export const searchHandle: RouteHandle = { page: SearchPage };

type SearchFacts = { siteTitle: string };

function SearchPage({ loaderData: { siteTitle } }: { loaderData: SearchFacts }) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Search | ${siteTitle}`} />
      <div className="narrow">
        <h1 className="mb">Search</h1>
        <div role="search" id="search-box" hidden>
          <div className="field">
            <label htmlFor="search">Words in articles, news, events, polls, and businesses</label>
            <input className="input" id="search" type="search" autoComplete="off" spellCheck="false" />
          </div>
          <p className="small muted mt">The beginning of a word is enough. Accents don’t matter.</p>
        </div>
        <noscript>
          <p className="mb">Searching needs JavaScript.</p>
        </noscript>
        <p className="asked mt mb" role="status" id="found" />
        <ol className="links" id="results" />
        <p className="mt" id="more" hidden>
          <button type="button" className="button">
            Show more results
          </button>
        </p>
        <p className="mt">
          <a href="/all">List of everything</a>
        </p>
      </div>
      <script src="/search/search.js" defer />
    </main>
  );
}

/** Everything that can be found, without JavaScript: the parts of each collection. */
export const allHandle: RouteHandle = { page: AllPage };

export type AllPart = Pick<Collection, 'name' | 'heading'> & { parts: number; total: number };

function AllPage({ loaderData: { collections } }: { loaderData: { collections: AllPart[] } }) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead title="List of everything" description="Every page of this site." path="/all" />
      <div className="narrow stack-lg">
        <h1>List of everything</h1>
        {collections.map(({ name, heading, parts, total }) => (
          <section key={name} data-section={name}>
            <h2>
              {heading} ({total})
            </h2>
            <ul className="cluster mt">
              {Array.from({ length: parts }, (_, index) => index + 1).map((part) => (
                <li key={part}>
                  <a href={`/all/${name}-${part}`}>
                    {parts === 1 ? 'All' : `Part ${part}`}
                    <span className="vh"> of {heading.toLowerCase()}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </main>
  );
}

/** A part of a collection, newest first. */
export const allPartHandle: RouteHandle = { page: AllPartPage };

export type AllPartFacts = Pick<Collection, 'name' | 'heading'> & {
  part: number;
  parts: number;
  items: { id: string; title: string; href: string; facts: string }[];
};

function AllPartPage({ loaderData }: { loaderData: AllPartFacts }) {
  const { name, heading, part, parts, items } = loaderData;
  const title = parts > 1 ? `${heading}, part ${part} of ${parts}` : heading;
  return (
    <main id="main" className="wrap page" data-section={name} tabIndex={-1}>
      <PageHead title={title} description={title} path={`/all/${name}-${part}`} />
      <div className="narrow">
        <p className="kicker">
          <a href="/all">List of everything</a>
        </p>
        <h1 className="mb">{title}</h1>
        <ul className="bullets">
          {items.map(({ id, title: words, href, facts }) => (
            <li key={id}>
              <a href={href}>{words}</a>
              {facts ? <span className="small muted"> {facts}</span> : null}
            </li>
          ))}
        </ul>
        <p className="cluster mt">
          {part > 1 ? <a href={`/all/${name}-${part - 1}`}>Previous part</a> : null}
          {part < parts ? <a href={`/all/${name}-${part + 1}`}>Next part</a> : null}
        </p>
      </div>
    </main>
  );
}
