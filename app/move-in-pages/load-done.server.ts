import type { ReadDb } from '#app/database/handles.ts';
import type { MoveInReport } from '#app/move-in/move-in.ts';
import type { MoveIn } from '#app/move-in/move-in-store.server.ts';
import { formatDate, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { countBrought } from './count-brought.server.ts';
import { listIncomplete } from './incomplete.server.ts';
import { loadProblems } from './load-report.server.ts';
import { countWords, leadWords, recordsIn, recordWords } from './move-in-words.ts';

/** The outcome of an import, and what to do next. */
export async function loadDone(
  db: ReadDb,
  moveIn: MoveIn,
  { town, query }: { town: Town; query: URLSearchParams },
) {
  const report = moveIn.report as MoveInReport;
  const number = new Intl.NumberFormat(town.locale);
  const at = moveIn.finishedAt ?? moveIn.createdAt;
  const undone = report.undone ?? {};
  const brought = await countBrought(db, moveIn.id);
  const moved = recordsIn(brought);
  const skipped = Math.max(0, recordsIn(report.found) - moved - recordsIn(report.refused));
  return {
    when: `${formatDate(at, town)}, ${formatTime(at, town)}`,
    moved,
    movedWords: recordWords(moved, number),
    movedList: countWords(brought, number),
    redirects: leadWords(brought.redirects ?? 0, number),
    skipped,
    skippedWords: recordWords(skipped, number),
    refused: recordsIn(report.refused),
    refusedWords: number.format(recordsIn(report.refused)),
    undone: {
      count: recordsIn(undone),
      words: recordWords(recordsIn(undone), number),
      list: countWords(undone, number),
    },
    undescribed: await countUndescribed(db, moveIn.id),
    incomplete: await listIncomplete(db, moveIn.id, report),
    list: await loadProblems(db, moveIn, { town, query }),
  };
}

export type DonePage = Awaited<ReturnType<typeof loadDone>>;

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
