import type { TownClock } from '#app/time/town-time.ts';
import { DateText } from '#app/ui/time-text.tsx';
import type { ArticleTeaser } from './article.ts';

type TeaserProps = {
  article: ArticleTeaser;
  lead: boolean;
  /** Its picture is among the first things visible. */
  eager: boolean;
  /** Its picture is above the text if there is room. */
  tall: boolean;
  clock: TownClock;
};

/** An article in a list: its headline's link covers the whole block. Without a picture it is text. */
export function ArticleTeaserCard({ article, lead, eager, tall, clock }: TeaserProps) {
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
    <article className={classesOf(article, tall)}>
      {words}
      <TeaserPicture article={article} eager={eager} />
    </article>
  );
}

function classesOf({ image }: ArticleTeaser, tall: boolean): string {
  if (!image) return 'teaser';
  return tall ? 'teaser teaser--thumb teaser--above' : 'teaser teaser--thumb';
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
