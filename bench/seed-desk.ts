/** What editors leave behind in years: pictures, versions, drafts, scheduled and deleted items. */
import { createHash } from 'node:crypto';
import { textSources } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** How much there is of each. */
const AMOUNTS = { pictures: 10_000, revisions: 100_000, trash: 10_000, draft: 5_000, scheduled: 5_000 };
/** How many of the revisions are of one article. */
const OF_ONE = 0.02;
const ROWS_AT_ONCE = 250;

/** Adds it to a town with articles. Returns the id of the article with the most versions. */
export async function seedDesk(write: WriteDb): Promise<string> {
  const now = Date.now();
  const [account] = await write.selectFrom('site_user').select('id').limit(1).execute();
  const editor = account?.id ?? null;
  await seedPictures(write, now);
  const busiest = await seedRevisions(write, now, editor);
  await seedTrash(write, now, editor);
  await seedUnpublished(write, now);
  await updateUses(write, textSources, now);
  return busiest;
}

async function seedPictures(write: WriteDb, now: number): Promise<void> {
  const createdAt = (at: number) => now - Math.floor((at / AMOUNTS.pictures) * 300 * DAY_MS) - at;
  await insert(write, 'picture', AMOUNTS.pictures, (at) => pictureRow(at, createdAt(at)));
  await insert(write, 'picture_idle', AMOUNTS.pictures, (at) => ({
    picture: pictureId(at),
    since: createdAt(at),
  }));
}

async function seedRevisions(write: WriteDb, now: number, editor: string | null): Promise<string> {
  const rows = await write.selectFrom('article').select('id').orderBy('id').limit(1000).execute();
  const [busiest = '', ...others] = rows.map(({ id }) => id);
  const ofOne = Math.ceil(AMOUNTS.revisions * OF_ONE);
  await insert(write, 'item_revision', AMOUNTS.revisions, (at) => {
    const isBusiest = at < ofOne;
    const turn = isBusiest ? at : Math.floor((at - ofOne) / others.length);
    const id = isBusiest ? busiest : (others[(at - ofOne) % others.length] as string);
    return {
      collection: 'articles',
      id,
      revision: turn + 1,
      savedAt: now - 300 * DAY_MS + turn * HOUR_MS,
      savedBy: at % 3 === 0 ? null : editor,
      savedByToken: at % 3 === 0 ? 'newsroom' : null,
      kind: at % 4 === 0 ? 'saved' : 'autosaved',
      publication: 'published',
      item: inputOf(id, at),
      session: null,
    };
  });
  return busiest;
}

async function seedTrash(write: WriteDb, now: number, editor: string | null): Promise<void> {
  await insert(write, 'trash_item', AMOUNTS.trash, (at) => trashRow(at, now, editor));
  await insert(write, 'trash_row', AMOUNTS.trash, (at) => ({
    trashId: `t${at}`,
    part: 0,
    tableName: 'article',
    rows: `[${inputOf(`gone-${at}`, at)}]`,
  }));
}

async function seedUnpublished(write: WriteDb, now: number): Promise<void> {
  for (const state of ['draft', 'scheduled'] as const)
    await insert(write, 'item_version', AMOUNTS[state], (at) => ({
      collection: 'articles',
      id: `${state}-${at}`,
      state,
      publishAt: state === 'scheduled' ? now + DAY_MS + at * MINUTE_MS : null,
      item: inputOf(`${state}-${at}`, at),
      version: 1,
      createdAt: now - at * MINUTE_MS,
      updatedAt: now - at * MINUTE_MS,
    }));
}

async function insert<Name extends keyof Tables>(
  write: WriteDb,
  table: Name,
  amount: number,
  rowOf: (at: number) => object,
): Promise<void> {
  for (let begin = 0; begin < amount; begin += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, amount - begin);
    const rows = Array.from({ length }, (_, at) => rowOf(begin + at));
    await write
      .insertInto(table)
      .values(rows as never)
      .execute();
  }
}

function pictureId(at: number): string {
  return createHash('sha256').update(`picture ${at}`).digest('hex').slice(0, 32);
}

function pictureRow(at: number, createdAt: number) {
  const name = `IMG_${at}.jpg`;
  const alt = at % 5 === 0 ? null : `${WORDS[at % WORDS.length]} near the ${WORDS[(at * 7) % WORDS.length]}`;
  return {
    id: pictureId(at),
    name,
    width: 4032,
    height: 3024,
    bytes: 3_000_000 + at,
    color: '#8a7f6b',
    alt,
    caption: null,
    credit: 'Anna Reyes',
    words: `${name} ${alt ?? ''} anna reyes`.toLowerCase(),
    createdAt,
    updatedAt: createdAt,
  };
}

function trashRow(at: number, now: number, editor: string | null) {
  const removedAt = now - Math.floor((at / AMOUNTS.trash) * 29 * DAY_MS) - at;
  const collection = ['articles', 'articles', 'news', 'events', 'polls', 'businesses'][at % 6] as string;
  return {
    id: `t${at}`,
    collection,
    itemId: `gone-${at}`,
    state: 'published',
    title: titleOf(at),
    item: inputOf(`gone-${at}`, at),
    belongings: 0,
    batch: `b${Math.floor(at / 3)}`,
    removedAt,
    removedBy: editor,
    removedByToken: null,
    expiresAt: removedAt + 30 * DAY_MS,
    linkedUntil: null,
  };
}

const WORDS =
  'river bridge council library school harvest orchard ferry market winter road meeting garden mill'.split(
    ' ',
  );

function titleOf(at: number): string {
  return `The ${WORDS[at % WORDS.length]} and the ${WORDS[(at * 5 + 3) % WORDS.length]}, part ${at}`;
}

/** An article of about two hundred words with a lead picture and one in its text. */
function inputOf(id: string, at: number): string {
  const text = Array.from({ length: 200 }, (_, word) => WORDS[(at + word * word) % WORDS.length]).join(' ');
  return JSON.stringify({
    id,
    sourceId: `local:${id}`,
    title: titleOf(at),
    link: `https://example.org/${id}`,
    pubDate: '2026-11-20T14:00:00.000Z',
    description: `<p>${text}</p><p><img src="/media/${pictureId(at % 8000)}-960.jpeg" alt=""></p>`,
    sourceName: 'The Commons',
    sourceUrl: 'https://example.org/',
    picture: pictureId((at * 3) % 8000),
  });
}
