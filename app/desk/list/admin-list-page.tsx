import type { ReactNode } from 'react';
import { AdminPage, type AdminPageProps } from '#app/desk/hub/admin-page.tsx';
import { Pager, type PagerLinks } from '#app/platform/ui/pager.tsx';
import { type CountFilter, CountFilters } from './count-filters.tsx';

type AdminListPageProps = AdminPageProps & {
  /** Between the heading and the tabs. */
  before?: ReactNode;
  /** In place of everything below the heading while there is nothing to list at all. */
  blank?: ReactNode;
  tabs?: { label: string; filters: CountFilter[] };
  search?: ReactNode;
  /** Shown instead of the list if it has no rows; a text becomes a paragraph. */
  empty: ReactNode;
  rows: readonly unknown[];
  /** The list itself. */
  list: ReactNode;
  pager?: PagerLinks;
  /** Below the pager. */
  children?: ReactNode;
};

/** An admin page with a list: tabs, search, the rows or what to do without any, and the pager. */
export function AdminListPage({
  before,
  blank,
  tabs,
  search,
  empty,
  rows,
  list,
  pager,
  ...page
}: AdminListPageProps) {
  if (blank)
    return (
      <AdminPage {...page}>
        {before}
        {blank}
      </AdminPage>
    );
  return (
    <AdminPage {...page}>
      {before}
      {tabs ? <CountFilters {...tabs} /> : null}
      {search}
      {rows.length > 0 ? list : typeof empty === 'string' ? <p>{empty}</p> : empty}
      {pager ? <Pager {...pager} /> : null}
      {page.children}
    </AdminPage>
  );
}
