import { type ImportRunReport, totalOf } from '#app/moving/import/import-run.ts';
import { listImportProblems } from '#app/moving/import/import-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { INCOMPLETE } from './problem-classes.ts';

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
      files.push({ file, record, ...wordsOf(name, problem) });
  }
  return files;
}

function wordsOf(name: string, problem: string): Pick<IncompleteFile, 'title' | 'problem' | 'isCut'> {
  if (name === 'truncated')
    return { title: 'is incomplete', problem: 'It ends in the middle of a record', isCut: true };
  if (name === 'unreadable') return { title: 'can’t be imported', problem, isCut: false };
  if (EMPTY.includes(name)) return { title: 'has nothing to import', problem, isCut: false };
  return { title: 'is damaged', problem, isCut: true };
}
