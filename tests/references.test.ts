/** Code, tests and docs refer only to what this project explains itself (docs/requirements.md). */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const requirements = readFileSync(join(root, 'docs/requirements.md'), 'utf8');

/** All written texts, as [path, text], without the fixtures of hostile HTML. */
const texts = globSync(
  '{*.md,{app,server,commands,bench,faults,scripts,tests,docs}/**/*.{md,ts,tsx,mjs,js,css}}',
  {
    cwd: root,
    exclude: ['tests/hostile-html/**', '**/node_modules/**'],
  },
).map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);

/** What `pattern` finds anywhere and `isExplained` does not accept, as "path: match". */
function unexplained(pattern: RegExp, isExplained: (match: string, path: string) => boolean): string[] {
  const found = texts.flatMap(([path, text]) =>
    [...text.matchAll(pattern)].map(([whole, group]) => [path, group ?? whole] as const),
  );
  expect(found.length).toBeGreaterThan(10);
  return found
    .filter(([path, match]) => !isExplained(match, path))
    .map(([path, match]) => `${path}: ${match}`);
}

test('every requirement that is cited is explained', () => {
  expect(unexplained(/\bR-\d+\b/g, (id) => requirements.includes(`- **${id}** `))).toEqual([]);
});

test('every fault that is cited is explained', () => {
  // A test of the command uses one that does not exist.
  const isExplained = (id: string) => requirements.includes(`| **${id}** |`) || id === 'F99';
  expect(unexplained(/\bF\d{1,2}\b/g, isExplained)).toEqual([]);
});

test.each([
  ['Specification', 'one section', /\bspec (?:section )?(\d+)/gi, 'Product contract'],
  ['Specification', 'several sections', /\bspec sections (\d(?:(?:, | and )\d)*)/gi, 'Product contract'],
  ['Product contract', 'sections', /\bproduct contract\s(?:\*\s)?sections? (\d+)/gi, 'Safety'],
])('every section of the %s that is cited exists: %s', (part, _form, pattern, next) => {
  const sections = requirements.split(`## ${part}\n`)[1]?.split(`\n## ${next}\n`)[0] ?? '';
  const isExplained = (numbers: string) =>
    (numbers.match(/\d+/g) ?? []).every((number) => sections.includes(`\n### ${number}. `));
  expect(unexplained(pattern, isExplained)).toEqual([]);
});

test('comments cite existing sections of the requirements', () => {
  const isExplained = (name: string) => new RegExp(`^##+ ${name}\n`, 'im').test(requirements);
  expect(unexplained(/(?<!<!-- )\brequirements: (\w+(?: limits)?)/gi, isExplained)).toEqual([]);
});

test('every document mentioned is in the repository', () => {
  const folders = (path: string) => [dirname(path), '.', 'docs', 'docs/decisions'];
  const exists = (document: string, path: string) =>
    folders(path).some((folder) => existsSync(join(root, folder, document)));
  expect(unexplained(/(?<![\w*])[\w./-]*[\w-]\.md\b/g, exists)).toEqual([]);
});

test('every file mentioned in the docs exists', () => {
  const docs = texts.filter(([path]) => path.endsWith('.md'));
  const named = docs.flatMap(([path, text]) =>
    [...text.matchAll(/`((?:app|server|commands|bench|faults|scripts|tests|docs)\/[\w./-]+)`/g)].map(
      ([, file = '']) => [path, file] as const,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(([, file]) => !existsSync(join(root, file)))).toEqual([]);
});

test.each([
  ['an inbox decision', 8],
  ['a saved article', 12],
])('ARCHITECTURE names the files that one reads for %s: %i', (path, most) => {
  const architecture = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const section = architecture.split(`## The path of ${path}\n`)[1]?.split('\n## ')[0] ?? '';
  const files = section.match(/(?<=^\d+\. .*?)`app\/[\w./-]+`/gm) ?? [];
  expect(files.length).toBe(most);
});
