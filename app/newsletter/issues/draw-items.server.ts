import type { ExpressionBuilder } from 'kysely';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { type Choices, EVENTS, type ItemKey, keyOf } from './issue.ts';
import { listCorrected } from './item-entries.server.ts';
import { listNewMinutes, MINUTES } from './minutes-entries.server.ts';

/**
 * What was published after `since`, until `until` (UTC epoch milliseconds). After a `last` issue, stories that are dated
 * before the span count if they were added in it and that issue did not have them.
 */
type DrawSpan = { since: number; until: number; last: ItemKey[] | undefined };

/** The maximum number of stories in a new issue; further ones are left out, and can be added back. */
const MOST_STORIES = 12;
const MOST_LEFT_OUT = 28;
/** Stories of sources are often approved days after their date. */
const LATE_MS = 7 * DAY_MS;
const MOST_CLOSED_POLLS = 3;

/**
 * What a new issue contains. It depends on nothing but the published items and the span: the pinned article, then
 * articles, then news, each newest first; minutes that were posted; the events; the newest open poll, and polls closed since; corrections.
 */
export async function drawItems(db: ReadDb, span: DrawSpan): Promise<Choices> {
  const known = new Set(span.last?.map(keyOf));
  const stories = [...(await listArticleIds(db, span)), ...(await listNewsIds(db, span))]
    .filter((key) => !known.has(keyOf(key)))
    .slice(0, MOST_STORIES + MOST_LEFT_OUT);
  const minutes = (await listNewMinutes(db, span)).map((id) => ({ collection: MINUTES, id }) as const);
  const corrected = await listCorrected(db, span);
  return {
    items: [
      ...stories,
      ...minutes.filter((key) => !known.has(keyOf(key))),
      EVENTS,
      ...(await listPollKeys(db, span)),
      ...corrected.map((id) => ({ collection: 'corrections' as const, id })),
    ],
    lead: null,
    out: stories.slice(MOST_STORIES),
  };
}

/** The pinned article, then the newest. */
async function listArticleIds(db: ReadDb, span: DrawSpan): Promise<Choices['items']> {
  const rows = await db
    .selectFrom('article')
    .select('id')
    .where((eb) => isPublishedIn(eb, span))
    .orderBy('pinned', 'desc')
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_STORIES + MOST_LEFT_OUT)
    .execute();
  return rows.map(({ id }) => ({ collection: 'articles', id }));
}

async function listNewsIds(db: ReadDb, span: DrawSpan): Promise<Choices['items']> {
  const rows = await db
    .selectFrom('news_item')
    .select('id')
    .where((eb) => isPublishedIn(eb, span))
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_STORIES + MOST_LEFT_OUT)
    .execute();
  return rows.map(({ id }) => ({ collection: 'news', id }));
}

/** Dated in the span; or dated up to a week before it, but added in it. */
function isPublishedIn<Table extends 'article' | 'news_item'>(
  eb: ExpressionBuilder<Tables, Table>,
  { since, until, last }: DrawSpan,
) {
  const each = eb as unknown as ExpressionBuilder<Tables, 'article'>;
  return each.and([
    each('pubDate', '>', last ? since - LATE_MS : since),
    each('pubDate', '<=', until),
    each.or([each('pubDate', '>', since), each('createdAt', '>', since)]),
  ]);
}

/** The newest open poll, and those that have closed and whose results are public, the last closed first. */
async function listPollKeys(db: ReadDb, { since, until }: DrawSpan): Promise<Choices['items']> {
  const polls = db.selectFrom('poll').select('id').where('archived', '=', 0);
  const open = await polls
    .where('endsAt', '>', until)
    .where((eb) => eb.or([eb('opensAt', 'is', null), eb('opensAt', '<=', until)]))
    .orderBy((eb) => eb.fn.coalesce('opensAt', 'createdAt'), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .execute();
  const closed = await polls
    .where('endsAt', '>', since)
    .where('endsAt', '<=', until)
    .where('resultsShown', '<>', 'admin')
    .orderBy('endsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_CLOSED_POLLS)
    .execute();
  return [...open, ...closed].map(({ id }) => ({ collection: 'polls', id }));
}
