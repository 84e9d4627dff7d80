import type { Counts, ImportRunReport } from '#app/moving/import/import-run.ts';
import type { ImportRun } from '#app/moving/import/import-store.server.ts';
import {
  completedWords,
  countWords,
  leadWords,
  pictureWords,
  recordsIn,
  recordWords,
} from '#app/moving/import/pages/import-words.ts';
import { loadSampleTown } from '#app/moving/import/pages/request-sample-town.server.ts';
import type { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import { countBrought } from './count-brought.server.ts';
import { listIncomplete } from './incomplete.server.ts';
import { loadProblems } from './load-problems.server.ts';

type RequestContext = Pick<ReturnType<typeof readContext>, 'read' | 'town' | 'collections'>;

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
  return {
    when: `${formatDate(at, town)}, ${formatTime(at, town)}`,
    moved,
    hasMoved: moved + (brought.pictures ?? 0) > 0,
    movedPictures: pictureSentence(brought, 'copied', number),
    movedWords: recordWords(moved, number),
    movedList: countWords(brought, number),
    redirects: leadWords(brought.redirects ?? 0, number),
    skipped,
    skippedWords: recordWords(skipped, number),
    completed: completedWords(report.facts, number),
    refused,
    refusedWords: number.format(refused),
    pictures:
      pictures > 0
        ? `${pictureWords({ pictures }, number)} could not be copied and ${pictures === 1 ? 'stays' : 'stay'} on the old site.`
        : '',
    undone: {
      count: recordsIn(undone),
      words: recordWords(recordsIn(undone), number),
      list: countWords(undone, number),
      pictures: pictureSentence(undone, 'removed', number),
    },
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
  return words && `${words} ${counts.pictures === 1 ? 'was' : 'were'} ${done}.`;
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
