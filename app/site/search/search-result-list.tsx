import type { Piece } from '#app/items/search/marked-text.ts';
import type { SearchResult } from '#app/items/search/search-results.server.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';

export function ResultList({ results }: { results: SearchResult[] }) {
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
