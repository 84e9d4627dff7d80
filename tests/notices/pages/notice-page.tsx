import type { FacetContext } from '#app/items/collection/facets.ts';
import { permalinkOf, requireCurrentSlug, requireItem } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { readContext } from '#app/people/request/context.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Notice } from '../notice.ts';
import { findNotice } from '../notice-collection.server.ts';

type Args = Parameters<typeof readContext>[0] & { params: { id?: string; slug?: string } };

export const handle: RouteHandle = { section: 'notices', page: NoticePage };

export default NoticePage;

export async function loader(args: Args) {
  const { id = '', slug } = args.params;
  const { read, town } = readContext(args);
  const notice = await requireItem(findNotice, read, id);
  requireCurrentSlug('notices', notice, slug);
  return showNotice(notice, { town });
}

/** What the page of a notice shows. */
export function showNotice(notice: Notice, { town }: Pick<FacetContext, 'town'>) {
  const description = sanitize(notice.description);
  const clock = { timeZone: town.timeZone, locale: town.locale };
  return { notice: { ...notice, description }, deck: extractTeaser(description).deck, clock };
}

function NoticePage({ loaderData }: { loaderData: ReturnType<typeof showNotice> }) {
  const { notice, deck, clock } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="notices" tabIndex={-1}>
      <PageHead title={notice.title} description={deck} path={permalinkOf('notices', notice)} />
      <ItemJsonLd collection="notices" facts={{ notice }} />
      <article className="reading">
        <header className="page-head">
          <h1>{notice.title}</h1>
          <p>
            <DateText at={notice.pubDate} clock={clock} />
          </p>
        </header>
        <Prose html={notice.description} />
      </article>
    </main>
  );
}
