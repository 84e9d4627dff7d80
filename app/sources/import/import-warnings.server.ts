/** Official warnings of a source: they become notices, or wait for review. */
import { randomUUID } from 'node:crypto';
import {
  findKnown,
  putMatches,
  type StoredSourceItem,
  updateSourceItem,
} from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import type { SourceItemRow, SourceRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { countUnended, endOrRemove, findNotice } from '#app/town/notices/notice-store.server.ts';
import { derivedId } from './derived-id.ts';
import { lockCounter, SOURCE_ITEMS } from './import-batch.server.ts';
import type { ImportContext } from './import-context.ts';
import type { ImportOutcome } from './import-source.server.ts';
import { NOTICES, putUpWarning, type TimedWarning, timedWarning } from './put-up-warning.server.ts';
import { severityRank, type WarningMessage } from './warning.ts';

/** Messages of a transaction. */
const MOST_TOGETHER = 25;
/** Current notices of a source. */
const MOST_CURRENT = 100;

/** A warning through all of its messages: a row of what the source has listed, found by the ids of all of them. */
type Chain = StoredSourceItem;

type Change = 'added' | 'changed' | undefined;

/**
 * Imports messages about warnings, in the order they were sent. A new warning is put up if the source is trusted, and
 * otherwise waits in the inbox; an update replaces what the warning said, and a cancellation ends it. A message that was
 * imported before does nothing, and neither does one about a warning that an editor has discarded or ended, unless the
 * warning got worse.
 */
export async function importWarnings(
  context: ImportContext,
  source: SourceRow,
  messages: WarningMessage[],
  signal?: AbortSignal,
): Promise<ImportOutcome> {
  const outcome: ImportOutcome = {
    found: messages.length,
    ...{ added: 0, changed: 0, missing: 0, refused: [], emptied: false },
  };
  for (let at = 0; at < messages.length; at += MOST_TOGETHER) {
    signal?.throwIfAborted();
    const part = messages.slice(at, at + MOST_TOGETHER);
    const changes = await inTransaction(context.write, (db) => importPart(db, context, source, part));
    for (const { change, title, itemId } of changes) {
      if (change === 'added') outcome.first ??= { title, collection: NOTICES, itemId };
      outcome[change]++;
    }
  }
  return outcome;
}

type Imported = { change: 'added' | 'changed'; title: string; itemId: string };

async function importPart(
  db: WriteDb,
  context: ImportContext,
  source: SourceRow,
  messages: WarningMessage[],
): Promise<Imported[]> {
  await liftTimeLimits(db);
  await lockName(db, SOURCE_ITEMS);
  await lockCounter(db, source);
  const imported: Imported[] = [];
  const importer = { db, source, now: context.now() };
  for (const message of messages) {
    const { ids, references } = message;
    const chains = await findChains(db, source.id, [...ids, ...references]);
    if (chains.has(ids[0])) continue;
    const known = [...new Map([...chains.values()].map((chain) => [chain.key, chain])).values()];
    const { change, chain } = await importMessage(importer, message, known);
    if (!chain) continue;
    await putMatches(db, source.id, [chain.key], new Map([[chain.key, ids]]));
    if (change) imported.push({ change, title: message.warning?.title ?? '', itemId: chain.itemId });
  }
  return imported;
}

/** The warnings that messages with these ids belong to, by the ids. */
export async function findChains(db: ReadDb, source: string, ids: string[]): Promise<Map<string, Chain>> {
  if (ids.length === 0) return new Map();
  const matches = await db
    .selectFrom('source_match')
    .select(['match', 'key'])
    .where('source', '=', source)
    .where('match', 'in', ids)
    .execute();
  const rows = await findKnown(
    db,
    source,
    matches.map(({ key }) => key),
  );
  return new Map(
    matches.flatMap(({ match, key }) => {
      const row = rows.get(key);
      return row ? [[match, row] as const] : [];
    }),
  );
}

type Importer = { db: WriteDb; source: SourceRow; now: number };

/** `chain` is the warning that the message belongs to from now on; undefined if it is about none. */
async function importMessage(
  importer: Importer,
  { ids, sentAt, warning }: WarningMessage,
  [chain, ...others]: Chain[],
): Promise<{ change: Change; chain: Pick<Chain, 'key' | 'itemId'> | undefined }> {
  for (const other of others) await end(importer, other);
  const timed = warning && timedWarning(warning, { sentAt, now: importer.now });
  if (!timed) return { change: chain && (await end(importer, chain)), chain };
  if (chain) return { change: await replace(importer, chain, timed, sentAt), chain };
  return add(importer, ids[0], timed, sentAt);
}

/** Takes down the notice, or what waits. */
async function end({ db, source, now }: Importer, chain: Chain): Promise<Change> {
  const { key, itemId, decision } = chain;
  if (decision === 'discarded' || decision === 'expired') return undefined;
  if (decision === 'published') await endOrRemove(db, itemId, now);
  else await removeEntry(db, itemId);
  await updateSourceItem(db, { source: source.id, key }, { decision: 'expired' });
  return 'changed';
}

async function removeEntry(db: WriteDb, itemId: string): Promise<void> {
  await db.deleteFrom('inbox_entry').where('collection', '=', NOTICES).where('itemId', '=', itemId).execute();
}

async function replace(
  importer: Importer,
  chain: Chain,
  warning: TimedWarning,
  sentAt: number,
): Promise<Change> {
  const { db, source } = importer;
  const before: TimedWarning = JSON.parse(chain.fields);
  const isWorse = severityRank(warning.severity) > severityRank(before.severity);
  const decision = await decideAgain(importer, chain, warning, isWorse);
  const fields = JSON.stringify(warning);
  const row = { fields, startAt: warning.startsAt, pubDate: sentAt, decision };
  await updateSourceItem(db, { source: source.id, key: chain.key }, row);
  return 'changed';
}

/** What an editor has decided stays, unless the warning got worse. */
async function decideAgain(
  importer: Importer,
  { itemId, decision }: Chain,
  warning: TimedWarning,
  isWorse: boolean,
): Promise<SourceItemRow['decision']> {
  const { db, source, now } = importer;
  if (decision === 'expired') return decide(importer, itemId, warning);
  if (decision === 'discarded') return isWorse ? decide(importer, itemId, warning) : 'discarded';
  if (decision === null) {
    await removeEntry(db, itemId);
    return decide(importer, itemId, warning);
  }
  const notice = await findNotice(db, itemId);
  const isEnded = !notice || (notice.endsAt <= now && notice.plannedEnd !== null);
  if (isEnded) return isWorse ? decide(importer, itemId, warning) : 'published';
  await putUpWarning(db, { id: itemId, source: source.id, warning, by: null, now });
  return 'published';
}

async function add(
  importer: Importer,
  key: string,
  warning: TimedWarning,
  sentAt: number,
): Promise<{ change: Change; chain: Pick<Chain, 'key' | 'itemId'> | undefined }> {
  const { db, source, now } = importer;
  if ((await countUnended(db, source.id, now)) >= MOST_CURRENT)
    return { change: undefined, chain: undefined };
  const itemId = derivedId('item', source.id, key);
  const decision = await decide(importer, itemId, warning);
  await db
    .insertInto('source_item')
    .values({
      ...{ source: source.id, key, collection: NOTICES, itemId, ownId: itemId, series: key },
      ...{ day: null, startAt: warning.startsAt, pubDate: sentAt, titleKey: '', venueKey: null },
      ...{ fields: JSON.stringify(warning), base: null, decision, firstSeenAt: now, absentSince: null },
      ...{ mergedAt: null, mergedBy: null, mergedFor: null },
    })
    .execute();
  return { change: 'added', chain: { key, itemId } };
}

/** Puts it up if the source is trusted; otherwise it waits. */
async function decide(
  { db, source, now }: Importer,
  itemId: string,
  warning: TimedWarning,
): Promise<SourceItemRow['decision']> {
  if (source.trust === 'publish') {
    await putUpWarning(db, { id: itemId, source: source.id, warning, by: null, now });
    return 'published';
  }
  await db
    .insertInto('inbox_entry')
    .values({
      ...{ id: randomUUID(), kind: 'new', collection: NOTICES, itemId, source: source.id, stack: itemId },
      ...{ title: warning.title, link: warning.link, item: JSON.stringify(warning), changes: null },
      ...{ similar: null, startAt: warning.startsAt, receivedAt: now, snoozedUntil: null },
    })
    .execute();
  return null;
}
