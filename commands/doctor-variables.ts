import { variables } from '#app/settings/variables.server.ts';
import { type Finding, problem } from './doctor-finding.ts';

const PREFIX = 'BELFRY_';
const MOST_MISTAKES = 3;

/** Variables that look like Belfry's settings but are unknown: their values have no effect. */
export function* checkVariables(environment: Record<string, string | undefined>): Generator<Finding> {
  const known = variables.map(({ name }) => name);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  for (const name of unknown.sort()) {
    const meant = findNearest(name, known);
    const remedy = meant
      ? `Did you mean ${meant}?`
      : 'Remove it, or see docs/configuration.md for the valid names';
    yield problem(`There is no setting ${name}, so it has no effect. ${remedy}`);
  }
}

/** The known name with the fewest typing errors, also with a wrong prefix. */
function findNearest(typed: string, known: string[]): string | undefined {
  const candidates = known.map((name) => ({
    name,
    mistakes: Math.min(countMistakes(typed, name), countMistakes(typed.slice(PREFIX.length), name)),
  }));
  const [best] = candidates.sort((one, other) => one.mistakes - other.mistakes);
  return best && best.mistakes <= MOST_MISTAKES ? best.name : undefined;
}

/** The number of letters to add, remove or change (Levenshtein distance). */
function countMistakes(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (let index = 1; index <= other.length; index++) {
      const changed = (row[index - 1] as number) + (letter === other[index - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[index] as number) + 1, (next[index - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
