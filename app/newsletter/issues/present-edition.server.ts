import type { ReadDb } from '#app/platform/database/handles.ts';
import { listPicturesById } from '#app/platform/media/picture-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { previewOf, subjectOf } from './automatic-texts.ts';
import type { Block, Edition, EventDay, PollEntry } from './edition.ts';
import { type ItemKey, keyOf } from './issue.ts';
import { findPolls } from './item-entries.server.ts';

const tables = {
  articles: 'article',
  news: 'news_item',
  events: 'event',
  corrections: 'article',
  minutes: 'event',
} as const;

/**
 * Sent editions as the site shows them later: without items and pictures that were removed since, so that no link leads
 * nowhere and nothing that was taken down stays public, not even in an automatic subject. Polls say whether they are
 * still open. Everything else is as it was sent. The number of queries does not depend on the number of editions.
 */
export async function presentEditions(
  db: ReadDb,
  editions: Edition[],
  { town, now }: { town: Town; now: number },
): Promise<Edition[]> {
  const blocks = editions.flatMap((edition) => edition.blocks);
  const keys = blocks.flatMap(keysIn);
  const [items, polls, pictures] = await Promise.all([
    findPublic(db, keys, now),
    findPolls(db, { town, now }, keys),
    findPictures(db, blocks),
  ]);
  return editions.map((edition) => {
    const left = edition.blocks.flatMap((block) => presentBlock(block, { items, polls, pictures }));
    return retitled(edition, left);
  });
}

/** The same of one edition. */
export async function presentEdition(
  db: ReadDb,
  edition: Edition,
  context: { town: Town; now: number },
): Promise<Edition> {
  const [present = edition] = await presentEditions(db, [edition], context);
  return present;
}

/** With these blocks, and texts about them where an editor wrote none. */
function retitled(edition: Edition, blocks: Block[]): Edition {
  const isWhole = blocks.length === edition.blocks.length && eventsIn(blocks) === eventsIn(edition.blocks);
  if (isWhole) return { ...edition, blocks };
  const { title, written } = edition;
  const subject = written.subject ? edition.subject : subjectOf({ blocks, title });
  const preview = written.preview ? edition.preview : previewOf({ blocks, title }, subject);
  return { ...edition, blocks, subject, preview };
}

function eventsIn(blocks: Block[]): number {
  return blocks.flatMap(keysIn).length;
}

type Present = { items: Set<string>; polls: Map<string, PollEntry>; pictures: Set<string> };

function presentBlock(block: Block, { items, polls, pictures }: Present): Block[] {
  if (block.kind === 'events') return eventsOf(block, items);
  if (block.kind === 'poll') {
    const poll = polls.get(keyOf(block));
    return poll ? [{ ...block, isOpen: poll.isOpen, time: poll.time }] : [];
  }
  if (!items.has(keyOf(block))) return [];
  if (block.kind === 'correction' || !block.picture) return [block];
  const { id } = block.picture;
  // A drawing of the sample town is not in the library.
  return [id === '' || pictures.has(id) ? block : { ...block, picture: null }];
}

function keysIn(block: Block): ItemKey[] {
  if (block.kind !== 'events') return [block];
  return block.days.flatMap(({ events }) => events);
}

/** The keys of those that are public: of stories, not before their date. */
async function findPublic(db: ReadDb, keys: ItemKey[], now: number): Promise<Set<string>> {
  const found = await Promise.all(
    Object.entries(tables).map(async ([collection, table]) => {
      const ids = keys.filter((key) => key.collection === collection).map(({ id }) => id);
      if (ids.length === 0) return [];
      const query = db.selectFrom(table).select('id').where('id', 'in', ids);
      const rows = await query.$if(table !== 'event', (all) => all.where('pubDate', '<=', now)).execute();
      return rows.map(({ id }) => keyOf({ collection, id }));
    }),
  );
  return new Set(found.flat());
}

async function findPictures(db: ReadDb, blocks: Block[]): Promise<Set<string>> {
  const ids = blocks.flatMap((block) => ('picture' in block && block.picture ? block.picture.id : []));
  return new Set((await listPicturesById(db, ids)).map(({ id }) => id));
}

function eventsOf(block: Extract<Block, { kind: 'events' }>, present: Set<string>): Block[] {
  const days = block.days.flatMap((day): EventDay[] => {
    const events = day.events.filter((event) => present.has(keyOf(event)));
    return events.length > 0 ? [{ ...day, events }] : [];
  });
  return days.length > 0 ? [{ ...block, days }] : [];
}
