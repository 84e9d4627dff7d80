/** What the inbox shows of who sent something. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SuggestionRow } from '#app/platform/database/tables/suggestion-tables.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { heightAt, pictureAddress, widthsOf } from '#app/platform/media/picture-sizes.ts';
import { listPicturesById, type Picture } from '#app/platform/media/picture-store.server.ts';

/** `history` is one sentence, never a score. `picture` came with it; only editors see it yet. */
export type SenderFacts = {
  name: string;
  history: string;
  picture: { src: string; width: number; height: number; alt: string } | null;
};

type Entry = Pick<InboxEntryRow, 'kind' | 'collection' | 'itemId' | 'topic'>;

type Facts = Pick<
  SuggestionRow,
  'id' | 'collection' | 'itemId' | 'sender' | 'email' | 'confirmedAt' | 'picture' | 'via'
>;

/** The senders of these entries; null for entries that no reader suggested. */
export async function listSenders(
  db: ReadDb,
  entries: readonly Entry[],
): Promise<(entry: Entry) => SenderFacts | null> {
  const suggested = entries.filter(({ kind }) => kind === 'suggestion');
  if (suggested.length === 0) return () => null;
  const rows = await db
    .selectFrom('suggestion')
    .select(['id', 'collection', 'itemId', 'sender', 'email', 'confirmedAt', 'picture', 'via'])
    .where(({ or, eb }) =>
      or([
        eb(
          'itemId',
          'in',
          suggested.map(({ itemId }) => itemId),
        ),
        eb('id', 'in', [...suggested.map(({ topic }) => topic), '']),
      ]),
    )
    .execute();
  const counts = await countBySender(db, [...new Set(rows.map(({ sender }) => sender))]);
  const pictures = await listPicturesById(
    db,
    rows.flatMap(({ picture }) => picture ?? []),
  );
  return (entry) => {
    const row = rows.find((one) =>
      entry.topic === ''
        ? one.itemId === entry.itemId && one.collection === entry.collection
        : one.id === entry.topic,
    );
    if (entry.kind !== 'suggestion' || !row) return null;
    const picture = entry.topic === '' ? pictures.find(({ id }) => id === row.picture) : undefined;
    return {
      name: nameOf(row),
      history: [historyOf(counts.get(row.sender)), replyOf(row)].filter(Boolean).join(' '),
      picture: picture ? shownPictureOf(picture) : null,
    };
  };
}

const SHOWN_WIDTH = 320;

function shownPictureOf(picture: Picture): SenderFacts['picture'] {
  const width = widthsOf(picture).find((one) => one >= SHOWN_WIDTH) ?? picture.width;
  return {
    src: pictureAddress(picture, width),
    width,
    height: heightAt(picture, width),
    alt: picture.alt ?? 'Picture without a description',
  };
}

function nameOf({ email, confirmedAt }: Facts): string {
  if (email === null) return 'No email given';
  return confirmedAt === null ? `${email} (not confirmed)` : email;
}

function replyOf({ email, confirmedAt }: Facts): string {
  if (email === null) return 'With no email, the sender sees your reply only at the private link.';
  return confirmedAt === null ? 'The address is not confirmed: it gets no email from us.' : '';
}

type Counts = { all: number; published: number; declined: number };

async function countBySender(db: ReadDb, senders: string[]): Promise<Map<string, Counts>> {
  const counts = new Map<string, Counts>();
  if (senders.length === 0) return counts;
  const rows = await db
    .selectFrom('suggestion')
    .select(({ fn }) => ['sender', 'state', fn.countAll().as('count'), fn.count('declinedAt').as('declined')])
    .where('sender', 'in', senders)
    .groupBy(['sender', 'state'])
    .execute();
  for (const { sender, state, count, declined } of rows) {
    const known = counts.get(sender) ?? { all: 0, published: 0, declined: 0 };
    counts.set(sender, {
      all: known.all + Number(count),
      published: known.published + (state === 'published' ? Number(count) : 0),
      // One whose date has passed was not.
      declined: known.declined + (state === 'declined' ? Number(declined) : 0),
    });
  }
  return counts;
}

/** '3 submissions: 1 published, declined once.' */
function historyOf(counts: Counts | undefined): string {
  if (!counts || counts.all <= 1) return 'First submission.';
  const { all, published, declined } = counts;
  const times = declined === 0 ? '' : `, declined ${declined === 1 ? 'once' : `${declined} times`}`;
  return `${all} submissions: ${published === 0 ? 'none published yet' : `${published} published`}${times}.`;
}
