import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import { permalinkOf, requireLinked, sharePictureOf } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { ReportLink } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { ProvenanceLine } from '#app/items/text/provenance-line.tsx';
import { findNewsItem } from '#app/news/news-item-store.server.ts';
import type { NewsFacts } from '#app/news/news-json-ld.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatTime, machineTimeOf } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { ItemId } from '#app/platform/ui/item-id-line.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import type { Route } from './+types/news-page';
import { loadNewsPage } from './load-news-page.server.ts';

export const handle: RouteHandle = { section: 'news', page: NewsPage };

export default NewsPage;

/** A news item with a link to its source. An unknown id is a 404 (product contract section 2). */
export async function loader(args: Route.LoaderArgs) {
  const context = readContext(args);
  return loadNewsPage(await requireLinked('news', findNewsItem, context.read, args.params), context);
}

function NewsPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { item } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="news" tabIndex={-1}>
      <NewsMeta {...loaderData} />
      <article className="reading">
        <NewsHead {...loaderData} />
        <ArchivedNotice day={loaderData.archived} />
        <DoubtNotice doubt={loaderData.doubt} />
        <LeadPicture picture={loaderData.picture} />
        <Prose html={item.description} isBelowPicture={loaderData.picture !== null} />
        <DocumentLinks documents={loaderData.documents} />
        <WayOut {...loaderData} />
        {item.legal ? (
          <p className="source">
            This is a legal notice. <a href={`/proof/news/${item.id}`}>Proof of publication</a>
          </p>
        ) : null}
        <ReportLink collection="news" id={item.id} archived={loaderData.archived} />
        <ItemId id={item.id} />
      </article>
    </main>
  );
}

type Facts = Route.ComponentProps['loaderData'];

function NewsMeta({
  item,
  picture,
  documents,
  deck,
  source,
  provenance: { credits },
  clock: { timeZone: zone },
}: Facts) {
  return (
    <>
      <PageHead
        title={item.title}
        description={deck}
        path={permalinkOf('news', item)}
        picture={sharePictureOf('news', item)}
        published={machineTimeOf(item.pubDate, zone)}
        modified={machineTimeOf(Math.max(item.pubDate, item.updatedAt), zone)}
      />
      <ItemJsonLd
        collection="news"
        facts={{ item, picture, deck, source, credits, zone } satisfies NewsFacts}
        documents={documents}
      />
    </>
  );
}

function NewsHead({ item, source, clock }: Facts) {
  return (
    <header className="page-head">
      <p className="kicker">
        <a href="/news">News</a> from {source}
      </p>
      <h1>{item.title}</h1>
      <p className="meta">
        <DateText at={item.pubDate} clock={clock} />
        <span>{formatTime(item.pubDate, clock)}</span>
      </p>
    </header>
  );
}

/** An item written here has no other source. */
function WayOut({ item, source, provenance, isOwn }: Facts) {
  const back = <a href="/news">Back to News</a>;
  const listed = <ProvenanceLine provenance={provenance} shown={source} />;
  if (isOwn)
    return (
      <p className="source">
        Written for {source}. {listed}
        {back}
      </p>
    );
  return (
    <>
      <p className="actions">
        <ExternalLink className="button button--primary" href={item.link}>
          Read at {source}
        </ExternalLink>
      </p>
      <p className="source">
        This is a summary. The full story is published by{' '}
        {item.sourceUrl ? <ExternalLink href={item.sourceUrl}>{source}</ExternalLink> : source}. {listed}
        {back}
      </p>
    </>
  );
}
