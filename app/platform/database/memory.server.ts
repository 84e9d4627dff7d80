import { type ChangeCounters, noting, type Subject, type Subjects } from './change-counters.server.ts';
import type { ReadDb } from './handles.ts';

/**
 * Loads something that many pages show, or returns the earlier result while it is still valid. `name` contains
 * everything that `load` depends on besides the database.
 */
export type Remember = <T>(name: string, load: (db: ReadDb) => Promise<T>) => Promise<T>;

type Kept = { value: Promise<unknown>; subjects: Set<Subject | '*'>; counters: ChangeCounters };

/** Names contain the town's day and the like, so old ones are left behind; there are never many at a time. */
const MAX_NAMES = 200;

/** Stores what pages share until its sources change. One per process. */
export class Memory {
  #kept = new Map<string, Kept>();
  readonly #subjects: Subjects;

  constructor(subjects: Subjects) {
    this.#subjects = subjects;
  }

  /** A `remember` function as of `counters`. `seen` receives what is used. */
  at(read: ReadDb, counters: ChangeCounters, seen: Set<Subject | '*'>): Remember {
    return async (name, load) => {
      const kept = this.#find(name, counters) ?? this.#load(name, load, read, counters);
      const value = await kept.value;
      for (const subject of kept.subjects) seen.add(subject);
      return value as Awaited<ReturnType<typeof load>>;
    };
  }

  #find(name: string, present: ChangeCounters): Kept | undefined {
    const kept = this.#kept.get(name);
    if (!kept || kept.counters === present) return kept;
    for (const subject of kept.subjects) {
      if (subject === '*' || kept.counters[subject] !== present[subject]) return undefined;
    }
    return kept;
  }

  #load<T>(name: string, load: (db: ReadDb) => Promise<T>, read: ReadDb, counters: ChangeCounters): Kept {
    const subjects = new Set<Subject | '*'>();
    const value = load(noting(read, this.#subjects, subjects));
    const kept: Kept = { value, subjects, counters };
    value.catch(() => this.#kept.delete(name));
    if (this.#kept.size >= MAX_NAMES) this.#kept.clear();
    this.#kept.set(name, kept);
    return kept;
  }
}

/** For requests outside of the cache: loads each time. */
export function rememberNothing(read: ReadDb): Remember {
  return (_name, load) => load(read);
}
