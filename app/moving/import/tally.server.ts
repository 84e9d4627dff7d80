/** Counts what an import finds and what becomes of it, and lists its problems. */

import type { Doubt, RecordPosition } from '#app/moving/formats/format.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { Counts, ImportFacts, ImportRunReport, MovedKind, ProblemClass } from './import-run.ts';

/** Of one class; more are counted, but not listed. */
export const MOST_PROBLEMS = 100_000;

const MOST_CHARACTERS = 500;

type Column = 'found' | 'moved' | 'skipped' | 'refused' | 'undone';

type NewProblem = Doubt & { place: RecordPosition; title?: string | undefined };

const noFacts: ImportFacts = {
  ...{ passwords: 0, google: 0, withoutPassword: 0, disabled: 0, passwordsAdded: 0, completed: 0 },
  ...{ optedIn: 0, unverified: 0, suppressed: 0 },
};

export class Tally {
  readonly facts = { ...noFacts };
  #counts: Record<Column, Counts> = { found: {}, moved: {}, skipped: {}, refused: {}, undone: {} };
  #classes = new Map<string, ProblemClass>();
  #leftOut = new Map<string, number>();
  #waiting: (NewProblem & { number: number })[] = [];
  #problems = 0;

  count(column: Column, kind: MovedKind, count = 1): void {
    if (count !== 0) this.#counts[column][kind] = this.of(column, kind) + count;
  }

  of(column: Column, kind: MovedKind): number {
    return this.#counts[column][kind] ?? 0;
  }

  leaveOut(what: string, count: number): void {
    if (count > 0) this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + count);
  }

  /** Notes a problem, which `flush` stores. */
  note(problem: NewProblem): void {
    const { verdict, place, problem: sentence } = problem;
    const key = `${verdict} ${problem.class}`;
    const known = this.#classes.get(key);
    if (known) known.count++;
    else {
      const example = { file: place.file, record: place.record, problem: cut(sentence) };
      this.#classes.set(key, { class: problem.class, verdict, count: 1, example });
    }
    if ((known?.count ?? 1) <= MOST_PROBLEMS) this.#waiting.push({ ...problem, number: ++this.#problems });
  }

  /** Stores the problems that were noted since the last time. */
  async flush(db: WriteDb, moveIn: string): Promise<void> {
    const waiting = this.#waiting.splice(0);
    if (waiting.length === 0) return;
    const rows = waiting.map(({ number, verdict, class: name, place, title = '', field, problem }) => ({
      ...{ moveIn, number, verdict, class: name, file: cut(place.file), record: cut(place.record) },
      ...{ title: cut(title), field: cut(field), problem: cut(problem) },
    }));
    await inTransaction(db, async (transaction) => {
      for (let at = 0; at < rows.length; at += 200)
        await transaction
          .insertInto('move_in_problem')
          .values(rows.slice(at, at + 200))
          .execute();
    });
  }

  report(tookMs: number): ImportRunReport {
    const { undone, ...counts } = this.#counts;
    return {
      ...counts,
      ...(Object.keys(undone).length > 0 ? { undone } : {}),
      classes: [...this.#classes.values()],
      leftOut: [...this.#leftOut].map(([what, count]) => ({ what, count })),
      facts: this.facts,
      tookMs: Math.round(tookMs),
    };
  }
}

/** What PostgreSQL can store and a table can show. */
function cut(text: string): string {
  return text.slice(0, MOST_CHARACTERS).toWellFormed().replaceAll('\0', '');
}
