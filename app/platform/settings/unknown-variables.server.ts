import { variables } from './variables.server.ts';

const PREFIX = 'BELFRY_';
const MOST_MISTAKES = 3;

/** What to do about each variable that looks like one of Belfry's but is none: its value has no effect. */
export function listUnknownVariables(environment: Record<string, string | undefined>): string[] {
  const known = variables.map(({ name }) => name);
  const unknown = Object.keys(environment).filter((name) => name.startsWith(PREFIX) && !known.includes(name));
  return unknown.sort().map((name) => {
    const meant = findNearest(name, known);
    const remedy = meant
      ? `Did you mean ${meant}?`
      : 'Remove it, or see docs/configuration.md for the valid names';
    return `There is no setting ${name}, so it has no effect. ${remedy}`;
  });
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
