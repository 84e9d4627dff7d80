import { countSampleKinds } from '#app/items/sample-town/sample-town-store.server.ts';
import {
  type Counts,
  type ImportRunReport,
  itemKinds,
  movedKinds,
  totalOf,
} from '#app/moving/import/import-run.ts';
import type { ImportRun } from '#app/moving/import/import-store.server.ts';
import {
  completedWords,
  countWords,
  kindWords,
  leadWords,
  pictureWords,
  recordsIn,
  recordWords,
} from '#app/moving/import/pages/import-words.ts';
import { feedKindOf, feedKinds } from '#app/moving/import/pages/save-choices.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate, formatTime, zoneNameOf } from '#app/platform/time/town-time.ts';
import { listIncomplete, loadProblems } from './load-problems.server.ts';

type RequestContext = Pick<ReturnType<typeof readContext>, 'read' | 'town' | 'collections'>;

/** The report of a dry run, and what can be decided. */
export async function loadReport(requestContext: RequestContext, moveIn: ImportRun) {
  const { read, town } = requestContext;
  const report = moveIn.report as ImportRunReport;
  const number = new Intl.NumberFormat(town.locale);
  return {
    ready: recordsIn(report.moved),
    isAnyReady: totalOf(report.moved) > 0,
    readyWords: number.format(recordsIn(report.moved)),
    isAnySkipped: recordsIn(report.skipped) > 0,
    outcome: readyOutcome(report, number),
    took: tookWords(report.tookMs),
    incomplete: await listIncomplete(read, moveIn.id, report),
    kinds: kindsOf(report, moveIn.options.pictures === 'fetch', number),
    groups: await loadProblems(read, moveIn, { town, isReport: true }),
    facts: goodToKnow(report, {
      number,
      zone: zoneNameOf(town),
      isOfFirebase:
        moveIn.files.some(({ format }) => format === 'firestore') &&
        itemKinds.some((kind) => (report.moved[kind] ?? 0) > 0),
      isWithoutSettings: report.classes.some(({ class: name }) => name === 'no-hash-config'),
    }),
    sampleTown: await loadSampleTown(requestContext),
    pictures: (report.found.pictures ?? 0) > 0 ? moveIn.options.pictures : null,
    feedKinds: feedKindsOf(moveIn),
    version: moveIn.version,
  };
}

/** '3,977 of 4,000 records are ready to import; 23 are not.' and what else there is. */
function readyOutcome(
  { found, moved, skipped, refused }: ImportRunReport,
  number: Intl.NumberFormat,
): string {
  const [ready, left, here] = [recordsIn(moved), recordsIn(refused), recordsIn(skipped)];
  const isOrAre = (count: number | undefined) => (count === 1 ? 'is' : 'are');
  const pictures = pictureWords(moved, number);
  return [
    `${number.format(ready)} of ${number.format(recordsIn(found))} records ${isOrAre(ready)} ready to import`,
    left > 0 ? `; ${number.format(left)} ${isOrAre(left)} not.` : '.',
    pictures && ` ${pictures} ${isOrAre(moved.pictures)} ready to copy.`,
    here > 0 ? ` ${number.format(here)} ${isOrAre(here)} here already or left out by your choices.` : '',
  ].join('');
}

/** What the items of feeds can become; null without feeds. */
function feedKindsOf(moveIn: ImportRun) {
  const chosen = feedKindOf(moveIn);
  if (!chosen) return null;
  return feedKinds.map((kind) => ({ kind, label: kindWords[kind], isChosen: kind === chosen }));
}

/** 'in 41 seconds', 'in 3 minutes' */
function tookWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

function kindsOf(
  { found, moved, skipped, refused }: ImportRunReport,
  isFetched: boolean,
  number: Intl.NumberFormat,
) {
  return movedKinds
    .filter((kind) => kind !== 'redirects' && (found[kind] ?? 0) > 0)
    .map((kind) => ({
      kind,
      label: kindWords[kind],
      found: number.format(found[kind] ?? 0),
      // Whether the old site still has them turns out when they are copied.
      ready: `${number.format(moved[kind] ?? 0)}${kind === 'pictures' && isFetched && moved[kind] ? ' to copy' : ''}`,
      skipped: number.format(skipped[kind] ?? 0),
      refused: number.format(refused[kind] ?? 0),
      isRefused: (refused[kind] ?? 0) > 0,
    }));
}

/** The outcome of an import, and what to do next. */
export async function loadDone(requestContext: RequestContext, moveIn: ImportRun) {
  const { read: db, town } = requestContext;
  const report = moveIn.report as ImportRunReport;
  const number = new Intl.NumberFormat(town.locale);
  const at = moveIn.finishedAt ?? moveIn.createdAt;
  const undone = report.undone ?? {};
  const brought = await countBrought(db, moveIn.id);
  const moved = recordsIn(brought);
  const completed = report.facts.passwordsAdded + report.facts.completed;
  const skipped = Math.max(0, recordsIn(report.found) - moved - completed - recordsIn(report.refused));
  const { pictures = 0 } = report.refused;
  const refused = recordsIn(report.refused);
  const groups = await loadProblems(db, moveIn, { town });
  const completedSoFar = completedWords(report.facts, number);
  const redirects = leadWords(brought.redirects ?? 0, number);
  const [copied, removedPictures] = [
    pictureSentence(brought, 'copied', number),
    pictureSentence(undone, 'removed', number),
  ];
  /** '3 records were imported: 2 articles, 1 event.' */
  const countedWords = (count: number, done: string, list: string) =>
    `${recordWords(count, number)} ${wasOrWere(count)} ${done}: ${list}.`;
  return {
    when: `${formatDate(at, town)}, ${formatTime(at, town)}`,
    hasMoved: moved + (brought.pictures ?? 0) > 0,
    outcome: [
      moved === 0
        ? completedSoFar || (brought.pictures ? '' : 'There was nothing new to import.')
        : `${countedWords(moved, 'imported', countWords(brought, number))}${completedSoFar && ` ${completedSoFar}`}`,
      copied && ` ${copied}`,
      redirects && ` ${redirects} here.`,
      skipped > 0
        ? ` ${recordWords(skipped, number)} ${wasOrWere(skipped)} here already or left out by your choices.`
        : '',
    ].join(''),
    refused,
    refusedWords: number.format(refused),
    pictures:
      pictures > 0
        ? `${pictureWords({ pictures }, number)} could not be copied and ${pictures === 1 ? 'stays' : 'stay'} on the old site.`
        : '',
    removed: [
      countWords(undone, number)
        ? countedWords(recordsIn(undone), 'removed', countWords(undone, number))
        : removedPictures
          ? ''
          : 'There was nothing to remove.',
      removedPictures && `${removedPictures} `,
    ].join(' '),
    undescribed: await countUndescribed(db, moveIn.id),
    incomplete: await listIncomplete(db, moveIn.id, report),
    groups,
    // Their list is deleted together with the files.
    canRetry: groups.some(({ id, rows }) => id === 'pictures' && rows[0]?.parts[0]?.names !== ''),
    sampleTown: await loadSampleTown(requestContext),
  };
}

/** '38 pictures were copied.' Empty without any. */
function pictureSentence(counts: Counts, done: string, number: Intl.NumberFormat): string {
  const words = pictureWords(counts, number);
  return words && `${words} ${wasOrWere(counts.pictures)} ${done}.`;
}

function wasOrWere(count: number | undefined): string {
  return count === 1 ? 'was' : 'were';
}

/** Pictures of this import without alternative text. */
async function countUndescribed(db: ReadDb, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('moved_item')
    .innerJoin('picture', 'picture.id', 'moved_item.itemId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('moved_item.moveIn', '=', id)
    .where('moved_item.kind', '=', 'pictures')
    .where('picture.alt', 'is', null)
    .where('picture.decorative', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The records that an import has brought in so far, also in several runs, by kind; not the consents of its accounts. */
export async function countBrought(db: ReadDb, id: string): Promise<Counts> {
  const rows = await db
    .selectFrom('moved_item')
    .select(['kind', (eb) => eb.fn.countAll().as('count')])
    .where('moveIn', '=', id)
    .where('kind', 'in', [...movedKinds])
    .where('itemId', 'is not', null)
    .groupBy('kind')
    .execute();
  const { count } = await db
    .selectFrom('redirect')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('moveIn', '=', id)
    .executeTakeFirstOrThrow();
  const counts = rows.map(({ kind, count }) => [kind, Number(count)]);
  return { ...Object.fromEntries(counts), redirects: Number(count) };
}

/** What of the sample town is still on the site, as a sentence; empty without it. */
async function loadSampleTown({ read, town, collections }: RequestContext): Promise<string> {
  const counts = await countSampleKinds(read, collections);
  const count = totalOf(counts);
  if (count === 0) return '';
  const words = countWords(counts, new Intl.NumberFormat(town.locale));
  return `${words} of Maple Hollow ${count === 1 ? 'is' : 'are'} still on the site.`;
}

/** A fact about an import: what it is about, and its sentences. */
type Fact = { about: string; words: string };

/** `isOfFirebase`: IDs, and so addresses, stay. `isWithoutSettings`: passwords that only they could check are left. */
type Known = { number: Intl.NumberFormat; zone: string; isOfFirebase: boolean; isWithoutSettings: boolean };

/** What an administrator should know before importing, in plain sentences. */
function goodToKnow(
  { facts, moved, found, leftOut }: ImportRunReport,
  { number, zone, isOfFirebase, isWithoutSettings }: Known,
): Fact[] {
  const say = (count: number, one: string, many: string) =>
    count === 0 ? '' : count === 1 ? `1 ${one}.` : `${number.format(count)} ${many}.`;
  const redirects = moved.redirects ?? 0;
  const list: { about: string; sentences: string[] }[] = [
    {
      about: 'Passwords',
      sentences: [
        say(facts.passwords, 'person keeps theirs', 'people keep theirs'),
        say(facts.google, 'logs in with Google as before', 'log in with Google as before'),
        say(
          facts.withoutPassword,
          'has to choose a new one with “Forgot password?”',
          'have to choose a new one with “Forgot password?”',
        ),
        isWithoutSettings
          ? 'If you have the password settings, start over with them, and people keep their passwords.'
          : '',
      ],
    },
    {
      about: 'Disabled accounts',
      sentences: [say(facts.disabled, 'stays disabled', 'stay disabled')],
    },
    {
      about: 'Newsletter',
      sentences: [
        say(facts.optedIn, 'opted in with a confirmed address', 'opted in with confirmed addresses'),
        say(
          facts.unverified,
          'has no confirmed address and gets no issue until it is',
          'have no confirmed address and get no issue until it is',
        ),
        say(
          facts.suppressed,
          'unsubscribed or bounced before and won’t be emailed',
          'unsubscribed or bounced before and won’t be emailed',
        ),
      ],
    },
    { about: 'Emails', sentences: [(found.users ?? 0) > 0 ? 'The import sends no email to anyone.' : ''] },
    {
      about: 'Old addresses',
      sentences: [
        say(
          redirects,
          'will keep working and redirect to the new one',
          'will keep working and redirect to the new ones',
        ),
        isOfFirebase ? 'Articles, news, events and polls keep the addresses that they have.' : '',
      ],
    },
    {
      about: 'Left out',
      sentences: [
        leftOut.length > 0
          ? `${leftOut.map(({ what, count }) => `${what} (${number.format(count)})`).join(', ')}.`
          : '',
      ],
    },
    {
      about: 'Town time',
      sentences: [(found.events ?? 0) > 0 ? `event times without a zone are treated as ${zone}.` : ''],
    },
  ];
  return list
    .map(({ about, sentences }) => ({ about, words: sentences.filter(Boolean).join(' ') }))
    .filter(({ words }) => words !== '');
}
