import { expect } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import { collections, textSources } from '#app/collections.server.ts';
import { type EditedItem, findForEditor } from '#app/items/collection/collection.ts';
import { itemTagOf } from '#app/items/collection/item-tag.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { restoreRevision, revised } from '#app/items/revisions/revise.server.ts';
import { listRevisions } from '#app/items/revisions/revision-store.server.ts';
import { deleteItem, moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { restoreEntries } from '#app/items/trash/restore-trash.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import {
  addPictureRow,
  findPicture,
  type NewPicture,
  type Picture,
} from '#app/platform/media/picture-store.server.ts';
import { countRevised, listIdle, listUses } from '#app/platform/media/picture-uses.server.ts';
import { cleanUpPictures, removePicture } from '#app/platform/media/remove-picture.server.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { removeEverywhere, replacePicture } from './swap-pictures.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const [one, two] = ['1'.repeat(32), '2'.repeat(32)] as [string, string];
const by = { userId: null, token: 'import' };
const context = { siteUrl: 'https://maplehollow.example' };

function pictureRowOf(id: string): NewPicture {
  const words = { alt: null, decorative: false, caption: null, credit: null, focalPoint: 5 };
  return { id, name: 'a.jpg', width: 2400, height: 1600, bytes: 1000, color: '#808080', ...words };
}

async function save(db: WriteDb, changes: Record<string, unknown>, now = NOW): Promise<void> {
  const { input } = parseItem(articles, { ...sampleInputs.articles, id: 'roof', ...changes }, context);
  const saving = { by, now };
  const outcome = await revised(db, articles, String(input?.id), saving, (transaction) =>
    articles.store.save(transaction, input as never, { now }),
  );
  expect(outcome.kind).toBe('saved');
}

const inText = (id: string) =>
  `<p>Snow.</p><figure class="half"><img src="/media/${id}-960.jpeg" alt="The roof"><figcaption>At dawn</figcaption></figure>`;

const later = new Date(NOW + DAY_MS).toISOString();

async function inputOf(db: WriteDb, id = 'roof') {
  const columns = ['picture', 'description', 'image'] as const;
  const stored = db.withoutPlugins();
  return stored.selectFrom('article').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
}

eachDatabase(
  'a replaced picture is another one everywhere, with the texts of each place, and every item has a revision',
  async ({ database: { write } }) => {
    for (const id of [one, two]) await addPictureRow(write, pictureRowOf(id), [], NOW);
    await save(write, { picture: one, description: inText(one) });
    await save(write, { id: 'later', picture: one, pubDate: later });
    await save(write, { id: 'gone', picture: one, description: inText(one) });
    await moveToTrash(write, articles, ['gone'], { now: NOW, by });
    await updateUses(write, textSources, NOW);
    expect((await listUses(write, [one])).map(({ itemId, state }) => [itemId, state])).toEqual(
      expect.arrayContaining([
        ['roof', 'published'],
        ['later', 'scheduled'],
        ['gone', 'trash'],
      ]),
    );
    const base = itemTagOf((await findForEditor(articles, write, 'roof')) as EditedItem);
    const typed = { ...sampleInputs.articles, id: 'roof', title: 'Half a title', picture: one };
    const form = { publication: 'published', publishAt: '', base };
    await articles.store.unpublished?.saveChanges(write, typed, { now: NOW, seen: { version: 0 }, form });
    const to = (await findPicture(write, two)) as Picture;
    const saving = { by, now: NOW + 1000 };
    expect(await replacePicture(write, collections, { from: one, to }, saving)).toBe(3);
    const changed = await inputOf(write);
    expect(changed.picture).toBe(two);
    const draft = await articles.store.unpublished?.findDraft(write, 'roof');
    expect(draft?.input).toMatchObject({ title: 'Half a title', picture: two });
    expect(draft?.form?.base).toBe(itemTagOf((await findForEditor(articles, write, 'roof')) as EditedItem));
    expect(changed.description).toMatch(
      new RegExp(
        `<figure class="half"><img src="/media/${two}-960.jpeg" alt="The roof" width="1920" height="1280"`,
      ),
    );
    expect(changed.image).toContain(`"src":"/media/${two}-960.jpeg"`);
    for (const id of ['roof', 'later']) {
      const [newest] = await listRevisions(write, { collection: 'articles', id }, 1);
      // Before it are the item as it was, and its draft if it has one.
      const revision = id === 'roof' ? 3 : 2;
      expect(newest).toMatchObject({ savedAt: NOW + 1000, savedBy: 'import', revision });
    }
    const entries = await write.selectFrom('trash_item').select('id').execute();
    await restoreEntries(write, collections, [String(entries[0]?.id)], { now: NOW + 2000 });
    expect(await inputOf(write, 'gone')).toEqual(changed);
    await updateUses(write, textSources, NOW);
    expect(await listUses(write, [one])).toEqual([]);
    // Undone: as it was.
    const from = (await findPicture(write, one)) as Picture;
    await replacePicture(write, collections, { from: two, to: from }, saving);
    expect((await inputOf(write)).description).toContain(`src="/media/${one}-960.jpeg" alt="The roof"`);
  },
);

eachDatabase(
  'a picture that is deleted everywhere leaves its items without one, and their earlier versions can be restored',
  async ({ database: { write } }) => {
    await addPictureRow(write, pictureRowOf(one), [], NOW);
    await save(write, { picture: one, description: inText(one) });
    await save(write, { id: 'later', picture: one, pubDate: later });
    expect((await removePicture(write, textSources, one, NOW)).kind).toBe('used');
    const saving = { by, now: NOW + 1000 };
    expect((await removeEverywhere(write, collections, one, saving)).kind).toBe('removed');
    expect(await inputOf(write)).toEqual({ picture: null, description: '<p>Snow.</p>', image: null });
    const [waiting] = await write.selectFrom('item_version').select('item').execute();
    expect(JSON.parse(String(waiting?.item)).picture).toBeNull();
    for (const id of ['roof', 'later'])
      expect(await listRevisions(write, { collection: 'articles', id }, 9)).toHaveLength(2);
    const place = { id: 'roof', revision: 1 };
    const outcome = await restoreRevision(write, articles, place, { by, now: NOW + 2000, context });
    expect(outcome.kind).toBe('saved');
    const restored = await inputOf(write);
    expect([restored.picture, restored.description.includes('At dawn')]).toEqual([null, true]);
  },
);

eachDatabase(
  'a picture that the trash or an earlier version needs is not cleaned up',
  async ({ database: { write } }) => {
    for (const id of [one, two]) await addPictureRow(write, pictureRowOf(id), [], NOW);
    await save(write, { picture: one, description: inText(two) });
    await save(write, { picture: null, description: '<p>Rain.</p>' }, NOW + 1000);
    const [soon, muchLater] = [NOW + DAY_MS, NOW + 40 * DAY_MS];
    await updateUses(write, textSources, NOW);
    expect([await listUses(write, [one, two]), await countRevised(write, one)]).toEqual([[], 1]);
    expect(await cleanUpPictures(write, textSources, [one, two], muchLater)).toEqual([]);
    await save(write, { id: 'gone', picture: one }, soon);
    await moveToTrash(write, articles, ['gone'], { now: soon, by });
    expect(await deleteItem(write, articles, 'roof', { now: soon })).toBe(true);
    await write.deleteFrom('item_revision').where('id', '=', 'gone').execute();
    expect(await removePicture(write, textSources, one, soon)).toMatchObject({
      kind: 'used',
      uses: [{ state: 'trash' }],
    });
    expect(await cleanUpPictures(write, textSources, [one, two], muchLater)).toEqual([two]);
    await write.deleteFrom('trash_item').execute();
    await updateUses(write, textSources, soon);
    expect(await listIdle(write, muchLater, 9)).toEqual([one]);
    expect(await cleanUpPictures(write, textSources, [one], muchLater)).toEqual([one]);
  },
);
