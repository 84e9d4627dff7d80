import { expect } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import { textSources } from '#app/collections.server.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { listRevisions } from '#app/items/revisions/revision-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { addPictureRow } from '#app/platform/media/picture-store.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { listItemPictures, saveCopies } from './fetch-picture.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const LATER = NOW + 24 * 60 * 60 * 1000;
const ADDRESS = 'https://example.org/mill.jpg';
const LINKED = `<p>Text</p><p><img src="${ADDRESS}" alt="The mill"></p>`;
const by = { userId: null, token: null };

const raw = (id: string, changes: object = {}) => ({
  ...sampleInputs.articles,
  id,
  description: LINKED,
  ...changes,
});
const article = (id: string, changes?: object) => articles.json.schema.parse(raw(id, changes));

const { unpublished } = articles.store;
if (!unpublished) throw new Error('articles have no drafts');

/** The town has a picture; the returned function puts it where items show the one at `ADDRESS`. */
async function openCopies(write: WriteDb) {
  const words = { alt: null, decorative: false, caption: null, credit: null, focalPoint: 5 };
  const size = { width: 400, height: 300, bytes: 1000 };
  const row = { id: '1'.repeat(32), name: 'mill.jpg', ...size, color: '#808080', ...words };
  const { picture } = await addPictureRow(write, row, [], NOW);
  const saving = { copies: new Map([[ADDRESS, picture]]), by, context: { siteUrl: 'https://town.example' } };
  return (id: string, now = NOW + 10) =>
    saveCopies(write, articles, id, { ...saving, now, session: 'one run' });
}

const shows = (html: unknown) => String(html).match(/<img src="[^"]*"/g);
const COPY = [`<img src="/media/${'1'.repeat(32)}-400.jpeg"`];

eachDatabase('published, scheduled and draft items stay what they are', async ({ database: { write } }) => {
  const save = await openCopies(write);
  await articles.store.save(write, article('published'), { now: NOW });
  await articles.store.save(write, article('scheduled'), { now: NOW, publishAt: LATER });
  await unpublished.saveDraft(write, { id: 'draft', description: LINKED }, { now: NOW, version: 0 });
  for (const id of ['published', 'scheduled', 'draft']) {
    expect(await listItemPictures(write, articles, id)).toMatchObject([
      { address: ADDRESS, alt: 'The mill' },
    ]);
    expect([id, (await save(id)).kind]).toEqual([id, 'saved']);
    expect(await listItemPictures(write, articles, id)).toEqual([]);
    const list = await listRevisions(write, { collection: 'articles', id }, 9);
    expect(list.map(({ kind, publication }) => `${kind} ${publication}`)).toEqual([
      `saved ${id}`,
      `kept ${id}`,
    ]);
  }
  expect(shows((await articles.store.find(write, 'published'))?.description)).toEqual(COPY);
  const scheduled = await unpublished.find(write, 'scheduled');
  expect([scheduled?.publication, scheduled?.publishAt, shows(scheduled?.input.description)]).toEqual([
    'scheduled',
    LATER,
    COPY,
  ]);
  expect(shows((await unpublished.find(write, 'draft'))?.input.description)).toEqual(COPY);
  await updateUses(write, textSources, NOW);
  const uses = await write.selectFrom('picture_use').select(['itemId', 'place']).orderBy('itemId').execute();
  expect(uses.map(({ itemId, place }) => `${itemId} ${place}`)).toEqual([
    'draft text',
    'published text',
    'scheduled text',
  ]);
});

eachDatabase(
  'the draft of an open form gets the copies too, keeps its settings, and can still be saved',
  async ({ database: { write } }) => {
    const save = await openCopies(write);
    await articles.store.save(write, article('a'), { now: NOW });
    const before = await articles.store.find(write, 'a');
    const base = itemTagOf({ version: before?.version ?? 0, updatedAt: before?.updatedAt ?? 0 });
    const form = { publication: 'scheduled', publishAt: '2026-11-30T07:00', base };
    await unpublished.saveChanges(write, raw('a', { title: 'Half typed' }), {
      now: NOW + 1,
      seen: { version: 0 },
      form,
    });
    // A new item, of which only the form exists.
    await unpublished.saveChanges(write, raw('b', { title: '' }), {
      now: NOW + 1,
      seen: { version: 0 },
      form: { ...form, base: '0' },
    });
    for (const id of ['a', 'b']) expect((await save(id)).kind).toBe('saved');
    const after = await articles.store.find(write, 'a');
    const draft = await unpublished.findDraft(write, 'a');
    expect([shows(after?.description), after?.title]).toEqual([COPY, sampleInputs.articles.title]);
    expect([shows(draft?.input.description), draft?.input.title]).toEqual([COPY, 'Half typed']);
    const tag = itemTagOf({ version: after?.version ?? 0, updatedAt: after?.updatedAt ?? 0 });
    expect(draft?.form).toEqual({ ...form, base: tag });
    const fresh = await unpublished.findDraft(write, 'b');
    expect([shows(fresh?.input.description), fresh?.form]).toEqual([COPY, { ...form, base: '0' }]);
  },
);

eachDatabase('what was changed while pictures were fetched is kept', async ({ database: { write } }) => {
  const save = await openCopies(write);
  await articles.store.save(write, article('a'), { now: NOW });
  const other = `${LINKED}<p>Added <img src="https://example.org/new.jpg" alt=""></p>`;
  await articles.store.save(write, article('a', { title: 'Corrected', description: other }), {
    now: NOW + 5,
  });
  await save('a');
  const saved = await articles.store.find(write, 'a');
  expect([saved?.title, saved?.version, shows(saved?.description)]).toEqual([
    'Corrected',
    3,
    [...COPY, '<img src="https://example.org/new.jpg"'],
  ]);
  // Nothing is left to replace: nothing is saved.
  await save('a', NOW + 20);
  expect((await articles.store.find(write, 'a'))?.version).toBe(3);
  // It was deleted meanwhile.
  await articles.store.remove(write, 'a');
  expect(await save('a')).toEqual({ kind: 'conflict', current: undefined });
});
