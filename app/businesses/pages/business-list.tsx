import {
  businessOrder,
  listBusinessCards,
  listBusinessCategories,
} from '#app/businesses/business-store.server.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/business-list';
import { BusinessCardPanel } from './business-card.tsx';

export const handle: RouteHandle = { section: 'businesses', page: BusinessList };

export default BusinessList;

/** Businesses A to Z, ten per page; with `?category=` only those of that category. */
export async function loader(args: Route.LoaderArgs) {
  const { read, remember } = readContext(args);
  const url = new URL(args.url);
  const category = readCategory(url);
  const [{ items, pager }, categories] = await Promise.all([
    loadListPage(url, businessOrder, (request) => listBusinessCards(read, { ...request, category })),
    remember('business categories', listBusinessCategories),
  ]);
  return { items, pager, category, categories };
}

function readCategory(url: URL): string | undefined {
  const category = url.searchParams.get('category')?.trim();
  return category && !category.includes('\0') ? category : undefined;
}

type Facts = Route.ComponentProps['loaderData'];

function BusinessList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { items, pager, category } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="businesses" tabIndex={-1}>
      <BusinessListHead {...loaderData} />
      <header className="page-head">
        <h1>Businesses</h1>
        <p>Shops, trades, and services in town, A to Z.</p>
      </header>
      <CategoryFilter {...loaderData} />
      {items.length > 0 ? (
        <ul className="grid">
          {items.map((business) => (
            <BusinessCardPanel key={business.id} business={business} />
          ))}
        </ul>
      ) : (
        <NoData create="/admin/businesses/add">
          {category ? (
            <a href="/businesses">Show all businesses</a>
          ) : (
            <>
              No businesses are listed yet. <a href="/contact">Ask to be listed</a>
            </>
          )}
        </NoData>
      )}
      <Pager {...pager} />
      <p className="mt small muted">
        Own a business in town? <a href="/contact">Ask to be listed</a>. Listings are free.
      </p>
    </main>
  );
}

/** Anyone can invent categories: search engines should list only those in use. */
function BusinessListHead({ items, category, pager }: Facts) {
  const site = useSite();
  if (!category)
    return (
      <ListHead
        name="Businesses"
        about="Shops, trades, and services, A to Z"
        path="/businesses"
        page={pager.page}
      />
    );
  const name = `Businesses: ${category}`;
  if (items.length === 0) return <UnlistedHead title={`${name} | ${site.title}`} />;
  const path = `/businesses?${new URLSearchParams({ category })}`;
  return <ListHead name={name} about={`${category}, A to Z`} path={path} page={pager.page} />;
}

/** In place of the form, where no server reads it. */
function CategoryLinks({ category, categories }: { category: string; categories: string[] }) {
  return (
    <nav className="filters" aria-label="Which businesses">
      <ul>
        {['', ...categories].map((name) => (
          <li key={name}>
            <a
              href={name ? `/businesses?${new URLSearchParams({ category: name })}` : '/businesses'}
              aria-current={name === category ? 'page' : undefined}
            >
              {name || 'All'}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A GET form: the selection is in the address, can be shared, and works without JavaScript. */
function CategoryFilter({ category = '', categories }: Facts) {
  const { isStatic } = useSite();
  if (categories.length === 0) return null;
  if (isStatic) return <CategoryLinks category={category} categories={categories} />;
  return (
    <div role="search" aria-label="Businesses">
      <form className="fields mb narrow" method="get">
        <div className="field">
          <label htmlFor="category">Category</label>
          <select className="input" id="category" name="category" defaultValue={category}>
            <option value="">All categories</option>
            {categories.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <div className="field">
          <button type="submit" className="button">
            Show businesses
          </button>
        </div>
      </form>
    </div>
  );
}
