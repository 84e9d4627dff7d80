import { formatCsv } from '#app/items/text/csv-text.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { readTopics, type Subscriber } from './subscriber.ts';
import { subscriberColumns } from './subscriber-rows.server.ts';

const ROWS_OF_STEP = 1000;

const COLUMNS = [
  'email',
  'state',
  'reason',
  'state_at',
  'frequency',
  'topics',
  'consent_source',
  'consent_at',
  'created_at',
  'flag',
  'bounced_at',
  'bounce_reply',
  'subscribed_to_emails',
];

/**
 * All subscribers whose address is not erased, as CSV in pieces: with state, consent and dates (ISO 8601, UTC). Nothing in
 * it runs as a formula. An import reads it again; the last column is what Ghost reads, so that it writes to no one
 * who left.
 */
export async function* exportSubscribers(db: ReadDb): AsyncGenerator<string> {
  yield formatCsv([COLUMNS]);
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('newsletter_subscriber')
      .select(subscriberColumns)
      .where('id', '>', after)
      .where('address', 'is not', null)
      .orderBy('id')
      .limit(ROWS_OF_STEP)
      .execute();
    if (rows.length > 0)
      yield formatCsv(rows.map(({ topics, ...row }) => cellsOf({ ...row, topics: readTopics(topics) })));
    if (rows.length < ROWS_OF_STEP) return;
    after = rows.at(-1)?.id ?? '';
  }
}

function cellsOf(subscriber: Subscriber): string[] {
  const { address, state, reason, stateAt, frequency, topics, flag, bounceReply } = subscriber;
  return [
    address ?? '',
    state,
    reason ?? '',
    isoOf(stateAt),
    frequency,
    topics.join(' '),
    subscriber.consentSource,
    isoOf(subscriber.consentAt),
    isoOf(subscriber.createdAt),
    flag ?? '',
    subscriber.bouncedAt === null ? '' : isoOf(subscriber.bouncedAt),
    bounceReply ?? '',
    String(state === 'active'),
  ];
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
