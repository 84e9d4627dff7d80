import type { ArticleTeaser } from '#app/articles/article.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { PAGE_WIDTH, Picture } from '#app/platform/ui/responsive-picture.tsx';
import { DateText } from '#app/platform/ui/time-text.tsx';
import { type FrontSlot, layOutFront } from './front-layout.ts';

type RiverProps = { items: ArticleTeaser[]; front?: boolean; clock: TownClock };

/** A list of articles; the front page places them in columns. */
export function River({ items, front = false, clock }: RiverProps) {
  const places = front ? layOutFront(items.map(hasPicture)) : [];
  const firstPicture = items.findIndex(hasPicture);
  return (
    <ol className={front ? 'river river--front' : 'river'}>
      {items.map((article, index) => (
        <li key={article.id} className={classesOf(places[index])}>
          <ArticleTeaserCard
            article={article}
            lead={front && index === 0}
            eager={index === firstPicture}
            tall={places[index]?.picture === 'above'}
            clock={clock}
          />
        </li>
      ))}
    </ol>
  );
}

function hasPicture({ image, picture }: ArticleTeaser): boolean {
  return image !== null || picture !== null;
}

/** As base.css names them. */
function classesOf(place: FrontSlot | undefined): string | undefined {
  if (!place) return undefined;
  const { columns, rows } = place;
  return rows > 1 ? `of-${columns} by-${rows}` : `of-${columns}`;
}

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
        <TeaserPicture article={article} eager={eager} lead={lead} tall={tall} />
        <div>{words}</div>
      </article>
    );
  }
  return (
    <article className={teaserClassesOf(article, tall)}>
      {words}
      <TeaserPicture article={article} eager={eager} lead={lead} tall={tall} />
    </article>
  );
}

function teaserClassesOf({ image, picture }: ArticleTeaser, tall: boolean): string {
  if (!image && !picture) return 'teaser';
  return tall ? 'teaser teaser--thumb teaser--above' : 'teaser teaser--thumb';
}

type TeaserPictureProps = Pick<TeaserProps, 'article' | 'eager' | 'lead' | 'tall'>;

function TeaserPicture({ article: { image, picture }, eager, lead, tall }: TeaserPictureProps) {
  const sizes = lead
    ? `(min-width: 60em) 45rem, ${PAGE_WIDTH}`
    : tall
      ? '(min-width: 60em) 22rem, 11rem'
      : '11rem';
  if (picture) return <Picture picture={picture} sizes={sizes} eager={eager} />;
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
