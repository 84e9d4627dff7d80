/** The articles of a tag. A tag exists while an article has it. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { ArticleTeaser } from './article.ts';
import { articleOrder, findArticleTeasers } from './article-store.server.ts';

export const taggedOrder: ListOrder = articleOrder;

/** The name of the tag with this key, as its newest article has it; undefined if no article has it. */
export async function findTagName(db: ReadDb, key: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('article_tag')
    .select('name')
    .where('tag', '=', key)
    .orderBy('pubDate', 'desc')
    .orderBy('articleId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.name;
}

/** The articles with this tag, newest first. */
export async function listTagged(
  db: ReadDb,
  key: string,
  request: PageRequest,
): Promise<Page<ArticleTeaser>> {
  const page = await paginateWalking(selectTagged(db, key), taggedOrder, request);
  const teasers = new Map(
    (
      await findArticleTeasers(
        db,
        page.items.map(({ id }) => id),
      )
    ).map((one) => [one.id, one]),
  );
  return { ...page, items: page.items.flatMap(({ id }) => teasers.get(id) ?? []) };
}

/** The ids of the newest articles with this tag. */
export async function listTaggedIds(db: ReadDb, key: string, limit: number): Promise<string[]> {
  return (await paginateWalking(selectTagged(db, key), taggedOrder, { limit })).items.map(({ id }) => id);
}

function selectTagged(db: ReadDb, key: string) {
  const tagged = db
    .selectFrom('article_tag')
    .select(['articleId as id', 'pubDate'])
    .where('tag', '=', key)
    .as('tagged');
  return db.selectFrom(tagged).select(['id', 'pubDate']);
}

/** Tags after the key `after`, by their keys, each with the date of its newest article (UTC epoch milliseconds). */
export async function listTags(
  db: ReadDb,
  { after, limit }: { after: string; limit: number },
): Promise<{ tag: string; newest: number }[]> {
  // Goes from one tag to the next with the index, however many articles they have.
  const rows = await db
    .withRecursive('step(tag)', (steps) =>
      steps
        .selectFrom('article_tag')
        .select(({ fn }) => fn.min<string | null>('tag').as('tag'))
        .where('tag', '>', after)
        .unionAll((next) =>
          next
            .selectFrom('step')
            .select(({ selectFrom }) =>
              selectFrom('article_tag')
                .select(({ fn }) => fn.min<string | null>('article_tag.tag').as('tag'))
                .whereRef('article_tag.tag', '>', 'step.tag')
                .as('tag'),
            )
            .where('step.tag', 'is not', null),
        ),
    )
    .selectFrom('step')
    .select([
      'tag',
      ({ selectFrom }) =>
        selectFrom('article_tag')
          .select(({ fn }) => fn.max('article_tag.pubDate').as('newest'))
          .whereRef('article_tag.tag', '=', 'step.tag')
          .as('newest'),
    ])
    .where('tag', 'is not', null)
    .limit(limit)
    .execute();
  return rows.map(({ tag, newest }) => ({ tag: String(tag), newest: Number(newest) }));
}
