import { collections, type NounName } from '#app/collections.server.ts';
import { choiceOf, decisions } from '#app/moving/import/choices.ts';
import {
  type ImportRunReport,
  itemKinds,
  type ProblemClass,
  totalOf,
} from '#app/moving/import/import-run.ts';
import {
  type ImportProblem,
  type ImportRun,
  listImportProblems,
} from '#app/moving/import/import-store.server.ts';
import { MOST_PROBLEMS } from '#app/moving/import/tally.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import type { Town } from '#app/town/town.ts';
import { groupOf, INCOMPLETE, type ProblemGroup, wordsOf } from './problem-classes.ts';

/** Of a class on the page of an import, and on a page of its own list. */
const FIRST = 10;
const PAGE = 50;

const headings: Record<ProblemGroup, string> = {
  decide: 'Decide',
  refused: 'Not imported',
  changed: 'Imported, with a change',
  here: 'Left as they are here',
  kept: 'What was not removed',
  pictures: 'Pictures',
};

type Asked = { town: Town; isReport?: boolean };

/** The problems of an import: a row for each class with its first records, in groups by what becomes of them. */
export async function loadProblems(db: ReadDb, moveIn: ImportRun, { town, isReport = false }: Asked) {
  const number = new Intl.NumberFormat(town.locale);
  const classes = moveIn.report?.classes ?? [];
  const { options } = moveIn;
  const grouped = Map.groupBy(classes, (each) => groupOf(each, { isReport, options }) ?? 'elsewhere');
  const groups = Object.entries(headings).flatMap(([id, heading]) => {
    const of = grouped.get(id as ProblemGroup);
    return of ? [{ id, heading, of }] : [];
  });
  return Promise.all(
    groups.map(async ({ id, heading, of }) => ({
      id,
      heading,
      rows: await Promise.all(
        [...Map.groupBy(of, (each) => each.class)].map(async ([name, parts]) => ({
          class: name,
          words: wordsOf(parts[0] as ProblemClass),
          count: number.format(parts.reduce((sum, { count }) => sum + count, 0)),
          decision: id === 'decide' ? decisionOf(name, moveIn) : null,
          parts: await Promise.all(parts.map((part) => loadFirst(db, moveIn, { part, number }))),
        })),
      ),
    })),
  );
}

export type ProblemGroups = Awaited<ReturnType<typeof loadProblems>>;
export type ProblemRow = ProblemGroups[number]['rows'][number];

function decisionOf(name: string, { report, options }: ImportRun) {
  const decision = decisions.find((each) => each.class === name);
  if (!decision) return null;
  const isDoubtful = report?.classes.some((each) => each.class === name && each.verdict === 'doubtful');
  return { choices: decision.choices, chosen: choiceOf(options.choices, name, isDoubtful) };
}

type Part = { part: ProblemClass; number: Intl.NumberFormat };

/** The first records of a class; none after their list was deleted. */
async function loadFirst(db: ReadDb, moveIn: ImportRun, { part, number }: Part) {
  const { class: name, verdict, count } = part;
  const rows = await listImportProblems(db, moveIn.id, { verdict, class: name, limit: FIRST });
  const [first] = rows;
  const isSame = rows.length === count && rows.every(({ problem }) => problem === first?.problem);
  const reason = isSame && first ? first.problem : '';
  return {
    verdict,
    names: namesOf(await nameKept(db, moveIn.id, rows), count, number),
    /** What all of them have in common, if that is not what the row is called; else each says it. */
    reason: reason === wordsOf(part) ? '' : reason,
    isSame,
    problems: await nameKept(db, moveIn.id, rows),
    list: count > rows.length && rows.length > 0 ? `${verdict}.${name}` : null,
    listHref: listPath(moveIn.id, part),
    all: number.format(count),
  };
}

const NAMES = 3;
const NAME_CHARACTERS = 60;

/** 'Fall supper, Band practice and 8 more'; empty without rows. */
function namesOf(rows: NamedProblem[], count: number, number: Intl.NumberFormat): string {
  if (rows.length === 0) return '';
  const names = [...new Set(rows.map(({ title, record, file }) => title || record || file))].slice(0, NAMES);
  const shown = rows.slice(0, NAMES).length;
  const cut = names.map((name) =>
    name.length > NAME_CHARACTERS ? `${name.slice(0, NAME_CHARACTERS - 1)}…` : name,
  );
  return count > shown ? `${cut.join(', ')} and ${number.format(count - shown)} more` : cut.join(', ');
}

function listPath(id: string, { class: name, verdict }: Pick<ProblemClass, 'class' | 'verdict'>): string {
  return `/admin/move-in/${id}?list=${verdict}.${name}`;
}

/** A page of all problems of a class, which the address names: `?list=refused.no-date`; undefined without one. */
export async function loadProblemList(
  db: ReadDb,
  moveIn: ImportRun,
  { town, query }: { town: Town; query: URLSearchParams },
) {
  const asked = query.get('list');
  const part = moveIn.report?.classes.find((each) => `${each.verdict}.${each.class}` === asked);
  if (!part) return undefined;
  const after = Number(query.get('after')) || 0;
  const { verdict, class: name, count } = part;
  const rows = await listImportProblems(db, moveIn.id, { verdict, class: name, after, limit: PAGE + 1 });
  const problems = await nameKept(db, moveIn.id, rows.slice(0, PAGE));
  const path = listPath(moveIn.id, part);
  const number = new Intl.NumberFormat(town.locale);
  return {
    words: wordsOf(part),
    count: number.format(count),
    most: count > MOST_PROBLEMS ? number.format(MOST_PROBLEMS) : null,
    problems,
    firstHref: after === 0 ? null : path,
    nextHref: rows.length > PAGE ? `${path}&after=${problems.at(-1)?.number ?? 0}` : null,
  };
}

/** `href`: the admin page of what it is about, if there is one. */
export type NamedProblem = ImportProblem & { href?: string };

/**
 * The problems of an undo with the names of what was not removed, as they are now. An undo notes the kind as the file, and
 * as the record the ID of a subscriber or the key of an item. Other problems stay as they are.
 */
async function nameKept(db: ReadDb, id: string, problems: ImportProblem[]): Promise<NamedProblem[]> {
  const names = new Map<string, { title: string; href?: string }>();
  const kept = problems.filter((each) => each.class.startsWith('kept-') && each.title === '');
  for (const [kind, of] of Map.groupBy(kept, ({ file }) => file)) {
    const records = of.map(({ record }) => record);
    for (const [record, name] of await findNames(db, id, kind, records)) names.set(`${kind} ${record}`, name);
  }
  return problems.map((each) => ({ ...each, ...names.get(`${each.file} ${each.record}`) }));
}

type Names = [record: string, name: { title: string; href?: string }][];

async function findNames(db: ReadDb, id: string, kind: string, records: string[]): Promise<Names> {
  if (kind === 'subscribers') return findSubscribers(db, records);
  const noun = itemKinds.find((each) => each === kind);
  return noun ? findTitles(db, id, noun, records) : [];
}

async function findSubscribers(db: ReadDb, ids: string[]): Promise<Names> {
  const rows = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'address'])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, address }) => [
    id,
    { title: address ?? '', href: `/admin/newsletter/subscribers/${id}` },
  ]);
}

async function findTitles(db: ReadDb, id: string, noun: NounName, keys: string[]): Promise<Names> {
  const { source } = collections[noun];
  const moved = await db
    .selectFrom('moved_item')
    .select(['key', 'itemId'])
    .where('moveIn', '=', id)
    .where('kind', '=', noun)
    .where('key', 'in', keys)
    .execute();
  const ids = moved.flatMap(({ itemId }) => itemId ?? []);
  if (ids.length === 0) return [];
  const items = (await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select(['id', `${source.title} as title`])
    .where('id', 'in', ids)
    .execute()) as { id: string; title: string }[];
  const titles = new Map(items.map((item) => [item.id, item.title]));
  return moved.flatMap(({ key, itemId }): Names => {
    const title = titles.get(itemId ?? '');
    return title ? [[key, { title, href: `/admin/${noun}/${itemId}` }]] : [];
  });
}

const SHOWN = 20;

/** A file of which something is missing. `record` is where it ends, '' if unknown; `isCut`: what came after it is missing. */
export type IncompleteFile = { file: string; title: string; problem: string; record: string; isCut: boolean };

/** Files in which nothing was found that can be imported. They are only named if nothing else was found. */
const EMPTY = ['nothing', 'empty'];

/** The files that could not be read, or not to their end. */
export async function listIncomplete(
  db: ReadDb,
  id: string,
  { classes, found }: ImportRunReport,
): Promise<IncompleteFile[]> {
  const files: IncompleteFile[] = [];
  const named = totalOf(found) === 0 ? [...INCOMPLETE, ...EMPTY] : INCOMPLETE;
  for (const { class: name, example } of classes.filter((each) => named.includes(each.class))) {
    const rows = await listImportProblems(db, id, { verdict: 'refused', class: name, limit: SHOWN });
    // The list is deleted after a week.
    for (const { file, record, problem } of rows.length > 0 ? rows : [example])
      files.push({ file, record, ...incompleteWordsOf(name, problem) });
  }
  return files;
}

function incompleteWordsOf(
  name: string,
  problem: string,
): Pick<IncompleteFile, 'title' | 'problem' | 'isCut'> {
  if (name === 'truncated')
    return { title: 'is incomplete', problem: 'It ends in the middle of a record', isCut: true };
  if (name === 'unreadable') return { title: 'can’t be imported', problem, isCut: false };
  if (EMPTY.includes(name)) return { title: 'has nothing to import', problem, isCut: false };
  return { title: 'is damaged', problem, isCut: true };
}
