/** Writes the table in docs/security.md: each safety requirement with the tests that name its number. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { securityRows } from './security-rows.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = `${root}docs/security.md`;
const MARKS = ['<!-- requirements: npm run docs -->', '<!-- end of requirements -->'] as const;

/**
 * The first argument of a test: a string with quotes of one kind, which can contain the other kinds and escaped ones.
 */
const TITLE =
  /(?:test|longTest|eachDatabase|anyDatabase|longOnEachDatabase|longOnPostgres|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g;

export type NamedTest = { file: string; title: string };

/** The tests whose titles contain a number like R-21, by number. */
export function listNumberedTests(): Map<string, NamedTest[]> {
  const found = new Map<string, NamedTest[]>();
  const pattern = '{app,server,commands,tests}/**/*.{test,journey}.{ts,tsx}';
  const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }).sort();
  for (const file of files) {
    const text = readFileSync(root + file, 'utf8');
    for (const [, , quoted = ''] of text.matchAll(TITLE)) {
      const title = quoted.replaceAll(/\\(.)/g, '$1');
      for (const [id] of title.matchAll(/R-\d\d/g)) {
        const tests = found.get(id) ?? [];
        found.set(id, [...tests, { file, title }]);
      }
    }
  }
  return found;
}

const SHOWN = 3;

function rowOf({ id, holds, figure = '' }: (typeof securityRows)[number], tests: NamedTest[]): string {
  const shown = tests
    .slice(0, SHOWN)
    .map(({ file, title }) => `\`${file}\`: ${title.replaceAll('|', '\\|')}`);
  if (tests.length > SHOWN) shown.push(`and ${tests.length - SHOWN} more`);
  return `| ${id} | ${holds} | ${shown.join('<br>') || 'none yet'} | ${figure} |`;
}

function tableOf(): string {
  const tests = listNumberedTests();
  const rows = securityRows.map((row) => rowOf(row, tests.get(row.id) ?? []));
  return ['| | What holds | Tests | Measured |', '|---|---|---|---|', ...rows].join('\n');
}

if (import.meta.main) {
  const text = readFileSync(page, 'utf8');
  const [start, end] = MARKS.map((mark) => text.indexOf(mark)) as [number, number];
  writeFileSync(page, `${text.slice(0, start + MARKS[0].length)}\n\n${tableOf()}\n\n${text.slice(end)}`);
}
