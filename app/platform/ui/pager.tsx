import { Icon } from './icon.tsx';

/** Addresses of the next and previous page; null where there is none (spec section 4). */
export type PagerLinks = { page: number; next: string | null; previous: string | null };

/** Previous and Next are links that can be shared; without either, shows nothing. */
export function Pager({ page, next, previous }: PagerLinks) {
  if (!next && !previous) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {previous ? (
        <a className="button" rel="prev" href={previous}>
          <Icon name="previous" />
          Previous
        </a>
      ) : null}
      <span>Page {page}</span>
      {next ? (
        <a className="button" rel="next" href={next}>
          Next
          <Icon name="next" />
        </a>
      ) : null}
    </nav>
  );
}
