import { PageHead } from './page-head.tsx';
import { useSite } from './site-facts.ts';

type ListHeadProps = { name: string; about: string; path: string; page: number };

/**
 * The head of a list page. Its canonical address has the page's number, not the cursor. `about` is a phrase without a
 * period, to which the place is added.
 */
export function ListHead({ name, about, path, page }: ListHeadProps) {
  const { place } = useSite();
  if (page <= 1) return <PageHead title={name} description={`${about}. ${place}.`} path={path} />;
  return (
    <PageHead
      title={`${name}, page ${page}`}
      description={`${about}. ${place}. Page ${page}.`}
      path={`${path}${path.includes('?') ? '&' : '?'}page=${page}`}
    />
  );
}
