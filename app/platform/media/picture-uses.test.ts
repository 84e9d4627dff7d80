import { expect } from 'vitest';
import { articleSchema } from '#app/articles/article.ts';
import { articles } from '#app/articles/article-collection.server.ts';
import { businessSchema } from '#app/businesses/business.ts';
import { saveBusiness } from '#app/businesses/business-store.server.ts';
import { collections, textSources } from '#app/collections.server.ts';
import { removeEverywhere } from '#app/items/drafts/swap-pictures.server.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { saveSections, saveSitePicture } from '#app/town/save-sections.server.ts';
import { townSections } from '#app/town/town-form.ts';
import { findTown, saveTown } from '#app/town/town-store.server.ts';
import { versionOfTown } from '#app/town/town-version.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { addPictureRow, type NewPicture } from './picture-store.server.ts';
import { listUses } from './picture-uses.server.ts';
import { cleanUpPictures, removePicture } from './remove-picture.server.ts';
import { updateUses } from './update-picture-uses.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const by = { userId: null, token: 'desk' };
const [one, two] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];

function pictureRowOf(id: string): NewPicture {
  const words = { alt: null, decorative: false, caption: null, credit: null, focalPoint: 5 };
  return { id, name: 'a.jpg', width: 640, height: 480, bytes: 1000, color: '#808080', ...words };
}

function article(changes: Record<string, unknown>) {
  return articleSchema.parse({ ...sampleInputs.articles, id: 'roof', title: 'The roof', ...changes });
}

eachDatabase(
  'a picture is used by what shows it, from saving to removal',
  async ({ database: { write } }) => {
    await addPictureRow(write, pictureRowOf(one), [], NOW);
    await addPictureRow(write, pictureRowOf(two), [], NOW);
    const uses = async (id: string) => {
      await updateUses(write, textSources, NOW);
      return (await listUses(write, [id])).map(({ collection, itemId, state, place, title }) =>
        [collection, itemId, state, place, title].join(' '),
      );
    };
    const inText = `<p><img src="/media/${two}-640.jpeg" alt="">`;
    await articles.store.save(write, article({ picture: one, description: inText }), { now: NOW });
    await saveBusiness(
      write,
      businessSchema.parse({ ...sampleInputs.businesses, id: 'b', name: 'Mill', picture: one }),
      { now: NOW },
    );
    await savePoll(
      write,
      { ...sampleInputs.polls, id: 'p', title: 'Rink?', options: ['a', 'b'], picture: one } as never,
      { now: NOW },
    );
    expect(await uses(one)).toEqual([
      'businesses b published lead Mill',
      'polls p published lead Rink?',
      'articles roof published lead The roof',
    ]);
    expect(await uses(two)).toEqual(['articles roof published text The roof']);
    expect(await removePicture(write, textSources, two, NOW)).toMatchObject({
      kind: 'used',
      uses: [{ itemId: 'roof' }],
    });
    // Scheduled: nothing public uses it any more.
    const later = { picture: one, pubDate: new Date(NOW + DAY_MS).toISOString() };
    await articles.store.save(write, article(later), { now: NOW });
    expect(await uses(one)).toContain('articles roof scheduled lead The roof');
    expect(await uses(two)).toEqual([]);
    expect(await removePicture(write, textSources, two, NOW)).toEqual({ kind: 'removed' });
    await articles.store.remove(write, 'roof');
    expect(await uses(one)).toHaveLength(2);
  },
);

eachDatabase(
  'an item is overwritten twice before anyone asks where its picture is used',
  async ({ database: { write } }) => {
    await addPictureRow(write, pictureRowOf(one), [], NOW);
    for (const title of ['One', 'Two', 'Three'])
      expect((await articles.store.save(write, article({ picture: one, title }), { now: NOW })).kind).toBe(
        'saved',
      );
    await updateUses(write, textSources, NOW);
    expect(await listUses(write, [one])).toMatchObject([{ title: 'Three' }]);
  },
);

eachDatabase('an item can’t have a picture that is not in the library', async ({ database: { write } }) => {
  const problems = [{ field: 'picture', message: 'This picture is not in the library' }];
  const refused = { kind: 'refused', problems };
  expect(await articles.store.save(write, article({ picture: one }), { now: NOW })).toEqual(refused);
  const later = { picture: one, pubDate: new Date(NOW + DAY_MS).toISOString() };
  expect(await articles.store.save(write, article(later), { now: NOW })).toEqual(refused);
  expect(
    await savePoll(
      write,
      { ...sampleInputs.polls, id: 'p', title: 'x', options: ['a', 'b'], picture: one } as never,
      { now: NOW },
    ),
  ).toEqual(refused);
});

eachDatabase(
  'what nothing has used for 30 days is cleaned up, and nothing else',
  async ({ database: { write } }) => {
    await addPictureRow(write, pictureRowOf(one), [], NOW);
    await addPictureRow(write, pictureRowOf(two), [], NOW);
    await articles.store.save(write, article({ picture: one }), { now: NOW });
    expect(await cleanUpPictures(write, textSources, [one, two], NOW + 29 * DAY_MS)).toEqual([]);
    await articles.store.save(write, article({ picture: null }), { now: NOW + 29 * DAY_MS });
    expect(await cleanUpPictures(write, textSources, [one, two], NOW + 31 * DAY_MS)).toEqual([two]);
    const left = await write.selectFrom('picture').select('id').execute();
    expect(left).toEqual([{ id: one }]);
  },
);

eachDatabase(
  'the site’s own pictures are in use until they are changed or deleted everywhere',
  async ({ database: { write } }) => {
    await addPictureRow(write, pictureRowOf(one), [], NOW);
    await addPictureRow(write, pictureRowOf(two), [], NOW);
    expect(await saveSitePicture(write, 'logo', '3'.repeat(32))).toBe(false);
    expect(await saveSitePicture(write, 'logo', one)).toBe(true);
    await saveTown(write, { shareImage: one, eventPicture: two });
    expect(await removePicture(write, textSources, one, NOW)).toMatchObject({
      kind: 'used',
      uses: [
        { collection: 'settings', itemId: 'logo', place: 'lead' },
        { collection: 'settings', itemId: 'shareImage', place: 'lead' },
      ],
    });
    await saveTown(write, { logo: two });
    expect((await removeEverywhere(write, collections, one, { by, now: NOW })).kind).toBe('removed');
    expect(await findTown(write)).toMatchObject({ logo: two, shareImage: '', eventPicture: two });
    const pictures = townSections.filter(({ id }) => id === 'pictures');
    const kept = { logo: one, eventPicture: two, shareImage: '' };
    const version = versionOfTown(await findTown(write));
    expect(await saveSections(write, pictures, kept, version)).toMatchObject({
      changed: [],
      missing: ['logo'],
    });
    expect(await findTown(write)).toMatchObject({ logo: two });
  },
);

eachDatabase('what is saved while a picture is removed never names it', async ({ database: { write } }) => {
  await addPictureRow(write, pictureRowOf(one), [], NOW);
  const [isSaved, removal, saved] = await Promise.all([
    saveSitePicture(write, 'logo', one),
    removePicture(write, textSources, one, NOW),
    articles.store.save(write, article({ picture: one }), { now: NOW }),
  ]);
  const { logo } = await findTown(write);
  const isRemoved = removal.kind === 'removed';
  expect([isSaved, logo, saved.kind]).toEqual(
    isRemoved ? [false, '', 'refused'] : [isSaved, isSaved ? one : '', 'saved'],
  );
});
