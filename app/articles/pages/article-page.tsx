import { Fragment } from 'react';
import { redirect } from 'react-router';
import type { Correction } from '#app/articles/article.ts';
import type { ArticleFacts } from '#app/articles/article-json-ld.ts';
import { findArticle } from '#app/articles/article-store.server.ts';
import { ArchivedNotice } from '#app/items/archive/archived-notice.tsx';
import { isItemId } from '#app/items/content/item-id.ts';
import { leadToFeed, permalinkOf, requireCurrentSlug, sharePictureOf } from '#app/items/content/permalink.ts';
import { ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { DoubtNotice } from '#app/items/reported/doubt-notice.tsx';
import { useCanReport } from '#app/items/reported/report-link.tsx';
import { DocumentLinks } from '#app/items/text/document-links.tsx';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { ProvenanceLine } from '#app/items/text/provenance-line.tsx';
import { tagPathOf } from '#app/items/text/tag.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { machineTimeOf, type TownClock } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon, type IconName } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { Prose } from '#app/platform/ui/prose.tsx';
import { LeadPicture } from '#app/platform/ui/responsive-picture.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import { NewsletterPanel } from '#app/town/newsletter/newsletter-panel.tsx';
import type { Route } from './+types/article-page';
import { loadArticlePage } from './load-article-page.server.ts';
import script from './share-actions.js?url';

export const handle: RouteHandle = { section: 'articles', page: ArticlePage };

export default ArticlePage;

/** An article. One that does not exist or has no title leads to /NotFound/{id} (spec section 2). */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const { id, slug } = args.params;
  const article = isItemId(id) ? await findArticle(read, id) : undefined;
  if (!article?.title) leadToFeed('articles', id);
  if (!article?.title) throw redirect(`/NotFound/${encodeURIComponent(id)}`);
  requireCurrentSlug('articles', article, slug);
  return loadArticlePage(article, readContext(args));
}

function ArticlePage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { article, others } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="articles" tabIndex={-1}>
      <ArticleMeta {...loaderData} />
      <article className="article">
        <ArticleHead {...loaderData} />
        <ArchivedNotice day={loaderData.archived} />
        <DoubtNotice doubt={loaderData.doubt} />
        <LeadPicture picture={loaderData.picture} />
        <Prose html={article.description} isBelowPicture={loaderData.picture !== null} />
        <DocumentLinks documents={loaderData.documents} />
        <div className="prose">
          <CorrectionNotes notes={article.corrections} clock={loaderData.clock} />
          <SourceLine {...loaderData} />
        </div>
      </article>
      <NewsletterPanel name={loaderData.newsletter} />
      {others.length > 0 ? <MoreArticles {...loaderData} /> : null}
    </main>
  );
}

type Facts = Route.ComponentProps['loaderData'];

function ArticleMeta({
  article,
  picture,
  documents,
  teaser,
  provenance: { credits },
  clock: { timeZone: zone },
}: Facts) {
  const { description: _text, ...facts } = article;
  const { deck } = teaser;
  const image = picture ? { src: pictureAddress(picture) } : teaser.image;
  return (
    <>
      <PageHead
        title={article.title}
        description={deck}
        path={permalinkOf('articles', article)}
        picture={sharePictureOf('articles', article)}
        published={machineTimeOf(article.pubDate, zone)}
        modified={machineTimeOf(Math.max(article.pubDate, article.updatedAt), zone)}
      />
      <ItemJsonLd
        collection="articles"
        facts={{ article: facts, deck, image, credits, zone } satisfies ArticleFacts}
        documents={documents}
      />
    </>
  );
}

/** The dateline is '{Town}, {State} — {date}' (product contract section 2). */
function ArticleHead({ article, place, clock, siteUrl }: Facts) {
  return (
    <header>
      <p className="kicker">
        <a href="/articles">Articles</a>
      </p>
      <h1>{article.title}</h1>
      <div className="byrow">
        <p className="dateline">
          {article.byline ? <>By {article.byline}. </> : null}
          {place} — <DateText at={article.pubDate} clock={clock} />
        </p>
        <ShareRow title={article.title} url={siteUrl + permalinkOf('articles', article)} />
      </div>
    </header>
  );
}

function SourceLine({ article, provenance, archived, siteUrl }: Facts) {
  const canReport = useCanReport(archived);
  const own = isOwnLink(article.sourceUrl, siteUrl);
  const linkedElsewhere = !isOwnLink(article.link, siteUrl);
  return (
    <p className="source">
      {'Source: '}
      {own ? article.sourceName : <ExternalLink href={article.sourceUrl}>{article.sourceName}</ExternalLink>}
      {'. '}
      <ProvenanceLine provenance={provenance} shown={article.sourceName} />
      {linkedElsewhere ? (
        <>
          <ExternalLink href={article.link}>Read the original</ExternalLink>.{' '}
        </>
      ) : null}
      {canReport ? (
        <a href={`/correct/articles/${article.id}`}>Something wrong here?</a>
      ) : (
        <a href="/contact">Report an error</a>
      )}
      <Tags names={article.tags} />
    </p>
  );
}

/** On a line of its own. */
function Tags({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <>
      <br />
      {'Tags: '}
      {names.map((name, place) => (
        <Fragment key={name}>
          {place > 0 ? ', ' : null}
          <a href={tagPathOf(name)} rel="tag">
            {name}
          </a>
        </Fragment>
      ))}
    </>
  );
}

function MoreArticles({ others, clock }: Facts) {
  return (
    <aside className="more" aria-labelledby="more">
      <h2 id="more">More articles</h2>
      <ul className="grid grid--fit">
        {others.map((other) => (
          <li key={other.id}>
            <article className="teaser">
              <h3>
                <a className="plain" href={`/articles/${other.id}`}>
                  {other.title}
                </a>
              </h3>
              <p className="meta">
                <DateText at={other.pubDate} clock={clock} />
                <span>{other.sourceName}</span>
              </p>
            </article>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** The notes below an article that say what was wrong, newest first. */
export function CorrectionNotes({ notes, clock }: { notes: Correction[]; clock: TownClock }) {
  if (notes.length === 0) return null;
  return (
    <>
      <h2 id="corrections">{notes.length > 1 ? 'Corrections' : 'Correction'}</h2>
      {notes.map(({ date, text }) => (
        <p key={`${date} ${text}`}>
          <strong>
            <DateText at={date} clock={clock} />:
          </strong>{' '}
          {text}
        </p>
      ))}
    </>
  );
}

/**
 * Ways to share an article. Email is a plain link; the buttons need the small script of article pages, and their space
 * is reserved before it arrives, so that nothing moves. Without JavaScript they are hidden.
 */
export function ShareRow({ title, url }: { title: string; url: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`;
  return (
    <>
      <div className="share" role="group" aria-label="Share">
        <a href={mail}>
          <Icon name="mail" />
          Email
        </a>
        <ShareButton action="copy" icon="link" label="Copy link" />
        <ShareButton action="print" icon="print" label="Print" />
        <ShareButton action="share" icon="share" label="Share" />
      </div>
      <script src={script} defer />
    </>
  );
}

/** Changes of its label are announced. */
function ShareButton({ action, icon, label }: { action: string; icon: IconName; label: string }) {
  return (
    <button type="button" className="needs-script" value={action}>
      <Icon name={icon} />
      <span aria-live="polite">{label}</span>
    </button>
  );
}
