import { PageHead } from './page-head.tsx';
import { useSite } from './site-facts.ts';

type ListHeadProps = { name: string; about: string; path: string; page: number };

/**
 * The head of a page of a list. Its one address names the number of the page: a cursor, by which a reader came there,
 * makes it no other page. `about` is a phrase without a full stop, which the place ends.
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
