import { expect, test } from 'vitest';
import { type FrontSlot, layOutFront } from './front-layout.ts';

const MOST = 10;

/** Every combination of pictures among a number of stories; in '.P.' the second of three has one. */
function* allSets(): Generator<string> {
  for (let count = 0; count <= MOST; count++)
    for (let set = 0; set < 2 ** count; set++)
      yield Array.from({ length: count }, (_, index) => (set & (1 << index) ? 'P' : '.')).join('');
}

function layOut(set: string): FrontSlot[] {
  return layOutFront([...set].map((sign) => sign === 'P'));
}

/**
 * The page as CSS fills it: the number of the story in each of the twelve cells of every row (CSS Grid 8.5, sparse).
 */
function fillGrid(places: FrontSlot[]): (number | undefined)[][] {
  const rows: (number | undefined)[][] = [];
  let cursor = 0;
  for (const [story, { columns, rows: height }] of places.entries()) {
    const cells = () =>
      Array.from({ length: columns * height }, (_, index) => ({
        row: Math.floor(cursor / 12) + Math.floor(index / columns),
        column: (cursor % 12) + (index % columns),
      }));
    while (cells().some(({ row, column }) => column > 11 || rows[row]?.[column] !== undefined)) cursor++;
    for (const { row, column } of cells()) {
      rows[row] ??= Array(12).fill(undefined);
      rows[row][column] = story;
    }
  }
  return rows;
}

test('no cell of the front page is empty, whichever stories have pictures', () => {
  let sets = 0;
  for (const set of allSets()) {
    const grid = fillGrid(layOut(set));
    expect(
      grid.flat().includes(undefined),
      `${set}\n${grid.map((row) => row.map((story) => story ?? ' ').join('')).join('\n')}`,
    ).toBe(false);
    sets++;
  }
  expect(sets).toBe(2 ** (MOST + 1) - 1);
});

test('stories are in the order of the list, and each shows its picture if it has one', () => {
  for (const set of allSets()) {
    const places = layOut(set);
    expect(places.map(({ picture }) => (picture === 'none' ? '.' : 'P')).join(''), set).toBe(set);
    expect([...new Set(fillGrid(places).flat())], set).toEqual([...places.keys()]);
  }
});

test('a lead story without a picture shares the row with the next story that has one, or fills it', () => {
  expect(layOut('.P........').slice(0, 3)).toEqual([
    { columns: 6, rows: 1, picture: 'none' },
    { columns: 6, rows: 2, picture: 'above' },
    { columns: 6, rows: 1, picture: 'none' },
  ]);
  for (const set of ['..........', '..PPPPPPPP', '.'])
    expect(layOut(set)[0], set).toEqual({ columns: 12, rows: 1, picture: 'none' });
});

test('next to a lead story with a picture are three stories and one more picture, or four without', () => {
  expect(
    layOut('P.........')
      .slice(0, 5)
      .map(({ columns }) => columns),
  ).toEqual([8, 4, 4, 4, 4]);
  expect(layOut('P.........')[0]?.rows).toBe(4);
  expect(layOut('PPPP......').slice(0, 4)).toEqual([
    { columns: 8, rows: 3, picture: 'above' },
    { columns: 4, rows: 1, picture: 'above' },
    { columns: 4, rows: 1, picture: 'beside' },
    { columns: 4, rows: 1, picture: 'beside' },
  ]);
});

test('pictures are above their stories if all stories of a row have one', () => {
  const pictures = (set: string) =>
    layOut(set)
      .slice(1, 4)
      .map(({ picture }) => picture);
  expect(pictures('..PP......')).toEqual(['none', 'beside', 'beside']);
  expect(
    layOut('P...PPP...')
      .slice(5, 7)
      .map(({ picture }) => picture),
  ).toEqual(['beside', 'beside']);
  expect(
    layOut('PP..PPP...')
      .slice(4, 7)
      .map(({ picture }) => picture),
  ).toEqual(['above', 'above', 'above']);
});
