import type { Correction } from '#app/articles/article.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { CorrectionEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';

type Span = { since: number; until: number };

/** The maximum number of corrected articles in an issue. */
const MOST_CORRECTED = 20;

type CorrectedRow = { id: string; title: string; corrections: Correction[] };

/** The ids of public articles with a correction dated after `since`, until `until`: the last corrected first. */
export async function listCorrected(db: ReadDb, span: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('article')
    .select(['id', 'title', 'corrections'])
    .where('corrections', 'is not', null)
    // Whatever has a new correction was saved since.
    .where('updatedAt', '>', span.since)
    .where('pubDate', '<=', span.until)
    .execute();
  return rows
    .map(readRow)
    .map(({ id, corrections }) => ({ id, at: Math.max(0, ...datesIn(corrections, span)) }))
    .filter(({ at }) => at > 0)
    .sort((one, other) => other.at - one.at || (one.id < other.id ? -1 : 1))
    .slice(0, MOST_CORRECTED)
    .map(({ id }) => id);
}

/** The corrections of the span by the keys of their articles; without those that are no longer there. */
export async function findCorrections(
  db: ReadDb,
  town: Town,
  keys: ItemKey[],
  span: Span,
): Promise<Map<string, CorrectionEntry>> {
  const ids = keys.filter(({ collection }) => collection === 'corrections').map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('article')
    .select(['id', 'title', 'corrections'])
    .where('id', 'in', ids)
    .where('pubDate', '<=', span.until)
    .execute();
  const entries = rows.map(readRow).map((row) => entryOf(row, town, span));
  return new Map(
    entries.filter(({ corrections }) => corrections.length > 0).map((entry) => [keyOf(entry), entry]),
  );
}

function readRow({
  corrections,
  ...row
}: {
  id: string;
  title: string;
  corrections: string | null;
}): CorrectedRow {
  return { ...row, corrections: JSON.parse(corrections ?? '[]') };
}

function isIn({ date }: Correction, { since, until }: Span): boolean {
  return date > since && date <= until;
}

function datesIn(corrections: Correction[], span: Span): number[] {
  return corrections.filter((correction) => isIn(correction, span)).map(({ date }) => date);
}

function entryOf({ id, title, corrections }: CorrectedRow, town: Town, span: Span): CorrectionEntry {
  return {
    collection: 'corrections',
    id,
    title,
    path: `/articles/${id}`,
    source: null,
    corrections: corrections
      .filter((correction) => isIn(correction, span))
      .map(({ date, text }) => ({ date: formatDate(date, town), at: date, text })),
  };
}
