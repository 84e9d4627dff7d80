import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSearchIndex, type SearchTerms } from './search-index.server.ts';

async function indexOf(items: { title: string[]; text: string[] }[]): Promise<Record<string, SearchTerms>> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const index = await openSearchIndex(join(folder, 'work'));
  for (const [number, words] of items.entries()) await index.add(number, words);
  const files: Record<string, SearchTerms> = {};
  const names = await index.finish(async (name, terms) => {
    files[name] = terms;
  });
  expect(names).toEqual(Object.keys(files).sort());
  await rm(folder, { recursive: true });
  return files;
}

test('words are stored once with their items, as differences, and marked where they are in the title', async () => {
  const files = await indexOf([
    { title: ['town'], text: ['roof', 'roof'] },
    { title: [], text: ['town', '𝒳ray'] },
    { title: ['roof'], text: ['town', 'roof'] },
  ]);
  expect(files).toEqual({
    t: { town: '0! 1 1' },
    r: { roof: '0 2!' },
    𝒳: { 𝒳ray: '1' },
  });
});

test('a file that would be large is split by the next letter, and no word is lost', async () => {
  const words = Array.from({ length: 26 ** 3 }, (_, number) =>
    ['c', ...number.toString(26).padStart(3, '0')]
      .join('')
      .replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? ''),
  );
  const files = await indexOf([{ title: [], text: ['c', ...words] }]);
  const all = Object.entries(files).flatMap(([name, terms]) =>
    Object.keys(terms).map((word) => {
      expect(word.startsWith(name)).toBe(true);
      return word;
    }),
  );
  expect(all.sort()).toEqual([...new Set(['c', ...words])].sort());
  for (const terms of Object.values(files)) expect(JSON.stringify(terms).length).toBeLessThan(80_000);
});
