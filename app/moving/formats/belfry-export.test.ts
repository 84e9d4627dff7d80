import { mkdir, mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listDoubts, readFound, readFoundIn } from '../../../tests/read-found.ts';
import { recognizeFile } from './formats.server.ts';

const article = {
  ...{
    id: 'a1',
    title: 'One',
    link: 'https://old.example/articles/a1/one',
    pubDate: '2026-01-01T00:00:00.000Z',
  },
  ...{ description: '<p>x</p>', sourceName: 'Old', picture: '0123456789abcdef0123456789abcdef' },
};

const picture = {
  id: '0123456789abcdef0123456789abcdef',
  ...{ alt: 'A tree', caption: null, width: 1600, height: 900 },
  files: ['480.jpeg', '1600.jpeg', '1600.webp'].map((end) => ({
    name: `0123456789abcdef0123456789abcdef-${end}`,
  })),
};

test('a folder that belfry export wrote: records keep their ids, drafts stay drafts, pictures have their files', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-own-'));
  const write = (name: string, records: unknown) =>
    writeFile(join(folder.path, name), JSON.stringify(records, null, 1));
  await mkdir(join(folder.path, 'media', '01'), { recursive: true });
  await writeFile(join(folder.path, 'media', '01', `${picture.id}-1600.jpeg`), 'not read here');
  await write('articles.json', [
    article,
    { ...article, id: 'a2', link: 'https://other.example/', publication: 'draft' },
  ]);
  await write('polls.json', []);
  await write('pictures.json', [picture]);
  expect(await recognizeFile(folder.path)).toEqual({
    formats: ['belfry'],
    label: 'Belfry export',
    container: 'folder',
  });
  const { link: _own, ...kept } = article;
  expect(await readFound(folder.path)).toMatchObject([
    { kind: 'articles', origin: 'belfry', key: 'a1', title: 'One', input: kept },
    { kind: 'articles', key: 'a2', input: { link: 'https://other.example/', publication: 'draft' } },
    {
      ...{ kind: 'pictures', key: picture.id, alt: 'A tree' },
      entry: `media/01/${picture.id}-1600.jpeg`,
      address: `https://riverton.example/media/${picture.id}-1600.jpeg`,
    },
  ]);
});

test('a page of its own is not a link to the old site; records without an id are refused', async () => {
  const found = await readFoundIn('articles.json', [article, { title: 'No id' }, 3]);
  expect(found[0]).not.toHaveProperty('input.link');
  expect(listDoubts(found)).toEqual([
    'refused invalid record 2 : It is not a record with an ID',
    'refused invalid record 3 : It is not a record with an ID',
  ]);
});
