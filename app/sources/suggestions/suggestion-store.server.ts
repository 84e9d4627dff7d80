/** The suggestions of readers, and their entries in the inbox. */
import { randomUUID } from 'node:crypto';
import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { SuggestionRow } from '#app/platform/database/tables/suggestion-tables.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { countWaitingOfReaders, MOST_WAITING } from './form-guard.server.ts';
import type { ReadSuggestion } from './read-suggestion.server.ts';

export const suggestionColumns = [
  'id',
  'collection',
  'itemId',
  'state',
  'title',
  'input',
  'textKey',
  'picture',
  'sender',
  'email',
  'emailHash',
  'confirmedAt',
  'via',
  'trusted',
  'declinedAt',
  'reason',
  'note',
  'sentAt',
  'decidedAt',
  'notifiedAt',
  'changedAt',
] as const;

export type Suggestion = Pick<SuggestionRow, Exclude<(typeof suggestionColumns)[number], 'trusted'>> & {
  trusted: number;
};

type NewSuggestion = {
  suggestion: ReadSuggestion;
  picture: string | null;
  sender: string;
  email: string | null;
  emailHash: string | null;
  /** Since when it is known that the sender reads the emails of the address. */
  confirmedAt?: number | null;
  via: SuggestionRow['via'];
  messageKey?: string;
  /** Items that may be the same. */
  similar?: { collection: string; id: string; title: string }[];
  now: number;
};

/** `token` is the secret of the private link. `known`: the same text was sent before. `full`: too much waits. */
export type AddOutcome =
  | { kind: 'added'; id: string; itemId: string; token: string }
  | { kind: 'known' }
  | { kind: 'blocked' }
  | { kind: 'full' };

/** Held while it is counted how much waits. */
const SUGGESTIONS = 'suggestions';

/** Puts a suggestion into the inbox. The same text is taken once, in any number of processes. */
export function addSuggestion(db: WriteDb, sent: NewSuggestion): Promise<AddOutcome> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, SUGGESTIONS);
    const { suggestion, sender, now } = sent;
    if (await isBlocked(transaction, [sender, sent.emailHash ?? ''], now)) return { kind: 'blocked' };
    if (await isKnownText(transaction, suggestion.textKey)) return { kind: 'known' };
    if ((await countWaitingOfReaders(transaction)) >= MOST_WAITING) return { kind: 'full' };
    const token = createToken();
    const id = randomUUID();
    const itemId = String(suggestion.input.id);
    await transaction
      .insertInto('suggestion')
      .values({
        ...{ id, tokenHash: hashOfToken(token), collection: suggestion.collection, itemId },
        ...{ state: 'waiting', title: suggestion.title, input: JSON.stringify(suggestion.input) },
        ...{ textKey: suggestion.textKey, picture: sent.picture, sender, email: sent.email },
        ...{ emailHash: sent.emailHash, confirmedAt: sent.confirmedAt ?? null, via: sent.via },
        ...{ messageKey: sent.messageKey ?? null, reason: null, note: null, sentAt: now },
        ...{ decidedAt: null, declinedAt: null, notifiedAt: null, changedAt: now },
      })
      .execute();
    await putEntry(transaction, { id, itemId, suggestion, similar: sent.similar ?? [], now });
    return { kind: 'added', id, itemId, token };
  });
}

type Entry = {
  id: string;
  itemId: string;
  suggestion: ReadSuggestion;
  similar: { collection: string; id: string; title: string }[];
  now: number;
};

/** Its entry in the inbox; its id is the suggestion's. One that waits takes the present text and keeps its place. */
export async function putEntry(db: WriteDb, { id, itemId, suggestion, similar, now }: Entry): Promise<void> {
  const { collection, title, input, startAt } = suggestion;
  const content = {
    title,
    link: typeof input.link === 'string' ? input.link : null,
    item: JSON.stringify(input),
    similar: similar.length > 0 ? JSON.stringify(similar) : null,
    startAt,
  };
  await db
    .insertInto('inbox_entry')
    .values({
      ...{ id, kind: 'suggestion', collection, itemId, source: null, stack: id, ...content },
      ...{ changes: null, receivedAt: now, snoozedUntil: null },
    })
    .onConflict((conflict) =>
      conflict.columns(['collection', 'itemId', 'kind', 'topic']).doUpdateSet(content),
    )
    .execute();
}

async function isKnownText(db: ReadDb, textKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('suggestion')
    .select('id')
    .where('textKey', '=', textKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether something of one of these senders was declined with a block that lasts. */
export async function isBlocked(db: ReadDb, senders: string[], now: number): Promise<boolean> {
  const row = await db
    .selectFrom('blocked_sender')
    .select('until')
    .where('sender', 'in', senders)
    .where('until', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** The suggestion of a private link; undefined if there is none. */
export async function findByToken(db: ReadDb, token: string): Promise<Suggestion | undefined> {
  return db
    .selectFrom('suggestion')
    .select(suggestionColumns)
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();
}
