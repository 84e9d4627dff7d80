import { data, redirect } from 'react-router';
import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import { requireItem, sharePictureOf } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { ReportLink } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { addressOfPage } from '#app/pages/page-address.ts';
import type { PageFacts as LinkedFacts } from '#app/pages/page-json-ld.ts';
import { findPageId } from '#app/pages/page-slug-store.server.ts';
import { findPage } from '#app/pages/page-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Route } from './+types/page-view';
import { loadPageView } from './load-page-view.server.ts';

export const handle: RouteHandle = { page: PageView };

export default PageView;

/**
 * `/pages/{slug}`. An earlier slug, and the id, redirect to the present address. Anything else is a 404.
 */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  const slug = args.params.slug.normalize('NFC');
  if (slug.length > 200 || slug.includes('\0')) throw data(null, { status: 404 });
  const page = await requireItem(findPage, context.read, (await findPageId(context.read, slug)) ?? '');
  const address = addressOfPage(page);
  if (address !== `/pages/${encodeURIComponent(args.params.slug)}`) throw redirect(address, 301);
  return loadPageView(page, context);
}

function PageView({
  loaderData: { page, picture, documents, deck, archived, doubt, clock },
}: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <PageHead
        title={page.title}
        description={deck}
        path={addressOfPage(page)}
        picture={sharePictureOf('pages', page)}
      />
      <ItemJsonLd
        collection="pages"
        facts={{ page, picture, deck, zone: clock.timeZone } satisfies LinkedFacts}
        documents={documents}
      />
      <article className="reading">
        <header className="page-head">
          <p className="kicker">
            <a href="/pages">Town pages</a>
          </p>
          <h1>{page.title}</h1>
        </header>
        <ArchivedNotice day={archived} />
        <DoubtNotice doubt={doubt} />
        <LeadPicture picture={picture} />
        {page.description ? <Prose html={page.description} isBelowPicture={picture !== null} /> : null}
        <DocumentLinks documents={documents} />
        {page.checkedAt === null ? null : (
          <p className="source mt">
            Checked on <DateText at={page.checkedAt} clock={clock} />.
          </p>
        )}
        <ReportLink collection="pages" id={page.id} archived={archived} />
      </article>
      <EditPage id={page.id} />
    </main>
  );
}

/** For the administrator. */
function EditPage({ id }: { id: string }) {
  const { isEditor, isReadOnly } = useSite();
  if (!isEditor || isReadOnly) return null;
  return (
    <nav className="actions mt" aria-label="Editing">
      <a className="button button--small" href={`/admin/pages/${id}`}>
        Edit this page
      </a>
    </nav>
  );
}
