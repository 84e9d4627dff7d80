import { sql } from 'kysely';
import { expect } from 'vitest';
import { listRevisionPictures } from '#app/platform/database/migrations/0020-kept-pictures.ts';
import { eachDatabase } from '../../../tests/each-database.ts';

const id = (letter: string) => letter.repeat(32);

eachDatabase('an upgrade lists the pictures of each revision once, wherever they are in it', async (t) => {
  const { write } = t.database;
  const picture = {
    name: '',
    width: 1,
    height: 1,
    bytes: 1,
    color: '#000000',
    words: '',
    createdAt: 0,
    updatedAt: 0,
  };
  for (const letter of ['a', 'b', 'c', 'd'])
    await write
      .insertInto('picture')
      .values({ ...picture, id: id(letter) })
      .execute();
  const texts = [
    {
      title: 'Both',
      picture: id('a'),
      description: `<img src="/media/${id('b')}-960.jpeg"><img src="/media/${id('a')}-320.jpeg">`,
    },
    { title: 'An address', enclosureUrl: `https://example.org/media/${id('c')}-1920.jpeg`, picture: null },
    { title: `Neither ${id('d')}`, description: `/media/${id('e')}-960.jpeg /media/short` },
  ];
  for (const [at, text] of texts.entries())
    await write
      .insertInto('item_revision')
      .values({
        ...{
          collection: 'articles',
          id: 'a',
          revision: at + 1,
          savedAt: 0,
          savedBy: null,
          savedByToken: null,
        },
        ...{ kind: 'saved', publication: 'published', item: JSON.stringify(text), session: null },
      })
      .execute();
  await write.deleteFrom('revision_picture').execute();
  await sql.raw(listRevisionPictures(t.dialect)).execute(write);
  const rows = await write
    .selectFrom('revision_picture')
    .select(['revision', 'picture'])
    .orderBy('revision')
    .orderBy('picture')
    .execute();
  expect(rows.map(({ revision, picture }) => `${revision} ${picture[0]}`)).toEqual(['1 a', '1 b', '2 c']);
});
