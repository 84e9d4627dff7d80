import type { TownClock } from '#app/time/town-time.ts';
import type { ArticleTeaser } from './article.ts';
import { ArticleTeaserCard } from './article-teaser.tsx';
import { type FrontPlace, layOutFront } from './front-layout.ts';

type RiverProps = { items: ArticleTeaser[]; front?: boolean; clock: TownClock };

/** A list of articles; the front page places them in columns. */
export function River({ items, front = false, clock }: RiverProps) {
  const places = front ? layOutFront(items.map(({ image }) => image !== null)) : [];
  const firstPicture = items.findIndex(({ image }) => image);
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

/** As base.css names them. */
function classesOf(place: FrontPlace | undefined): string | undefined {
  if (!place) return undefined;
  const { columns, rows } = place;
  return rows > 1 ? `of-${columns} by-${rows}` : `of-${columns}`;
}
