import type { Doubt, LeftOut } from './found.ts';
import { LeftOutCount } from './left-out.ts';

/** Fields of records that no field of this site takes: reported for the first record that has one, then counted. */
export class FieldHints {
  readonly #known = new Set<string>();
  #counts = new LeftOutCount();

  /** The doubt for the first record with that field. `what` says what its value is: 'a place on the map'. */
  note(collection: string, field: string, what: string): Doubt[] {
    const name = `${collection}.${field}`.slice(0, 200);
    this.#counts.add(`values of the field “${name}”`);
    if (this.#known.has(name) || this.#known.size >= MOST_FIELDS) return [];
    this.#known.add(name);
    const problem = `The field “${field.slice(0, 100)}” (${what}) is left out, here and in all other records`;
    return [{ verdict: 'doubtful', class: 'unknown-field', field, problem }];
  }

  /** The counts since the last call. */
  leftOut(): LeftOut[] {
    const counts = this.#counts.leftOut();
    this.#counts = new LeftOutCount();
    return counts;
  }
}

const MOST_FIELDS = 100;
