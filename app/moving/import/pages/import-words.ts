import { ofCollections } from '#app/collections.server.ts';
import {
  type Counts,
  type ImportRunReport,
  type MovedKind,
  movedKinds,
  totalOf,
} from '#app/moving/import/import-run.ts';
import type { ImportRun } from '#app/moving/import/import-store.server.ts';

/** What records of each kind are called. */
export const kindWords: Record<MovedKind, string> = {
  ...ofCollections(({ heading }) => heading),
  users: 'Accounts',
  subscribers: 'Subscribers',
  sources: 'Sources',
  pictures: 'Pictures',
  redirects: 'Old addresses',
};

const counted: Record<MovedKind, [one: string, many: string]> = {
  ...ofCollections(({ singular, name }) => [singular, singular === 'news item' ? 'news items' : name]),
  users: ['account', 'accounts'],
  subscribers: ['subscriber', 'subscribers'],
  sources: ['source', 'sources'],
  pictures: ['picture', 'pictures'],
  redirects: ['old address', 'old addresses'],
};

/** Where an import is, with what is requested of it counted as begun. */
export type Phase = ImportRun['state'];

export function phaseOf({ state, wanted }: Pick<ImportRun, 'state' | 'wanted'>): Phase {
  if (wanted === 'dry-run') return 'reading';
  if (wanted === 'import') return 'importing';
  return wanted === 'undo' ? 'undoing' : state;
}

export const phaseWords: Record<Phase, { label: string; tone: string }> = {
  waiting: { label: 'Not started', tone: 'is-quiet' },
  reading: { label: 'Dry run', tone: '' },
  ready: { label: 'Ready to import', tone: 'is-warning' },
  importing: { label: 'Importing', tone: '' },
  stopped: { label: 'Stopped', tone: 'is-warning' },
  done: { label: 'Imported', tone: 'is-success' },
  failed: { label: 'Failed', tone: 'is-danger' },
  undoing: { label: 'Undoing', tone: '' },
  undone: { label: 'Undone', tone: 'is-quiet' },
};

/** What comes with records, and is counted apart from them. */
const apart: MovedKind[] = ['pictures', 'redirects'];

/** How many records these are, without their pictures and old addresses. */
export function recordsIn(counts: Counts): number {
  return apart.reduce((records, kind) => records - (counts[kind] ?? 0), totalOf(counts));
}

/** '12 articles, 1 news item', without pictures and old addresses; empty without any. */
export function countWords(counts: Counts, number: Intl.NumberFormat): string {
  return movedKinds
    .filter((kind) => !apart.includes(kind) && (counts[kind] ?? 0) > 0)
    .map((kind) => kindCount(kind, counts, number))
    .join(', ');
}

/** '1 picture', '38 pictures'; empty without any. */
export function pictureWords(counts: Counts, number: Intl.NumberFormat): string {
  return (counts.pictures ?? 0) > 0 ? kindCount('pictures', counts, number) : '';
}

function kindCount(kind: MovedKind, counts: Counts, number: Intl.NumberFormat): string {
  return `${number.format(counts[kind] ?? 0)} ${counted[kind][counts[kind] === 1 ? 0 : 1]}`;
}

/** '1 record', '3,977 records' */
export function recordWords(count: number, number: Intl.NumberFormat): string {
  return `${number.format(count)} ${count === 1 ? 'record' : 'records'}`;
}

/** '1 old address leads', '12 old addresses lead'; empty without any. */
export function leadWords(count: number, number: Intl.NumberFormat): string {
  if (count === 0) return '';
  return count === 1 ? '1 old address leads' : `${number.format(count)} old addresses lead`;
}

/** '1 account got its password.' and what else accounts that were here got; empty if none did. */
export function completedWords(
  { passwordsAdded, completed }: ImportRunReport['facts'],
  number: Intl.NumberFormat,
): string {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? `1 account ${one}.` : `${number.format(count)} accounts ${many}.`];
  return [
    ...say(passwordsAdded, 'got its password', 'got their passwords'),
    ...say(completed, 'that was here was completed', 'that were here were completed'),
  ].join(' ');
}
