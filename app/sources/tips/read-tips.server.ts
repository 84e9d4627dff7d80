import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { Collections } from '#app/items/collection/collection.ts';
import { storeUpload } from '#app/pictures/fetch-picture.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { withMailbox } from '#app/platform/mail/mailbox.server.ts';
import { addPicture } from '#app/platform/media/add-picture.server.ts';
import { hidePicture } from '#app/platform/media/hidden-picture.server.ts';
import type { Media } from '#app/platform/media/media.server.ts';
import { findPicture } from '#app/platform/media/picture-store.server.ts';
import { nameWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { IdleThread } from '#app/platform/threads/idle-thread.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { countWaitingOfReaders, MOST_WAITING } from '#app/sources/suggestions/form-guard.server.ts';
import { readSuggestion } from '#app/sources/suggestions/read-suggestion.server.ts';
import type { SuggestionKind } from '#app/sources/suggestions/suggestion-fields.ts';
import { addSuggestion } from '#app/sources/suggestions/suggestion-store.server.ts';
import type { Town } from '#app/town/town.ts';
import type { ReadTip, Tip, TipReading } from './tip.ts';

/** Older emails are not read: the mailbox may have been in use for years. */
const OLDEST_MS = 30 * DAY_MS;
/** In one look into the mailbox; the next one goes on. */
const MOST_AT_ONCE = 50;
/** Of an email: a text and a photo. What is beyond is not read. */
const MAX_BYTES = 12 * 1024 * 1024;
/** Emails leave this much of what may wait to the form. */
const MOST_WAITING_BY_EMAIL = MOST_WAITING / 2;

const threads = new IdleThread<TipReading, ReadTip>('tip-thread', import.meta.url, { maxMegabytes: 128 });

export type ReadingTips = {
  db: WriteDb;
  media: Media;
  collections: Collections;
  town: Town;
  siteUrl: string;
  /** The site's secret, for the pseudonyms of senders. */
  secret: string;
  /** The address of the mailbox. */
  imapUrl: string;
  /** The addresses that the site sends from. */
  own: string[];
  /** UTC epoch milliseconds. */
  now: number;
};

/** What one look into the mailbox did: emails that were read, and those that wait in the inbox now. */
type TipsRead = { read: number; added: number };

/**
 * Puts the unread emails of the mailbox into the inbox, oldest first, and marks them as read once they are saved. The key
 * of an email is that of its bytes, so it is taken once even when the mark gets lost. What nobody wrote (automatic
 * replies, the site's own emails) is marked and not taken, and nothing is ever sent back. While 500 wait, or 250 by email,
 * emails stay unread. Ends when `signal` fires. Throws MailboxError.
 */
export function readTips(reading: ReadingTips, signal: AbortSignal): Promise<TipsRead> {
  const way = { imapUrl: reading.imapUrl, variable: 'TIPS_IMAP_URL', maxBytes: MAX_BYTES } as const;
  return withMailbox(way, signal, async (mailbox) => {
    const found = { read: 0, added: 0 };
    const uids = await mailbox.listUnseen(0, reading.now - OLDEST_MS);
    for (const uid of uids.slice(0, MOST_AT_ONCE)) {
      if (signal.aborted || !(await hasRoom(reading.db))) break;
      const [message] = await mailbox.readStarts([uid]);
      if (!message) continue;
      const outcome = await takeTip(reading, message.raw);
      if (outcome === 'full') break;
      await mailbox.markSeen([uid]);
      found.read++;
      if (outcome === 'added') found.added++;
    }
    return found;
  });
}

async function hasRoom(db: WriteDb): Promise<boolean> {
  if ((await countWaitingOfReaders(db)) >= MOST_WAITING) return false;
  const { count } = await db
    .selectFrom('suggestion')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('via', '=', 'email')
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return Number(count) < MOST_WAITING_BY_EMAIL;
}

async function takeTip(reading: ReadingTips, raw: Buffer): Promise<'added' | 'passed' | 'full'> {
  const { db, now, secret, town, own } = reading;
  const messageKey = createHash('sha256').update(raw).digest('base64url');
  if (await isTaken(db, messageKey)) return 'passed';
  const { tip } = await parseInThread({ raw: Uint8Array.from(raw), zone: town.timeZone, now, own });
  if (!tip) return 'passed';
  const suggestion = suggestionOf(tip, reading);
  if (!suggestion) return 'passed';
  const picture = tip.picture && raw.length < MAX_BYTES ? await addHidden(tip.picture, reading) : null;
  const sender = keyedHash(secret, 'sender address', tip.sender ?? 'unknown');
  const added = await addSuggestion(db, {
    suggestion: picture ? { ...suggestion, input: { ...suggestion.input, picture } } : suggestion,
    picture,
    sender,
    email: tip.sender,
    emailHash: null,
    via: 'email',
    messageKey,
    now,
  });
  return added.kind === 'added' || added.kind === 'full' ? added.kind : 'passed';
}

async function isTaken(db: WriteDb, messageKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('suggestion')
    .select('id')
    .where('messageKey', '=', messageKey)
    .executeTakeFirst();
  return row !== undefined;
}

async function parseInThread(reading: TipReading): Promise<ReadTip> {
  try {
    return await threads.run(reading);
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException;
    if (name === 'TimeoutError' || code === 'ERR_WORKER_OUT_OF_MEMORY') return { ignored: 'broken' };
    throw error;
  }
}

/** An event that can't be one, because its date has passed or it has no place, waits as news. */
function suggestionOf(tip: Tip, context: ReadingTips) {
  const { title, description, eventDate, eventTime, eventLocation, link } = tip;
  const values = { title, description, eventDate, eventTime, eventLocation, link, alt: '', from: '' };
  const kinds: SuggestionKind[] = tip.kind === 'event' ? ['event', 'news'] : ['news'];
  for (const kind of kinds)
    for (const tried of [values, { ...values, link: '' }]) {
      const { suggestion } = readSuggestion(kind, tried, context);
      if (suggestion) return suggestion;
    }
  return undefined;
}

/** The id of the picture, which only editors see; null when it can't be kept. */
async function addHidden(
  { name, bytes }: NonNullable<Tip['picture']>,
  { media, db, now }: ReadingTips,
): Promise<string | null> {
  const folder = nameWorkFolder(media.workFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const upload = await storeUpload(bytes, name || 'picture', folder);
    const id = upload.hash.slice(0, 32);
    if (!(await findPicture(db, id))) await hidePicture(db, id, now);
    const added = await addPicture(upload, { media, db, now });
    return added.refusal ? null : added.picture.id;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
