import type { ArticleTeaser } from '#app/articles/article.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { ArticleTeaserCard } from './article-teaser.tsx';
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
