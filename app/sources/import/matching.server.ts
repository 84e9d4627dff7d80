/** When two sources tell of the same thing: fixed rules, and what editors have decided. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MatchRuleRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import { SIMILAR, similarityOf } from './similarity.ts';

/** What is compared of an item. `source` is null for one that was typed by hand. */
export type Comparable = {
  source: string | null;
  rank: SourceRow['rank'];
  ownId: string;
  itemId: string;
  day: string | null;
  startAt: number | null;
  titleKey: string;
  venueKey: string | null;
};

/** Why two items were merged without an editor. */
export type MatchReason = 'address' | 'title' | 'same' | 'prefix';

/** What editors have decided: pairs that are never merged, and titles and venues that mean the same. */
export type MatchRules = {
  isNever: (one: string, other: string) => boolean;
  titleOf: (titleKey: string) => string;
  venueOf: (venueKey: string) => string;
};

export async function loadRules(db: ReadDb): Promise<MatchRules> {
  const rows = await db.selectFrom('match_rule').select(['kind', 'one', 'other']).execute();
  const of = (kind: MatchRuleRow['kind']) => rows.filter((row) => row.kind === kind);
  const never = new Set(of('never').map(({ one, other }) => JSON.stringify([one, other])));
  return {
    isNever: (one, other) => never.has(JSON.stringify(inOrder(one, other))),
    titleOf: openAliases(of('same')),
    venueOf: openAliases(of('venue')),
  };
}

/** The same name for all that are connected by pairs. */
function openAliases(pairs: Pick<MatchRuleRow, 'one' | 'other'>[]): (name: string) => string {
  const parents = new Map<string, string>();
  const rootOf = (name: string): string => {
    let root = name;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  for (const { one, other } of pairs) {
    const [from, to] = [rootOf(one), rootOf(other)];
    if (from !== to) parents.set(from, to);
  }
  return rootOf;
}

function inOrder(one: string, other: string): [string, string] {
  return one < other ? [one, other] : [other, one];
}

type Rule = Pick<MatchRuleRow, 'kind' | 'one' | 'other'>;

/** Remembers what an editor has decided about a pair; `by` is an account. */
export async function writeRule(
  db: WriteDb,
  { kind, one, other }: Rule,
  { by, now }: { by: string | null; now: number },
): Promise<void> {
  const [first, second] = inOrder(one, other);
  if (first === second) return;
  await db
    .insertInto('match_rule')
    .values({ kind, one: first, other: second, createdAt: now, createdBy: by })
    .onConflict((conflict) => conflict.columns(['kind', 'one', 'other']).doNothing())
    .execute();
}

/** Forgets it. */
export async function removeRule(db: WriteDb, { kind, one, other }: Rule): Promise<void> {
  const [first, second] = inOrder(one, other);
  await db
    .deleteFrom('match_rule')
    .where('kind', '=', kind)
    .where('one', '=', first)
    .where('other', '=', second)
    .execute();
}

/** How a title of a source is named in rules, so that they hold for its next dates, too. */
export function titleRuleKey({ source, titleKey }: Pick<Comparable, 'source' | 'titleKey'>): string {
  return `${source ?? 'local'} ${titleKey}`;
}

/** Stories with shorter titles have columns' names: 'Police log', 'Obituaries'. */
const SHORTEST_STORY_TITLE = 12;
/** The guards of the prefix rule. */
const SHORTEST_PREFIX = 12;
const LONGEST_PREFIX = 0.75;

/**
 * The item that another source has listed already as what is new, if any, and why: the same town day and title, or a
 * title that continues the other's when one side is an aggregator, and no other venue; at the same time, one of them may
 * shorten the venue's name. Items that an editor has separated stay apart, and two of one primary source on one day are
 * never merged. Of several, the one at the same time, and then the one nearest in time; of those the one with the whole
 * name of the venue.
 */
export function findSame(
  item: Comparable,
  candidates: Comparable[],
  rules: MatchRules,
): { itemId: string; why: MatchReason } | undefined {
  const found = candidates.flatMap((candidate) => {
    const why = reasonOf(item, candidate, rules);
    return why ? [{ candidate, why }] : [];
  });
  const shortenedBy = (candidate: Comparable) => Number(!isVenueSame(item, candidate, rules));
  found.sort(
    ({ candidate: one }, { candidate: other }) =>
      distanceOf(item, one) - distanceOf(item, other) || shortenedBy(one) - shortenedBy(other),
  );
  const match = found.find(({ candidate }) => isFree(item, candidate.itemId, candidates, rules));
  return match && { itemId: match.candidate.itemId, why: match.why };
}

function distanceOf(one: Comparable, other: Comparable): number {
  return Math.abs((one.startAt ?? 0) - (other.startAt ?? 0));
}

function reasonOf(one: Comparable, other: Comparable, rules: MatchRules): MatchReason | undefined {
  if (one.day !== other.day) return undefined;
  const isVenueAlike = one.startAt === other.startAt ? isVenueNamed : isVenueSame;
  if (!isVenueAlike(one, other, rules)) return undefined;
  const isStory = one.startAt === null;
  if (one.titleKey === other.titleKey)
    return isStory && one.titleKey.length < SHORTEST_STORY_TITLE ? undefined : 'title';
  if (rules.titleOf(one.titleKey) === rules.titleOf(other.titleKey)) return 'same';
  const isAggregated = one.rank === 'aggregator' || other.rank === 'aggregator';
  return !isStory && isAggregated && isPrefix(one.titleKey, other.titleKey) ? 'prefix' : undefined;
}

function isVenueSame({ venueKey: one }: Comparable, { venueKey: other }: Comparable, rules: MatchRules) {
  return one === null || other === null || rules.venueOf(one) === rules.venueOf(other);
}

/** The same venue, also by a shorter name. */
function isVenueNamed(one: Comparable, other: Comparable, rules: MatchRules): boolean {
  return isVenueSame(one, other, rules) || isShortened(one.venueKey ?? '', other.venueKey ?? '');
}

function isPrefix(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isWorthIt = short.length >= SHORTEST_PREFIX && short.length <= LONGEST_PREFIX * long.length;
  return isWorthIt && long.startsWith(`${short} `);
}

/** Whether nothing forbids it to join the item: no rule, and no other one of its own source. */
function isFree(item: Comparable, itemId: string, candidates: Comparable[], rules: MatchRules): boolean {
  return candidates
    .filter((credit) => credit.itemId === itemId)
    .every((credit) => {
      if (isParted(item, credit, rules)) return false;
      if (credit.source === null || credit.source !== item.source) return true;
      // Two venues that one source distinguishes are two.
      const isRepeated = credit.startAt === item.startAt && isVenueSame(item, credit, rules);
      return item.rank === 'aggregator' && isRepeated;
    });
}

function isParted(item: Comparable, credit: Comparable, { isNever }: MatchRules): boolean {
  return (
    isNever(item.ownId, credit.ownId) ||
    isNever(item.ownId, credit.itemId) ||
    isNever(titleRuleKey(item), titleRuleKey(credit))
  );
}

/**
 * Items of the same day that may be the same, but for which no rule is sure enough; at most three. At the same time, two
 * venues may be one under two names.
 */
export function listSimilar(item: Comparable, candidates: Comparable[], rules: MatchRules): string[] {
  const alike = candidates.filter(
    (other) =>
      other.source !== item.source &&
      other.day === item.day &&
      (isVenueNamed(item, other, rules) || item.startAt === other.startAt) &&
      (isPrefix(item.titleKey, other.titleKey) || similarityOf(item.titleKey, other.titleKey) >= SIMILAR) &&
      isFree(item, other.itemId, candidates, rules),
  );
  return [...new Set(alike.map(({ itemId }) => itemId))].slice(0, 3);
}

/** Words of a venue's name that only say what kind of place it is: sources leave them out. */
const KINDS = new Set(
  `arena auditorium bandstand bar barn brewery building cafe center centre chapel church cinema civic club clubhouse
  college common commons community complex fairground fairgrounds farm field fields gallery garden gardens grounds gym
  gymnasium hall historical house inn library lodge meetinghouse memorial municipal museum park pavilion playhouse plaza
  pool pub public regional restaurant rink room school society square stadium studio studios tavern temple theater
  theatre venue winery`.split(/\s+/),
);

/** Whether one of two names of venues only leaves out words of the other that say what kind of place it is. */
function isShortened(one: string, other: string): boolean {
  const [short, long] = [one.split(' '), other.split(' ')].sort((a, b) => a.length - b.length) as [
    string[],
    string[],
  ];
  // A kind alone is no name: there are several churches.
  if (short.every((word) => KINDS.has(word))) return false;
  let at = 0;
  for (const word of long) {
    if (word === short[at]) at++;
    else if (!KINDS.has(word)) return false;
  }
  return at === short.length;
}
