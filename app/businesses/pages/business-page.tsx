import type { BusinessFacts as LinkedFacts } from '#app/businesses/business-json-ld.ts';
import { findBusiness } from '#app/businesses/business-store.server.ts';
import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import {
  permalinkOf,
  requireCurrentSlug,
  requireItem,
  sharePictureOf,
} from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { ReportLink } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { ItemId } from '#app/platform/ui/item-id-line.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import type { Route } from './+types/business-page';
import { PhoneNumber } from './business-card.tsx';
import { loadBusinessPage } from './load-business-page.server.ts';

export const handle: RouteHandle = { section: 'businesses', page: BusinessPage };

export default BusinessPage;

/** The page of a business. An unknown id is a 404. */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  const { id, slug } = args.params;
  const business = await requireItem(findBusiness, context.read, id);
  requireCurrentSlug('businesses', { id, title: business.name }, slug);
  return loadBusinessPage(business, context);
}

function BusinessPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { business, picture, documents, deck, archived, doubt } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="businesses" tabIndex={-1}>
      <PageHead
        title={business.name}
        description={`${business.category}, ${business.address}. ${deck}`}
        path={permalinkOf('businesses', { id: business.id, title: business.name })}
        picture={sharePictureOf('businesses', business)}
      />
      <ItemJsonLd
        collection="businesses"
        facts={{ business, picture, deck } satisfies LinkedFacts}
        documents={documents}
      />
      <article className="split event-page">
        <header className="page-head">
          <p className="kicker">
            <a href="/businesses">Businesses</a>
          </p>
          <h1>{business.name}</h1>
          <p>{business.category}</p>
        </header>
        <aside className="side" aria-label="Business details">
          <div className="panel stack">
            <BusinessFacts business={business} />
            <ReportLink collection="businesses" id={business.id} archived={archived} />
          </div>
        </aside>
        <div className="stack-lg">
          <ArchivedNotice day={archived} />
          <DoubtNotice doubt={doubt} />
          <LeadPicture picture={picture} />
          {business.description ? (
            <Prose html={business.description} isBelowPicture={picture !== null} />
          ) : null}
          <DocumentLinks documents={documents} />
          <ItemId id={business.id} />
        </div>
      </article>
      <p className="mt small muted">
        Own a business in town? <a href="/contact">Ask to be listed</a>. Listings are free.
      </p>
    </main>
  );
}

function BusinessFacts({ business }: { business: Route.ComponentProps['loaderData']['business'] }) {
  const { address, phone, openingHours, website, email } = business;
  return (
    <dl className="facts">
      <dt>Address</dt>
      <dd>{address}</dd>
      {phone ? (
        <>
          <dt>Phone</dt>
          <dd>
            <PhoneNumber phone={phone} />
          </dd>
        </>
      ) : null}
      {openingHours ? (
        <>
          <dt>Hours</dt>
          <dd>{openingHours}</dd>
        </>
      ) : null}
      {website ? (
        <>
          <dt>Website</dt>
          <dd>
            <ExternalLink href={website}>{hostOf(website)}</ExternalLink>
          </dd>
        </>
      ) : null}
      {email ? (
        <>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${email}`}>{email}</a>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** A website's host without "www.". */
function hostOf(website: string): string {
  return URL.parse(website)?.hostname.replace(/^www\./, '') ?? website;
}
