/** docs/security.md lists the tests of each safety requirement. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { securityRows } from '../scripts/security-rows.ts';
import { listNumberedTests } from '../scripts/write-security.ts';

const root = new URL('../', import.meta.url);
const page = readFileSync(new URL('docs/security.md', root), 'utf8');

test('every requirement with a figure has a test with its number in the title', () => {
  const tests = listNumberedTests();
  const untested = securityRows.filter(({ id, figure }) => figure && !tests.has(id));
  expect(untested).toEqual([]);
  const rows = new Map([...page.matchAll(/^\| (R-\d\d) \|(.*)\|$/gm)].map(([, id, row]) => [id, row]));
  expect([...rows.keys()]).toEqual(securityRows.map(({ id }) => id));
  // `npm run docs` adds the tests of a number that had none.
  const unnamed = securityRows.filter(({ id }) => rows.get(id)?.includes('none yet') && tests.has(id));
  expect(unnamed.map(({ id }) => id)).toEqual([]);
});

test('every test listed on the page exists', () => {
  const named = [...page.matchAll(/`([^`]+\.(?:test|journey)\.tsx?)`: (.*?)(?=<br>| \|)/g)];
  expect(named.length).toBeGreaterThan(20);
  const titles = new Set(
    [...listNumberedTests().values()].flat().map(({ file, title }) => `${file}: ${title}`),
  );
  const missing = named
    .map(([, file, title = '']) => `${file}: ${title.replaceAll('\\|', '|')}`)
    .filter((test) => !titles.has(test));
  expect(missing).toEqual([]);
});

test('titles with apostrophes and quotation marks are shown whole', () => {
  const titles = [...listNumberedTests().values()].flat().map(({ title }) => title);
  expect(titles.filter((title) => /\w's \w/.test(title))).not.toEqual([]);
  expect(titles.filter((title) => /\w'$/.test(title))).toEqual([]);
});
