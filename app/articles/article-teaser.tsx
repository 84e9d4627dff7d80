import type { TownClock } from '#app/time/town-time.ts';
import { DateText } from '#app/ui/time-text.tsx';
import type { ArticleTeaser } from './article.ts';

type TeaserProps = { article: ArticleTeaser; lead: boolean; eager: boolean; clock: TownClock };

/** An article in a list: the whole block opens it through its headline. Without a picture it is text. */
export function ArticleTeaserCard({ article, lead, eager, clock }: TeaserProps) {
  const words = (
    <>
      <h2>
        <a className="plain" href={`/articles/${article.id}`}>
          {article.title}
        </a>
      </h2>
      {article.deck ? <p className="teaser__deck">{article.deck}</p> : null}
      <p className="meta">
        <DateText at={article.pubDate} clock={clock} />
        <span>{article.sourceName}</span>
      </p>
    </>
  );
  if (lead) {
    return (
      <article className="teaser teaser--lead">
        <TeaserPicture article={article} eager={eager} />
        <div>{words}</div>
      </article>
    );
  }
  return (
    <article className={article.image ? 'teaser teaser--thumb' : 'teaser'}>
      {words}
      <TeaserPicture article={article} eager={eager} />
    </article>
  );
}

function TeaserPicture({ article: { image }, eager }: { article: ArticleTeaser; eager: boolean }) {
  if (!image) return null;
  return (
    <img
      src={image.src}
      alt={image.alt}
      width={image.width}
      height={image.height}
      loading={eager ? undefined : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
      referrerPolicy="no-referrer"
    />
  );
}
